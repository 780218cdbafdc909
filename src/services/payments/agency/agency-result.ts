/** Why the agency refuses: its first code, and its words. */
export type AgencyFault = { readonly code: string; readonly said: string };

/** What came of a question: the answer, a refusal, that the keys are not taken, or that nobody can say. */
export type Answered<T> =
  | { readonly ok: T }
  | { readonly refused: AgencyFault }
  | { readonly keysRefused: true }
  /** It did not answer as it should: what was asked may have been done all the same. */
  | { readonly away: string };
