/** Seconds a signed-in browser may go unused before it has to sign in again: seven days. */
export const SESSION_IDLE_SECONDS = 7 * 86_400;
/** Seconds after which it has to in any case: thirty days. */
export const SESSION_LIFE_SECONDS = 30 * 86_400;
/** Browsers a person may be signed in with at once; of more the one unused for the longest is signed out. */
export const SESSIONS_MAX = 30;
/** Characters kept of what a browser calls itself. */
export const USER_AGENT_MAX = 200;

/** A signed-in browser. Times are Unix seconds. */
export type Session = {
  readonly id: string;
  readonly createdAt: number;
  readonly lastUsedAt: number;
  readonly endsAt: number;
  /** The address it was opened from; of IPv6 its /64. */
  readonly network: string;
  readonly userAgent: string;
};

/** Whether a session lets anybody in at `now` (Unix seconds). */
export const isAlive = ({ endsAt, lastUsedAt }: Session, now: number): boolean =>
  now < endsAt && now - lastUsedAt < SESSION_IDLE_SECONDS;
