import type { Rows } from '../../schemas/refusals/refusal-text.ts';

/** Reasons the HTTP layer refuses a body before an operation reads it. */
export type BodyRefusal =
  /** `at` counts from 1, as editors do. */
  | {
      refused: 'body_malformed';
      because: keyof typeof unreadable;
      at?: { readonly line: number; readonly column: number };
      /** The duplicate member. */
      member?: string;
    }
  | { refused: 'body_too_large'; limit: number }
  | { refused: 'body_too_intricate'; counted: JsonLimit; limit: number }
  | { refused: 'media_type_unsupported' }
  | { refused: 'content_encoding_unsupported'; encoding: string }
  | { refused: 'charset_unsupported'; charset: string };

/** The count that a body exceeds. */
export type JsonLimit = 'members' | 'elements' | 'values';

const intricacies = {
  members: { fr: 'membres par objet', en: 'members per object' },
  elements: { fr: 'éléments par liste', en: 'elements per list' },
  values: { fr: 'valeurs au total', en: 'values in total' },
} as const;

type Place = { readonly line: number; readonly column: number; readonly member: string };

/** Reasons a body is unreadable. */
const unreadable = {
  not_utf8: () => ({ fr: 'Le corps n’est pas en UTF-8.', en: 'The body is not UTF-8.' }),
  too_deep: () => ({ fr: 'Le corps est imbriqué trop profondément.', en: 'The body is nested too deeply.' }),
  member_twice: ({ line, column, member }: Place) => ({
    fr: `Un objet contient deux fois le membre « ${member} » (ligne ${line}, colonne ${column}).`,
    en: `An object has the member "${member}" twice (line ${line}, column ${column}).`,
  }),
  no_json: ({ line, column }: Place) => ({
    fr: `Erreur de syntaxe JSON à la ligne ${line}, colonne ${column}.`,
    en: `JSON syntax error at line ${line}, column ${column}.`,
  }),
  breaks_off: ({ line, column }: Place) => ({
    fr: `Le JSON est incomplet : il s’arrête à la ligne ${line}, colonne ${column}.`,
    en: `The JSON is incomplete: it ends at line ${line}, column ${column}.`,
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
      en: 'Send a JSON object in UTF-8, without deep nesting or duplicate members.',
    },
    members: ({ at, member }) => ({ ...at, ...(member !== undefined && { member }) }),
  },
  body_too_large: {
    code: 'request.body_too_large',
    status: 413,
    title: { fr: 'Corps trop volumineux', en: 'Body too large' },
    detail: ({ limit }) => ({
      fr: `Le corps peut faire au plus ${limit} octets.`,
      en: `A body can be at most ${limit} bytes.`,
    }),
    remedy: { fr: 'Envoyez moins à la fois.', en: 'Send less at a time.' },
    members: ({ limit }) => ({ limit }),
  },
  body_too_intricate: {
    code: 'request.body_too_intricate',
    status: 413,
    title: { fr: 'Corps trop complexe', en: 'Body too complex' },
    detail: ({ counted, limit }) => ({
      fr: `Un corps peut contenir au plus ${limit} ${intricacies[counted].fr}.`,
      en: `A body can have at most ${limit} ${intricacies[counted].en}.`,
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
      fr: `L’en-tête Content-Encoding indique « ${encoding} ».`,
      en: `The Content-Encoding header says "${encoding}".`,
    }),
    remedy: {
      fr: 'Envoyez le corps sans compression et sans l’en-tête Content-Encoding.',
      en: 'Send the body uncompressed and without the Content-Encoding header.',
    },
    members: ({ encoding }) => ({ encoding }),
  },
  charset_unsupported: {
    code: 'request.charset_unsupported',
    status: 415,
    title: { fr: 'Jeu de caractères non pris en charge', en: 'Character set not supported' },
    detail: ({ charset }) => ({
      fr: `L’en-tête Content-Type indique l’encodage « ${charset} ».`,
      en: `The Content-Type header says the character set is "${charset}".`,
    }),
    remedy: {
      fr: 'Envoyez le JSON en UTF-8. Pour un fichier : utf-8, utf-16le, utf-16be, windows-1252, iso-8859-15 ou macintosh.',
      en: 'Send JSON in UTF-8. For a file: utf-8, utf-16le, utf-16be, windows-1252, iso-8859-15 or macintosh.',
    },
    members: ({ charset }) => ({ charset }),
  },
};
