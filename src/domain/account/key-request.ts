/** A logged request of an API key: operation and outcome, never the content. */
export type KeyRequest = {
  readonly id: string;
  readonly keyId: string;
  /** When it was answered, Unix seconds. */
  readonly at: number;
  /** The name of the operation or tool. */
  readonly operation: string;
  /** The HTTP status. A tool that refuses an assistant's call answers 200 with a code. */
  readonly status: number;
  readonly durationMs: number;
  /** The problem code of the answer. */
  readonly code?: string | undefined;
};

/** Seconds a request stays in the log: seven days. */
export const REQUESTS_KEPT_SECONDS = 7 * 86_400;
/** Requests per account in the log; older ones are dropped. */
export const REQUESTS_KEPT_MAX = 10_000;
/**
 * Requests one process logs per account and minute: this many successful and this many failed ones.
 * Requests above the limit are not logged.
 */
export const REQUESTS_NOTED_A_MINUTE_MAX = 300;

/** Whether a request failed. */
export const hasFailed = ({ status, code }: Pick<KeyRequest, 'status' | 'code'>): boolean =>
  status >= 400 || code !== undefined;
