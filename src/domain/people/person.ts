import type { Role } from './role.ts';

/** Somebody who signs in. He belongs to no account, and may be a member of several. */
export type Person = {
  readonly id: string;
  /** As he writes it. */
  readonly email: string;
  readonly name: string;
  /** Unix seconds. */
  readonly createdAt: number;
  /** Beside the password a code is asked for. */
  readonly secondFactor: boolean;
  /** A device of his signs him in without a password. */
  readonly hasPasskey: boolean;
  /** He wants the checklist of the first steps no more. */
  readonly stepsPutAway: boolean;
  /**
   * When they set a password by the link of a mail and have not reviewed since what else opens their access (Unix seconds). Until then none of
   * their passkeys signs in.
   */
  readonly reviewSince?: number;
  /** The address he wants to sign in with, and has not confirmed; `endsAt` is Unix seconds, and may be over. */
  readonly newEmail?: { readonly email: string; readonly endsAt: number };
};

/** An account somebody is a member of. */
export type OwnAccount = {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** It holds sample data, made to explore: nobody's business, and in test mode alone. */
  readonly isSample: boolean;
};

/** An address as two are compared: mailboxes that differ by case alone are one person's. */
export const foldedEmail = (email: string): string => email.normalize('NFC').toLowerCase();
