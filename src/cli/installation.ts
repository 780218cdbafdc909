import { lookup } from 'node:dns/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { WebhookSecrets } from '../audit/secrets/webhook-secrets.ts';
import type { Config } from '../config.ts';
import { realAccounts } from '../db/account/all-accounts.ts';
import {
  isMarkedOperator,
  type SettingName,
  type StoredSetting,
  settingVersions,
  storedSettings,
  storeSetting,
} from '../db/installation/installation-settings.ts';
import { type MailServer, serverOfSmtpUrl, smtpUrlOf } from '../domain/mail/mail-server.ts';
import { serviceVersion } from '../runtime/service-version.ts';
import { mayReach } from '../schemas/events/public-address.ts';
import type {
  AddressSetting,
  ChangedBy,
  Installation,
  MailSetting,
  MailTestResult,
  SettingOrigin,
} from '../services/account/installation.ts';
import type { AppEnvironment } from '../services/app-environment.ts';
import { backupSetting } from './backup/backup-setting.ts';
import { updateSetting } from './update-setting.ts';

/** Milliseconds between two checks whether another process changed a setting. */
const LOOK_MS = 3_000;
/** Milliseconds a test mail may take. */
const TEST_MS = 60_000;

/** The mail server in use, with its password; undefined if none is set. */
type MailServerInUse = { readonly smtpUrl: string; readonly from: string };

type Opening = {
  config: Pick<
    Config,
    'mail' | 'settingsOnScreens' | 'backup' | 'backupPassphrase' | 'dataFolder' | 'publicUrlFrom' | 'updatesUrl'
  >;
  /** Whether the database is embedded, so that its backups are ours. */
  isEmbedded: boolean;
  now: () => number;
  owner: pg.Pool;
  pool: pg.Pool;
  secrets: WebhookSecrets;
  /**
   * Tables are distributed over several nodes, where the number of accounts is not known: only a
   * person named with `facturier person operator` may change settings.
   */
  isSharded: boolean;
  environment: AppEnvironment;
  /** Extra certificate authorities of mail servers. */
  mailCa?: string | Buffer | undefined;
};

/** The settings of the installation in one process. */
export type OpenInstallation = Omit<Installation, 'backup'> & {
  readonly backup: ReturnType<typeof backupSetting>;
  /** Calls this whenever a setting has changed. */
  readonly onChange: (changed: () => void) => void;
  /** The mail server in use; changes when an operator changes it. */
  readonly mailServer: () => MailServerInUse | undefined;
  /** Follows changes of other processes until the returned function is called. */
  readonly watch: (log: Pick<Logger, 'error' | 'info'>, lookMs?: number) => () => void;
};

/** Stored as `mail`. The password is encrypted (`secret`); absent if there is none. */
type StoredMail = MailServer & { readonly secret?: string };

/** The records the encrypted secrets are bound to. */
const MAIL_SECRET = 'installation mail';
const BACKUP_SECRET = 'installation backup';

/**
 * Opens the settings of the installation and writes those in use into the environment of the
 * services, now and whenever they change. Environment variables always win.
 */
export async function openInstallation(given: Opening): Promise<OpenInstallation> {
  const { config, owner, pool, secrets, environment } = given;
  let settings: ReadonlyMap<SettingName, StoredSetting> = new Map();
  const listeners: (() => void)[] = [];
  const refresh = async (): Promise<void> => {
    settings = await storedSettings(owner);
    environment.mail = from();
    address.apply();
    for (const changed of listeners) changed();
  };
  const write = async (name: SettingName, value: unknown, changed: ChangedBy): Promise<void> => {
    await storeSetting(owner, { name, value, ...changed });
    await refresh();
  };
  const stored = () => settings.get('mail')?.value as StoredMail | undefined;
  const password = (): string | undefined => opened(secrets, stored()?.secret, MAIL_SECRET);
  const isPasswordLost = (): boolean => stored()?.secret !== undefined && password() === undefined;
  const mailServer = (): MailServerInUse | undefined => {
    const server = stored();
    if (config.mail) return config.mail;
    return server && !isPasswordLost() ? { smtpUrl: smtpUrlOf(server, password()), from: server.from } : undefined;
  };
  const from = () => {
    const server = mailServer();
    return server && { from: server.from };
  };
  const address = addressSetting({ environment, stored: () => settings.get('address'), fixed: config.publicUrlFrom });
  await refresh();
  return {
    version: serviceVersion(),
    isOpen: config.settingsOnScreens,
    isOperator: async ({ personId, accountId, isOwner }) =>
      (isOwner && !given.isSharded && (await isOnlyAccount(owner, accountId))) || isMarkedOperator(owner, personId),
    address: { current: address.current, store: (url, changed) => write('address', url && { url }, changed) },
    updates: updateSetting({
      ...{ config, owner, pool, now: given.now, originOf },
      write: (value, changed) => write('updates', value, changed),
    }),
    mail: {
      current: () => currentMail(config.mail, { kept: settings.get('mail'), isPasswordLost: isPasswordLost() }),
      isPrivate,
      store: async (server, typed, changed) => {
        const secret = typed === undefined ? stored()?.secret : sealed(secrets, typed);
        await write('mail', { ...server, ...(secret !== undefined && { secret }) } satisfies StoredMail, changed);
      },
      remove: (changed) => write('mail', undefined, changed),
      trySending: (content, id, now) => trySending(mailServer(), { content, id, now, ca: given.mailCa }),
    },
    backup: backupSetting({
      ...{ config, isEmbedded: given.isEmbedded, now: given.now },
      stored: () => ({ value: settings.get('backup')?.value as never, origin: originOf(settings.get('backup')) }),
      write: (value, changed) => write('backup', value, changed),
      seal: (text) => secrets.lock(text, BACKUP_SECRET),
      open: (secret) => opened(secrets, secret, BACKUP_SECRET),
      queue: async (when) => {
        const { queueBackup, queueDailyBackup } = await import('../jobs/backup/make-backup.ts');
        await (when === 'at_once' ? queueBackup : queueDailyBackup)({ pool, now: given.now });
      },
    }),
    onChange: (changed) => void listeners.push(changed),
    mailServer,
    watch: (log, lookMs = LOOK_MS) => following({ pool, refresh, log, lookMs }),
  };
}

/**
 * The public address: a variable wins, otherwise what an operator stored, otherwise the one the
 * process began with. Everything reads it from the environment of the services at each use.
 */
function addressSetting(given: {
  environment: AppEnvironment;
  stored: () => StoredSetting | undefined;
  fixed: Config['publicUrlFrom'];
}): { current: () => AddressSetting; apply: () => void } {
  const { environment, stored, fixed } = given;
  let replaced: string | undefined;
  return {
    current: () => ({
      origin: fixed ? { source: 'environment', variable: fixed } : originOf(stored()),
      url: environment.publicUrl,
    }),
    apply: () => {
      if (fixed) return;
      const { url } = (stored()?.value ?? {}) as { url?: string };
      if (url !== undefined) {
        replaced ??= environment.publicUrl;
        environment.publicUrl = url;
      } else if (replaced !== undefined) {
        environment.publicUrl = replaced;
        replaced = undefined;
      }
    },
  };
}

function currentMail(
  fixed: Config['mail'],
  { kept, isPasswordLost }: { kept: StoredSetting | undefined; isPasswordLost: boolean },
): MailSetting {
  if (fixed) {
    const { hasPassword, ...server } = serverOfSmtpUrl(fixed.smtpUrl, fixed.from);
    return { origin: { source: 'environment', variable: 'SMTP_URL' }, server, hasPassword, isPasswordLost: false };
  }
  const stored = kept?.value as StoredMail | undefined;
  if (!stored) return { origin: originOf(kept), hasPassword: false, isPasswordLost };
  const { secret, ...server } = stored;
  return { origin: originOf(kept), server, hasPassword: secret !== undefined, isPasswordLost };
}

const originOf = (kept: StoredSetting | undefined): SettingOrigin => {
  if (!kept) return { source: 'none' };
  const { changedAt, changedBy } = kept;
  return kept.value === undefined ? { source: 'none', changedAt } : { source: 'screen', changedAt, changedBy };
};

const sealed = (secrets: WebhookSecrets, text: string | null): string | undefined =>
  text === null ? undefined : secrets.lock(text, MAIL_SECRET);

/** Undefined if there is no password, or its key was replaced. */
function opened(secrets: WebhookSecrets, secret: string | undefined, place: string): string | undefined {
  try {
    return secret === undefined ? undefined : secrets.open(secret, place);
  } catch {
    return undefined;
  }
}

async function isOnlyAccount(owner: pg.Pool, accountId: string): Promise<boolean> {
  const [only, another] = await realAccounts(owner, 2);
  return only?.id === accountId && another === undefined;
}

/** By the system's lookup, which also knows the names of a local network or of containers. */
async function isPrivate(host: string): Promise<boolean> {
  try {
    const addresses = await lookup(host, { all: true });
    return addresses.length > 0 && addresses.every(({ address }) => !mayReach(address, []));
  } catch {
    return false;
  }
}

async function trySending(
  server: MailServerInUse | undefined,
  {
    content,
    id,
    now,
    ca,
  }: {
    content: Parameters<Installation['mail']['trySending']>[0];
    id: string;
    now: number;
    ca: string | Buffer | undefined;
  },
): Promise<MailTestResult> {
  if (!server) return { fault: 'connection' };
  // Loaded only if mail is sent: the SMTP library takes 16 MB.
  const { createSmtpClient } = await import('../jobs/mail/smtp-client.ts');
  const post = createSmtpClient(server.smtpUrl, { from: server.from, ca });
  const sent = await post({ id, content, files: [], createdAt: now }, AbortSignal.timeout(TEST_MS));
  const { fault, latencyMs, isSenderRefused } = sent;
  const answer = sent.answer?.trim();
  if (fault === undefined) return { latencyMs, answer };
  if (fault === 'refused' && isSenderRefused) return { fault: 'sender_refused', answer };
  return { fault: fault === 'file_altered' || fault === 'no_longer_due' ? 'refused' : fault, answer };
}

/** Compares the versions of the settings every few seconds, and reads them again if one differs. */
function following(given: {
  pool: pg.Pool;
  refresh: () => Promise<void>;
  log: Pick<Logger, 'error' | 'info'>;
  lookMs: number;
}): () => void {
  const { pool, refresh, log, lookMs } = given;
  let seen: string | undefined;
  let looking = false;
  let lastError: string | undefined;
  const look = async (): Promise<void> => {
    const mark = await settingVersions(pool);
    if (mark === seen) return;
    await refresh();
    if (seen !== undefined) log.info('the settings of the installation were changed');
    seen = mark;
  };
  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    look()
      .then(
        () => {
          lastError = undefined;
        },
        (error: unknown) => {
          if (lastError !== String(error))
            log.error({ err: error }, 'the settings of the installation could not be read');
          lastError = String(error);
        },
      )
      .finally(() => {
        looking = false;
      });
  }, lookMs).unref();
  return () => clearInterval(timer);
}
