import type { BilingualText } from '../bilingual-text.ts';

/** The HTTP statuses of refusals. */
export type Status =
  | 400
  | 401
  | 403
  | 404
  | 405
  | 408
  | 409
  | 412
  | 413
  | 414
  | 415
  | 417
  | 422
  | 429
  | 431
  | 500
  | 503;

/** The texts of one refusal. They end with what the caller can do. */
export type RefusalText<Given> = {
  /** For programs, in API terms, for example `billing.not_draft`. It never changes. */
  readonly code: string;
  /** 409 if the state of the document forbids it, except where the published API answers 400. */
  readonly status: Status;
  readonly title: BilingualText;
  /** What happened, with the refusal's own values. Absent if the title is enough. */
  readonly detail?: (refusal: Given) => BilingualText;
  readonly remedy: BilingualText;
  /** Replaces `remedy` on screens, if `remedy` names routes, members or keys. */
  readonly remedyOnScreen?: BilingualText;
  /** The location of the invalid value in the body, as a JSON pointer. */
  readonly pointer?: (refusal: Given) => string;
  /** Additional members of the answer, for programs. */
  readonly members?: (refusal: Given, language: 'fr' | 'en') => Record<string, unknown>;
};

/** One row per refusal: a missing row does not compile. */
export type Rows<Some extends { refused: string }> = {
  readonly [Code in Some['refused']]: RefusalText<Extract<Some, { refused: Code }>>;
};

/** The same answer for a missing id and for an id of another account: it reveals no foreign ids. */
export const notFound = (noun: string, fr: string, en: string): RefusalText<unknown> => ({
  code: `${noun}.not_found`,
  status: 404,
  title: { fr, en },
  remedy: {
    fr: 'Vérifiez l’identifiant et la clé d’API utilisée : une clé de test ne voit que les données de test.',
    en: 'Check the id and the API key: a test key only sees test data.',
  },
  remedyOnScreen: {
    fr: 'L’élément a peut-être été supprimé, ou il se trouve dans l’autre mode (réel ou test) ou dans un autre compte.',
    en: 'The item may have been deleted, or it is in the other mode (live or test) or in another account.',
  },
});
