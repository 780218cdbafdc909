import type { Scope } from '../domain/account/scope.ts';

/**
 * All events of the security log. Each has a line in docs/security/security-log.md; a test
 * compares the two.
 */
export const securityEvents = [
  'login_failed',
  'logins_slowed',
  'scope_refused',
  'connections_refused',
  'key_made',
  'key_rotated',
  'key_revoked',
  'account_made',
  'deletion_requested',
  'deletion_canceled',
  'account_cleared',
  'account_erased',
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
  'books_closed',
  'file_altered',
  'backup_made',
  'restore_made',
  'installation_changed',
  'command_run',
] as const;
export type SecurityEvent = (typeof securityEvents)[number];

/**
 * One line of the security log. Only IDs, our own names and addresses: there is no member for a
 * body, a header or a key's text. The caller and origin (request ID, address) are added while a
 * request is handled.
 */
export type SecurityNote = {
  readonly event: SecurityEvent;
  /** The account it concerns; for `login_failed`, the one named by the key. */
  readonly account?: string | undefined;
  /**
   * Who did it: the ID of a key or person, or the command line. For `sign_in_failed`, the person
   * whose password was guessed.
   */
  readonly actor?: string | undefined;
  /** The key it concerns: created, revoked, or (for `login_failed`) claimed. */
  readonly keyId?: string | undefined;
  /** The key that replaced it. */
  readonly newKeyId?: string | undefined;
  /** The person it concerns, if not the actor. */
  readonly person?: string | undefined;
  /** The missing scope. */
  readonly scope?: Scope | undefined;
  /** The hash a file is stored under, in hex. */
  readonly sha256?: string | undefined;
  /** The name of the operation or command. */
  readonly operation?: string | undefined;
  /** The origin, if not the request's. */
  readonly address?: string | undefined;
  /** Seconds an address or key must wait. */
  readonly retryAfter?: number | undefined;
};

/** Writes a log entry. Returns at once and never throws. */
export type SecurityLog = (note: SecurityNote) => void;
