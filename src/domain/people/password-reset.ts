/** Seconds a password reset link is valid: thirty minutes. */
export const RESET_LIFE_SECONDS = 30 * 60;

/** A single-use link to set a new password. Times are Unix seconds. */
export type PasswordReset = {
  readonly id: string;
  readonly createdAt: number;
  readonly endsAt: number;
  readonly usedAt?: number;
};

/** Whether the link can still be used. */
export const isUsable = ({ usedAt, endsAt }: PasswordReset, now: number): boolean =>
  usedAt === undefined && now < endsAt;
