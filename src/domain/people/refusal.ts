import type { WeakPassword } from './weak-password.ts';

/** Who signs in, and who is let into an account. */
export type PeopleRefusal =
  /** An unknown address and a wrong password alike. */
  | { refused: 'sign_in_refused' }
  /** `retryAfter` is seconds. */
  | { refused: 'sign_in_slowed'; retryAfter: number }
  | { refused: 'password_weak'; reason: WeakPassword; least: number; member?: 'newPassword' }
  /** It never was, was used or revoked, or is too old: the same answer. */
  | { refused: 'link_not_found' }
  | { refused: 'joiner_incomplete'; member: 'email' | 'name' | 'password' }
  | { refused: 'email_taken' }
  /** No account of his sends the link. */
  | { refused: 'address_not_confirmable' }
  | { refused: 'link_of_another' }
  | { refused: 'person_not_found' }
  | { refused: 'invitation_not_found' }
  | { refused: 'session_not_found' }
  /** An account keeps an owner. */
  | { refused: 'last_owner' }
  /** People are let in and out by people. */
  | { refused: 'key_manages_nobody' }
  /** Their role may not make webhooks, so they take none over. */
  | { refused: 'makes_no_webhooks' }
  | { refused: 'already_member' }
  | { refused: 'too_many_people'; limit: number }
  | { refused: 'passkey_not_found' }
  /** Of nobody, of another site, signed before, too late, or without its holder being verified: the same answer. */
  | { refused: 'passkey_refused' }
  /** After a password reset, until the person has reviewed what opens their access. */
  | { refused: 'passkeys_suspended' }
  | { refused: 'too_many_passkeys'; limit: number }
  | { refused: 'password_wrong' }
  /** The password is right. */
  | { refused: 'second_factor_needed' }
  | { refused: 'second_factor_wrong' }
  /** Too many wrong codes were said with the right password. */
  | { refused: 'second_factor_stopped' }
  | { refused: 'second_factor_off' }
  | { refused: 'sample_stands' }
  | { refused: 'sample_not_found' }
  /** `retryAfter` is seconds. */
  | { refused: 'samples_exhausted'; limit: number; retryAfter: number }
  /** `reason` is how one of its steps was refused. */
  | { refused: 'sample_unfinished'; reason: string };
