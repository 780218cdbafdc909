import { makeClosures } from '../../api/account/closures.ts';
import { type CreatedArchive, createArchive } from '../../archive/write/create-archive.ts';
import { ArchiveError } from '../../archive/write/members.ts';
import { type ArchivedPeriod, onSnapshot, recordArchive, renderPeriod } from '../../archive/write/period-archive.ts';
import { fingerprintOf, knownPublicKeys } from '../../audit/keys/public-keys.ts';
import { bytesOf, FileAltered } from '../../db/billing/stored-files.ts';
import { inTransaction } from '../../db/transaction.ts';
import { archiveSpanFault } from '../../domain/account/archive.ts';
import { civilDayOf } from '../../domain/time/civil-day.ts';
import { withRootPrivileges } from '../../runtime/privileges/process-rights.ts';
import { serviceVersion } from '../../runtime/service-version.ts';
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
  const asked = { ...{ accountId: account, test, from, to, zone, actor: OPERATOR }, name };
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

function checkDays(span: { from: string; to: string; today: string }): void {
  const fault = archiveSpanFault(span);
  if (!fault) return;
  const { today } = span;
  if (fault.fault === 'not_a_day')
    throw new UsageError({
      fr: `« ${fault.day} » n’est pas une date. Écrivez par exemple 2026-12-31`,
      en: `"${fault.day}" is not a date. Write for example 2026-12-31`,
    });
  throw new UsageError(
    fault.fault === 'reversed'
      ? { fr: '--from ne peut pas être après --to', en: '--from must not come after --to' }
      : { fr: `--to ne peut pas être après aujourd’hui (${today})`, en: `--to cannot be after today (${today})` },
  );
}

type Asked = ArchivedPeriod & { name: string };

async function rendered({ services, database }: CommandContext, asked: Asked): Promise<void> {
  const progress = progressOn(process.stderr);
  try {
    await renderPeriod(services, database.serving, asked, progress.show);
  } finally {
    progress.end();
  }
}

async function written(service: CommandContext, path: string, asked: Asked): Promise<CreatedArchive> {
  const { services, config, seal, database } = service;
  const { accountId, test } = asked;
  const progress = progressOn(process.stderr);
  try {
    const writing = await onSnapshot(database.serving, accountId, async (ask) =>
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
      await inTransaction(services.pool, { accountId, test }, async (tx) => {
        await recordArchive(tx, services, asked, writing.made.statement);
        return { commit: true, answer: undefined };
      });
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

const archiveMessage = (
  path: string,
  { links, documents, payments, closures, bookClosings, files, statement }: CreatedArchive,
  key: string,
) =>
  inWords({
    fr: `Archive écrite : ${path}\n${documents} document(s), ${payments} paiement(s), ${closures} clôture(s), ${bookClosings} clôture(s) des livres, ${files} fichier(s), ${links} entrée(s) de piste d’audit.\nSHA-256 (hors signature) : ${statement.sha256}\nEmpreinte de la clé, à conserver ailleurs : ${key}\nPour vérifier l’archive sur n’importe quelle machine : npx facturier verify --archive ${shellWord(path)} --trust ${key}`,
    en: `Archive written: ${path}\n${documents} document(s), ${payments} payment(s), ${closures} closure(s), ${bookClosings} closing(s) of the books, ${files} file(s), ${links} audit trail entries.\nSHA-256 (without the signature): ${statement.sha256}\nKey fingerprint (keep a copy elsewhere): ${key}\nTo verify the archive on any machine: npx facturier verify --archive ${shellWord(path)} --trust ${key}`,
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
