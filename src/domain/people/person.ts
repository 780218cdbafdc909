import type { Role } from './role.ts';

/** A person who signs in. A person belongs to no account, and can be a member of several. */
export type Person = {
  readonly id: string;
  /** As entered. */
  readonly email: string;
  readonly name: string;
  /** Unix seconds. */
  readonly createdAt: number;
  /** Whether sign-in requires a code in addition to the password. */
  readonly secondFactor: boolean;
  /** Whether the person has a passkey, which signs in without a password. */
  readonly hasPasskey: boolean;
  /** Whether the person dismissed the checklist of first steps. */
  readonly stepsPutAway: boolean;
  /**
   * When the person reset the password by mail and has not yet reviewed the other ways into the
   * account (Unix seconds). Until then their passkeys are suspended.
   */
  readonly reviewSince?: number;
  /** The new, unconfirmed sign-in address; `endsAt` is Unix seconds, and may be in the past. */
  readonly newEmail?: { readonly email: string; readonly endsAt: number };
};

/** An account the person is a member of. */
export type OwnAccount = {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** Contains sample data to explore: no real business, and test mode only. */
  readonly isSample: boolean;
};

/**
 * An address normalized for comparison: mailboxes that differ only by case belong to one person.
 */
export const foldedEmail = (email: string): string => email.normalize('NFC').toLowerCase();
