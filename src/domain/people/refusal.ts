import type { WeakPassword } from './weak-password.ts';

/** Refusals about signing in and membership. */
export type PeopleRefusal =
  /** Unknown address or wrong password: the same answer, so that it reveals no address. */
  | { refused: 'sign_in_refused' }
  /** `retryAfter` is seconds. */
  | { refused: 'sign_in_slowed'; retryAfter: number }
  | { refused: 'password_weak'; reason: WeakPassword; least: number; member?: 'newPassword' }
  /** The link never existed, was used, was revoked or has expired: always the same answer. */
  | { refused: 'link_not_found' }
  | { refused: 'joiner_incomplete'; member: 'email' | 'name' | 'password' }
  | { refused: 'email_taken' }
  /** None of the person's accounts can send the link. */
  | { refused: 'address_not_confirmable' }
  | { refused: 'link_of_another' }
  | { refused: 'person_not_found' }
  | { refused: 'invitation_not_found' }
  | { refused: 'session_not_found' }
  /** An account keeps at least one owner. */
  | { refused: 'last_owner' }
  /** API keys cannot manage members. */
  | { refused: 'key_manages_nobody' }
  /** The role of the chosen person may not create webhooks, so they cannot take webhooks over. */
  | { refused: 'makes_no_webhooks' }
  /** The person is not in this account. */
  | { refused: 'own_account_not_found' }
  | { refused: 'deletion_for_owners' }
  /** Sample data is removed at once. */
  | { refused: 'deletion_of_sample' }
  /** `dueAt` is Unix seconds. */
  | { refused: 'deletion_asked_already'; dueAt: number }
  | { refused: 'account_name_differs'; name: string }
  | { refused: 'deletion_not_asked' }
  /** It cannot be canceled any more. */
  | { refused: 'deletion_begun' }
  | { refused: 'already_member' }
  | { refused: 'too_many_people'; limit: number }
  | { refused: 'passkey_not_found' }
  /** An unknown passkey, another site, a replay, too late, or no user verification: same answer. */
  | { refused: 'passkey_refused' }
  /** After a password reset, until the person has reviewed the other ways into the account. */
  | { refused: 'passkeys_suspended' }
  | { refused: 'too_many_passkeys'; limit: number }
  | { refused: 'password_wrong' }
  /** The password is correct. */
  | { refused: 'second_factor_needed' }
  | { refused: 'second_factor_wrong' }
  /** Too many wrong codes with the correct password. */
  | { refused: 'second_factor_stopped' }
  | { refused: 'second_factor_off' }
  | { refused: 'sample_stands' }
  | { refused: 'sample_not_found' }
  /** `retryAfter` is seconds. */
  | { refused: 'samples_exhausted'; limit: number; retryAfter: number }
  /** `reason` is the refusal of one step of creating the sample data. */
  | { refused: 'sample_unfinished'; reason: string }
  | { refused: 'demonstration_off' }
  /** `limit` visitors of a network, of the day or at once; `retryAfter` is seconds. */
  | { refused: 'demonstration_full'; limit: number; retryAfter: number };
