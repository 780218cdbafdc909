import type { Scope } from '../domain/account/scope.ts';

/** Everything the security log may say. Each has its line in docs/security/security-log.md; a test holds the two together. */
export const securityEvents = [
  'login_failed',
  'logins_slowed',
  'scope_refused',
  'connections_refused',
  'key_made',
  'key_rotated',
  'key_revoked',
  'account_made',
  'signed_in',
  'sign_in_failed',
  'sign_ins_slowed',
  'signed_out',
  'person_joined',
  'person_invited',
  'invitation_revoked',
  'role_changed',
  'person_removed',
  'password_changed',
  'password_reset',
  'address_asked',
  'address_changed',
  'second_factor_changed',
  'passkeys_changed',
  'sessions_ended',
  'export_made',
  'archive_made',
  'file_altered',
  'backup_made',
  'restore_made',
  'command_run',
] as const;
export type SecurityEvent = (typeof securityEvents)[number];

/**
 * One line of the security log. Ids, names of ours and addresses only: there is no member a body, a header or the text
 * of a key could be put in. Who asks and from where (request id, address) is added where a request is being answered.
 */
export type SecurityNote = {
  readonly event: SecurityEvent;
  /** Whose account it is about; with `login_failed`, whose the key claims to be. */
  readonly account?: string | undefined;
  /** Who did it: the id of a key or of a person, or the command line. With `sign_in_failed`, whose password was guessed at. */
  readonly actor?: string | undefined;
  /** The key it is about: made, ended, or (with `login_failed`) claimed. */
  readonly keyId?: string | undefined;
  /** The key that took its place. */
  readonly newKeyId?: string | undefined;
  /** The person it is about, where that is another than who did it. */
  readonly person?: string | undefined;
  /** The scope that was lacking. */
  readonly scope?: Scope | undefined;
  /** The hash a file is kept under, in hex. */
  readonly sha256?: string | undefined;
  /** The operation or command, by its name. */
  readonly operation?: string | undefined;
  /** From where, where it is not the request that says so. */
  readonly address?: string | undefined;
  /** How many seconds an address or a key has to wait. */
  readonly retryAfter?: number | undefined;
};

/** Notes what happened. Returns at once, and never throws. */
export type SecurityLog = (note: SecurityNote) => void;
