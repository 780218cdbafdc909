import type { BilingualText } from '../bilingual-text.ts';

/** The statuses of HTTP a refusal may have. */
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
  | 501
  | 503;

/** One refusal, all that is said of it. What it says ends with what the caller can do. */
export type Told<Given> = {
  /** Stable, dotted, in the words of the interface: programs decide by it. */
  readonly code: string;
  /** What the state of a document refuses is 409, except where the interface has always answered 400. */
  readonly status: Status;
  readonly title: BilingualText;
  /** What happened, with the refusal's own values. Where absent, the title says it all. */
  readonly detail?: (refusal: Given) => BilingualText;
  readonly remedy: BilingualText;
  /** What a person reads on a screen instead, where the remedy names routes, members or keys. */
  readonly remedyOnScreen?: BilingualText;
  /** Where the fault is in the body, as a JSON pointer. */
  readonly pointer?: (refusal: Given) => string;
  /** Members of its own in the answer, for programs. */
  readonly members?: (refusal: Given, language: 'fr' | 'en') => Record<string, unknown>;
};

/** One row for each of some refusals: one that has none does not compile. */
export type Rows<Some extends { refused: string }> = {
  readonly [Code in Some['refused']]: Told<Extract<Some, { refused: Code }>>;
};
