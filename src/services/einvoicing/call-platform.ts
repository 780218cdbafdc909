/** An HTTP request to an approved platform. */
export type PlatformQuestion = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
};

export type PlatformAnswer = {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
};

/** Sends a request to a platform and reads the whole response; throws on a timeout. */
export type CallPlatform = (question: PlatformQuestion) => Promise<PlatformAnswer>;

/**
 * The result of a request to a platform. `refused`: what was sent is wrong, and sending it again
 * would not help. `away`: no valid answer, the request may have been executed anyway;
 * `retryAfterSeconds` is what the platform asked for.
 */
export type Answered<T> =
  | { readonly ok: T }
  | { readonly refused: PlatformError }
  | { readonly keysRefused: string }
  | { readonly away: string; readonly retryAfterSeconds?: number };

/** An error in the words of the platform, shortened. */
type PlatformError = { readonly status: number; readonly code: string; readonly said: string };
