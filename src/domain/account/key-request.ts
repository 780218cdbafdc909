/** One request of a key, as it is remembered: what was asked and what came of it, never what was said. */
export type KeyRequest = {
  readonly id: string;
  readonly keyId: string;
  /** When it was answered, in Unix seconds. */
  readonly at: number;
  /** The name of the operation or of the tool. */
  readonly operation: string;
  /** The HTTP status. A tool that refuses an assistant does so with 200 and a code. */
  readonly status: number;
  readonly durationMs: number;
  /** The code of the problem it was answered with. */
  readonly code?: string | undefined;
};

/** Seconds a request is remembered: seven days. */
export const REQUESTS_KEPT_SECONDS = 7 * 86_400;
/** Requests of an account that are remembered, the newest. */
export const REQUESTS_KEPT_MAX = 10_000;
/** Requests of an account that one process notes in a minute: so many that went well, and as many that failed. What is beyond leaves no row. */
export const REQUESTS_NOTED_A_MINUTE_MAX = 300;

/** Whether a request came to nothing. */
export const hasFailed = ({ status, code }: Pick<KeyRequest, 'status' | 'code'>): boolean =>
  status >= 400 || code !== undefined;
