import type { Rows } from '../contract/refusals/told.ts';

/** The ways the HTTP edge refuses a body before any operation reads it. */
export type BodyRefusal =
  /** `at` counts from 1, as editors do. */
  | {
      refused: 'body_malformed';
      because: keyof typeof unreadable;
      at?: { readonly line: number; readonly column: number };
      /** The member that an object has twice. */
      member?: string;
    }
  | { refused: 'body_too_large'; limit: number }
  | { refused: 'body_too_intricate'; counted: Intricacy; limit: number }
  | { refused: 'media_type_unsupported' }
  | { refused: 'content_encoding_unsupported'; encoding: string }
  | { refused: 'charset_unsupported'; charset: string };

/** What there is too much of in a body, whatever it says. */
export type Intricacy = 'members' | 'elements' | 'values';

const intricacies = {
  members: { fr: 'membres par objet', en: 'members an object' },
  elements: { fr: 'éléments par liste', en: 'elements a list' },
  values: { fr: 'valeurs en tout', en: 'values in all' },
} as const;

type Place = { readonly line: number; readonly column: number; readonly member: string };

/** Why a body cannot be read. */
const unreadable = {
  not_utf8: () => ({ fr: 'Le corps n’est pas de l’UTF-8.', en: 'The body is not UTF-8.' }),
  too_deep: () => ({ fr: 'Le corps est imbriqué trop profondément.', en: 'The body is nested too deep.' }),
  member_twice: ({ line, column, member }: Place) => ({
    fr: `Un objet contient deux fois le membre « ${member} » (ligne ${line}, colonne ${column}).`,
    en: `An object has the member "${member}" twice (line ${line}, column ${column}).`,
  }),
  no_json: ({ line, column }: Place) => ({
    fr: `Le JSON est rompu à la ligne ${line}, colonne ${column}.`,
    en: `The JSON breaks at line ${line}, column ${column}.`,
  }),
  breaks_off: ({ line, column }: Place) => ({
    fr: `Le JSON s’arrête avant sa fin, à la ligne ${line}, colonne ${column}.`,
    en: `The JSON ends before it is complete, at line ${line}, column ${column}.`,
  }),
};

export const bodyRefusals: Rows<BodyRefusal> = {
  body_malformed: {
    code: 'request.body_malformed',
    status: 400,
    title: { fr: 'Corps illisible', en: 'Unreadable body' },
    detail: ({ because, at = { line: 1, column: 1 }, member = '' }) => unreadable[because]({ ...at, member }),
    remedy: {
      fr: 'Envoyez un objet JSON en UTF-8, sans imbrication excessive ni membre en double.',
      en: 'Send a JSON object in UTF-8, not nested too deep, each of its members once.',
    },
    members: ({ at, member }) => ({ ...at, ...(member !== undefined && { member }) }),
  },
  body_too_large: {
    code: 'request.body_too_large',
    status: 413,
    title: { fr: 'Corps trop volumineux', en: 'Body too large' },
    detail: ({ limit }) => ({ fr: `Le corps fait au plus ${limit} octets.`, en: `A body has at most ${limit} bytes.` }),
    remedy: { fr: 'Envoyez moins à la fois.', en: 'Send less at a time.' },
    members: ({ limit }) => ({ limit }),
  },
  body_too_intricate: {
    code: 'request.body_too_intricate',
    status: 413,
    title: { fr: 'Corps trop chargé', en: 'Body with too much in it' },
    detail: ({ counted, limit }) => ({
      fr: `Un corps compte au plus ${limit} ${intricacies[counted].fr}.`,
      en: `A body has at most ${limit} ${intricacies[counted].en}.`,
    }),
    remedy: { fr: 'Envoyez moins à la fois.', en: 'Send less at a time.' },
    members: ({ limit }) => ({ limit }),
  },
  media_type_unsupported: {
    code: 'request.media_type_unsupported',
    status: 415,
    title: { fr: 'Type de contenu non pris en charge', en: 'Media type not supported' },
    remedy: {
      fr: 'Envoyez du JSON avec l’en-tête « Content-Type: application/json ».',
      en: 'Send JSON with the header "Content-Type: application/json".',
    },
  },
  content_encoding_unsupported: {
    code: 'request.content_encoding_unsupported',
    status: 415,
    title: { fr: 'Compression non prise en charge', en: 'Content encoding not supported' },
    detail: ({ encoding }) => ({
      fr: `Le corps est annoncé comme encodé en « ${encoding} » (Content-Encoding).`,
      en: `The body is said to be encoded as "${encoding}" (Content-Encoding).`,
    }),
    remedy: {
      fr: 'Envoyez le corps sans compression et sans l’en-tête Content-Encoding.',
      en: 'Send the body uncompressed, without the header Content-Encoding.',
    },
    members: ({ encoding }) => ({ encoding }),
  },
  charset_unsupported: {
    code: 'request.charset_unsupported',
    status: 415,
    title: { fr: 'Jeu de caractères non pris en charge', en: 'Character set not supported' },
    detail: ({ charset }) => ({
      fr: `Le corps est annoncé dans le jeu de caractères « ${charset} » (Content-Type).`,
      en: `The body is said to be in the character set "${charset}" (Content-Type).`,
    }),
    remedy: {
      fr: 'Envoyez le JSON en UTF-8 ; un fichier en utf-8, utf-16le, utf-16be, windows-1252, iso-8859-15 ou macintosh.',
      en: 'Send JSON in UTF-8; a file in utf-8, utf-16le, utf-16be, windows-1252, iso-8859-15 or macintosh.',
    },
    members: ({ charset }) => ({ charset }),
  },
};
