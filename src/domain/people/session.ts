/** Seconds an idle session stays valid: seven days. */
export const SESSION_IDLE_SECONDS = 7 * 86_400;
/** Maximum lifetime of a session in seconds: thirty days. */
export const SESSION_LIFE_SECONDS = 30 * 86_400;
/** Sessions per person; beyond, the one idle the longest is ended. */
export const SESSIONS_MAX = 30;
/** Stored characters of a user agent. */
export const USER_AGENT_MAX = 200;

/** A signed-in browser. Times are Unix seconds. */
export type Session = {
  readonly id: string;
  readonly createdAt: number;
  readonly lastUsedAt: number;
  readonly endsAt: number;
  /** The IP address it was opened from; for IPv6 its /64. */
  readonly network: string;
  readonly userAgent: string;
};

/** Whether a session is valid at `now` (Unix seconds). */
export const isAlive = ({ endsAt, lastUsedAt }: Session, now: number): boolean =>
  now < endsAt && now - lastUsedAt < SESSION_IDLE_SECONDS;
