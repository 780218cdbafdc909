import pg from 'pg';
import { makeClosures } from '../../api/account/closures.ts';
import { type CreatedArchive, createArchive } from '../../archive/write/create-archive.ts';
import { ArchiveError } from '../../archive/write/members.ts';
import { renderMissing } from '../../archive/write/render-missing.ts';
import { fingerprintOf, knownPublicKeys } from '../../audit/keys/public-keys.ts';
import { append, lockChainHead } from '../../db/audit/append-to-chain.ts';
import { linksWithin } from '../../db/audit/read-for-archive.ts';
import type { QueryFn } from '../../db/audit/verify/finding.ts';
import { bytesOf, FileAltered } from '../../db/billing/stored-files.ts';
import { setAccount } from '../../db/row-security.ts';
import { inTransaction } from '../../db/transaction.ts';
import { scopes } from '../../domain/account/scope.ts';
import { addDays, civilDayOf, isCivilDay, startOfDay } from '../../domain/time/civil-day.ts';
import { withRootPrivileges } from '../../runtime/privileges/process-rights.ts';
import { serviceVersion } from '../../runtime/service-version.ts';
import { clockIn } from '../../services/account/account-clock.ts';
import { readAccountSettings } from '../accounts/account-settings.ts';
import type { CommandContext } from '../command-context.ts';
import { OPERATOR, resolveAccount, runAsOperator } from '../run-as-operator.ts';
import { CommandError, inWords, say, shellWord, UsageError } from '../terminal/output.ts';
import { progressOn } from '../terminal/progress.ts';

export type ArchiveOptions = { json?: boolean; account?: string; test?: boolean; from: string; to: string };

/** `facturier archive --from 2026-01-01 --to 2026-12-31 FILE` */
export async function archive(service: CommandContext, path: string, options: ArchiveOptions): Promise<void> {
  const made = await archivePeriod(service, path, options);
  const key = (await knownPublicKeys(service.config.dataFolder)).get(made.statement.keyId);
  const fingerprint = key && fingerprintOf(key);
  const { statement, manifest: _, ...counts } = made;
  say(options, { file: path, ...counts, statement, fingerprint }, archiveMessage(path, made, fingerprint ?? ''));
}

/**
 * Closes finished periods, renders the PDFs that were never downloaded, writes all records of these
 * days to one signed file and records its hash in the audit chain.
 */
export async function archivePeriod(
  service: CommandContext,
  path: string,
  options: Omit<ArchiveOptions, 'json'>,
): Promise<CreatedArchive> {
  const account = await resolveAccount(service, options.account);
  const { test = false, from, to } = options;
  const { name, zone } = await readAccountSettings(service, account);
  checkDays({ from, to, today: civilDayOf(service.services.now(), zone) });
  for (let more = true; more; ) {
    more = (await runAsOperator<{ hasMore: boolean }>(service, account, makeClosures, { test })).hasMore;
  }
  const asked = { ...{ accountId: account, test, from, to, zone }, name };
  try {
    await rendered(service, asked);
    return await written(service, path, asked);
  } catch (error) {
    if (error instanceof ArchiveError) throw new CommandError(notSound(error.at));
    if (error instanceof FileAltered) throw new CommandError(notSound(error.sha256));
    if (UNWRITABLE.has((error as NodeJS.ErrnoException).code ?? ''))
      throw new CommandError(notWritable(path, (error as Error).message));
    throw error;
  }
}

/** File system errors that mean the file cannot be written. */
const UNWRITABLE: ReadonlySet<string> = new Set(['EACCES', 'ENOENT', 'ENOSPC', 'EROFS', 'EISDIR', 'ENOTDIR', 'EPERM']);

function checkDays({ from, to, today }: { from: string; to: string; today: string }): void {
  for (const day of [from, to]) {
    if (!isCivilDay(day) || day < '1970-01-02')
      throw new UsageError({
        fr: `« ${day} » n’est pas une date. Écrivez par exemple 2026-12-31`,
        en: `"${day}" is not a date. Write for example 2026-12-31`,
      });
  }
  if (from > to)
    throw new UsageError({ fr: '--from ne peut pas être après --to', en: '--from must not come after --to' });
  if (to > today)
    throw new UsageError({
      fr: `--to ne peut pas être après aujourd’hui (${today})`,
      en: `--to cannot be after today (${today})`,
    });
}

type Asked = { accountId: string; test: boolean; from: string; to: string; zone: string; name: string };

async function rendered(service: CommandContext, asked: Asked): Promise<void> {
  const { services } = service;
  const caller = { accountId: asked.accountId, test: asked.test, scopes, actor: OPERATOR };
  const progress = progressOn(process.stderr);
  try {
    await onSnapshot(service, asked.accountId, async (ask) => {
      const span = await linksWithin(ask, asked, secondsOf(asked));
      if (span) await renderMissing(services, caller, span, progress.show);
    });
  } finally {
    progress.end();
  }
}

const secondsOf = ({ from, to, zone }: Asked) => ({
  start: startOfDay(from, zone),
  end: startOfDay(addDays(to, 1), zone),
});

async function written(service: CommandContext, path: string, asked: Asked): Promise<CreatedArchive> {
  const { services, config, seal } = service;
  const { accountId } = asked;
  const progress = progressOn(process.stderr);
  try {
    const writing = await onSnapshot(service, accountId, async (ask) =>
      createArchive(
        path,
        { ...asked, id: services.newId(), now: services.now(), software: serviceVersion() },
        {
          ...{ ask, signer: seal.signer(undefined), keys: await knownPublicKeys(config.dataFolder) },
          bytesOf: (file) => bytesOf({ objects: services.environment.objects, accountId }, file),
          reach: withRootPrivileges,
          onProgress: progress.show,
        },
      ),
    );
    if (!writing) throw new CommandError(nothingRecorded(asked));
    try {
      await noted(service, asked, writing.made);
      await writing.keep();
    } catch (error) {
      await writing.drop();
      throw error;
    }
    services.environment.securityLog?.({ event: 'archive_made', account: accountId, actor: OPERATOR });
    return writing.made;
  } finally {
    progress.end();
  }
}

/**
 * Records the export in the audit chain, which proves when the archive was made and which one it
 * is.
 */
async function noted(
  { services }: CommandContext,
  { accountId, test, from, to }: Asked,
  { statement }: CreatedArchive,
): Promise<void> {
  const { seal } = services.environment;
  await inTransaction(services.pool, { accountId, test }, async (tx) => {
    const head = await lockChainHead(tx, test);
    const subject = { kind: 'archive', id: statement.id, number: `${from}/${to}` };
    const { sha256 } = statement;
    const { now: at } = await clockIn(services.now, tx, test);
    append(tx, { test, head, seal }, { type: 'archive_made', at, actor: OPERATOR, subject, sha256 });
    return { commit: true, answer: undefined };
  });
}

/** Reads from one snapshot, however long it takes, without blocking writers. */
async function onSnapshot<T>(
  { database }: CommandContext,
  accountId: string,
  work: (ask: QueryFn) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...database.serving, statement_timeout: 0, application_name: 'facturier archive' });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    for (const { text } of setAccount({ accountId, test: false })) await client.query(text);
    return await work(async ({ text }, values) => (await client.query(text, values as unknown[])).rows);
  } finally {
    await client.end().catch(() => {});
  }
}

const archiveMessage = (
  path: string,
  { links, documents, payments, closures, files, statement }: CreatedArchive,
  key: string,
) =>
  inWords({
    fr: `Archive écrite : ${path}\n${documents} document(s), ${payments} paiement(s), ${closures} clôture(s), ${files} fichier(s), ${links} entrée(s) de piste d’audit.\nSHA-256 (hors signature) : ${statement.sha256}\nEmpreinte de la clé, à conserver ailleurs : ${key}\nPour vérifier l’archive sur n’importe quelle machine : npx facturier verify --archive ${shellWord(path)} --trust ${key}`,
    en: `Archive written: ${path}\n${documents} document(s), ${payments} payment(s), ${closures} closure(s), ${files} file(s), ${links} audit trail entries.\nSHA-256 (without the signature): ${statement.sha256}\nKey fingerprint (keep a copy elsewhere): ${key}\nTo verify the archive on any machine: npx facturier verify --archive ${shellWord(path)} --trust ${key}`,
  });
const nothingRecorded = ({ from, to }: Asked) => ({
  fr: `rien n’a été enregistré du ${from} au ${to} : il n’y a rien à archiver`,
  en: `nothing was recorded from ${from} to ${to}: there is nothing to archive`,
});
const notSound = (at: string) => ({
  fr: `${at} manque ou a été modifié : une archive ne prouverait rien. Pour voir ce qui ne va pas : npx facturier verify`,
  en: `${at} is missing or was changed, so an archive would prove nothing. To see what is wrong: npx facturier verify`,
});
const notWritable = (path: string, why: string) => ({
  fr: `« ${path} » ne peut pas être écrit : ${why}`,
  en: `"${path}" cannot be written: ${why}`,
});
