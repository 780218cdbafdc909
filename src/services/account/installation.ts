import type { Release, UpdateCheck, UpdateFault } from '../../domain/account/release.ts';
import type { CopyPlace } from '../../domain/backup/daily-copy.ts';
import type { MailContent, MailTestFault } from '../../domain/mail/mail.ts';
import type { MailServer } from '../../domain/mail/mail-server.ts';
import type { Refused } from '../../domain/refusal.ts';
import type { Caller } from '../caller.ts';

/** A setting as this process uses it: from an environment variable, or stored by an operator. */
export type SettingOrigin =
  | { readonly source: 'environment'; readonly variable: string }
  | { readonly source: 'screen'; readonly changedAt: number; readonly changedBy: string }
  | { readonly source: 'none'; readonly changedAt?: number };

/** The mail server in use. The password itself never leaves the process that sends mail. */
export type MailSetting = {
  readonly origin: SettingOrigin;
  readonly server?: MailServer;
  readonly hasPassword: boolean;
  /** The key that encrypted the stored password no longer exists. */
  readonly isPasswordLost: boolean;
};

/** Where and when backups are made. Secrets never leave the process that makes them. */
export type BackupSetting = {
  readonly origin: SettingOrigin;
  readonly place?: CopyPlace;
  /** `HH:MM`, in the machine's time zone. */
  readonly at?: string;
  readonly hasPassphrase: boolean;
  /** The key that encrypted passphrase and secret key no longer exists. */
  readonly isSecretLost: boolean;
};

/** The last backup, the last failure, and the backup being made. Times are Unix seconds. */
type BackupStatus = {
  readonly madeAt?: number;
  readonly failed?: { readonly at: number; readonly reason: string };
  /** Bytes read so far, and about how many there are; 0 before it has begun. */
  readonly running?: { readonly startedAt: number; readonly done: number; readonly about: number };
};

/** Checks for updates. Times are Unix seconds. */
export type UpdateSetting = {
  readonly origin: SettingOrigin;
  readonly isOn: boolean;
  /** Address of the release feed; undefined if UPDATES_URL is empty. */
  readonly feed?: string | undefined;
  /** The last successful check, and the release it found; null if it was only a pre-release. */
  readonly checked?: { readonly at: number; readonly release: Release | null };
  /** The last check, if it failed. */
  readonly failed?: { readonly at: number; readonly fault: UpdateFault; readonly status?: number };
};

/** The public address in use, without a trailing slash. */
export type AddressSetting = { readonly origin: SettingOrigin; readonly url: string };

/** What an operator enters. Absent secrets stay; `null` removes the passphrase. */
type NewBackupSetting = {
  readonly place: CopyPlace;
  readonly at: string;
  readonly passphrase?: string | null | undefined;
  readonly storeSecret?: string | undefined;
};

/** Who changes a setting, and when (Unix seconds). */
export type ChangedBy = { readonly by: string; readonly at: number };

/**
 * The settings of the whole installation that operators change on screens. They take effect in
 * every process within seconds, without a restart.
 */
export type Installation = {
  readonly version: string;
  /** Whether operators may change them on screens (SETTINGS_SCREENS). */
  readonly isOpen: boolean;
  /**
   * Whether the person is an operator: made one by `facturier person operator`, or an owner of the
   * only account.
   */
  isOperator: (person: { personId: string; accountId: string; isOwner: boolean }) => Promise<boolean>;
  readonly address: {
    current: () => AddressSetting;
    /** Stores the address, or removes it if undefined. */
    store: (url: string | undefined, changed: ChangedBy) => Promise<void>;
  };
  readonly updates: {
    /** Read from the database: another process may have made the last check. */
    current: () => Promise<UpdateSetting>;
    /** Switches checks on, and queues the first one; or off, and forgets the results. */
    store: (isOn: boolean, changed: ChangedBy) => Promise<void>;
    /** Address to ask; undefined while checks are off. */
    feed: () => Promise<string | undefined>;
    record: (check: UpdateCheck) => Promise<void>;
  };
  readonly mail: {
    current: () => MailSetting;
    /** Whether every address of a host is private, so that mail may go there unencrypted. */
    isPrivate: (host: string) => Promise<boolean>;
    /** Stores a server; `password: undefined` keeps the stored password. */
    store: (server: MailServer, password: string | null | undefined, changed: ChangedBy) => Promise<void>;
    remove: (changed: ChangedBy) => Promise<void>;
    /** Sends one mail at once, with the server in use. */
    trySending: (content: MailContent, id: string, now: number) => Promise<MailTestResult>;
  };
  readonly backup: {
    /** Whether the database is ours to back up. */
    readonly isPossible: boolean;
    current: () => BackupSetting;
    status: () => Promise<BackupStatus>;
    /** Whether the stored secret key belongs to this store: it is never sent to another one. */
    keepsSecretOf: (place: CopyPlace) => boolean;
    /** Tries to write at the place; the reason if that fails. */
    check: (place: CopyPlace, typed: { storeSecret?: string | undefined }) => Promise<string | undefined>;
    store: (setting: NewBackupSetting, changed: ChangedBy) => Promise<void>;
    remove: (changed: ChangedBy) => Promise<void>;
    /** Queues a backup that begins at once. */
    runNow: () => Promise<void>;
  };
};

/** The result of a test mail. */
export type MailTestResult =
  | { readonly latencyMs: number; readonly answer?: string | undefined }
  | { readonly fault: MailTestFault; readonly answer?: string | undefined };

export const operatorRefusals = ['operator_needed', 'settings_screens_off', 'live_key_needed'] as const;

/**
 * The settings, for an operator signed in to an account in live mode. Keys are refused, because
 * access would outlive a revoked key: with the mail server, an intruder reads every password link.
 */
export async function installationFor(
  context: Caller & { installation?: Installation | undefined },
): Promise<Installation | Refused<(typeof operatorRefusals)[number]>> {
  const { installation, test } = context;
  if (!installation?.isOpen) return { refused: 'settings_screens_off' };
  if (test) return { refused: 'live_key_needed' };
  return (await isOperator(installation, context)) ? installation : { refused: 'operator_needed' };
}

/** Whether the caller is a person who is an operator. */
export const isOperator = async (
  installation: Installation,
  { isPerson, actor, accountId, scopes }: Caller,
): Promise<boolean> =>
  isPerson === true &&
  installation.isOperator({ personId: actor, accountId, isOwner: scopes.includes('account:admin') });
