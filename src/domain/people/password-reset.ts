/** Seconds a link to set a new password works: thirty minutes. */
export const RESET_LIFE_SECONDS = 30 * 60;

/** A link to set a new password, once. Times are Unix seconds. */
export type PasswordReset = {
  readonly id: string;
  readonly createdAt: number;
  readonly endsAt: number;
  readonly usedAt?: number;
};

/** Whether a link still sets a password. */
export const isUsable = ({ usedAt, endsAt }: PasswordReset, now: number): boolean =>
  usedAt === undefined && now < endsAt;
