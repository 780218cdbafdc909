/** Why the Urssaf refuses: its first code and message. */
export type AgencyFault = { readonly code: string; readonly said: string };

/** The result of a request: an answer, a refusal, rejected credentials, or unknown. */
export type Answered<T> =
  | { readonly ok: T }
  | { readonly refused: AgencyFault }
  | { readonly keysRefused: true }
  /** No valid response: the request may have been executed anyway. */
  | { readonly away: string };
