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
