import { createWriteStream, openSync, renameSync, rmSync } from 'node:fs';
import { makeClosures } from '../../api/account/closures.ts';
import { type FinishedExport, prepareExport, writeExport } from '../../archive/account-export/export-account.ts';
import { ArchiveError } from '../../archive/write/members.ts';
import { recordArchive } from '../../archive/write/period-archive.ts';
import { FileAltered } from '../../db/billing/stored-files.ts';
import { inTransaction } from '../../db/transaction.ts';
import { withRootPrivileges } from '../../runtime/privileges/process-rights.ts';
import { serviceVersion } from '../../runtime/service-version.ts';
import { readAccountSettings } from '../accounts/account-settings.ts';
import type { CommandContext } from '../command-context.ts';
import { OPERATOR, resolveAccount, runAsOperator } from '../run-as-operator.ts';
import { CommandError, inWords, say } from '../terminal/output.ts';
import { progressOn } from '../terminal/progress.ts';

type Options = { json?: boolean; account?: string; test?: boolean };

/** `facturier export --all FILE [--account A] [--test]`: everything an account has, as one file. */
export async function exportAccount(service: CommandContext, path: string, options: Options): Promise<void> {
  const accountId = await resolveAccount(service, options.account);
  const { test = false } = options;
  const { name, zone } = await readAccountSettings(service, accountId);
  for (let more = true; more; )
    more = (await runAsOperator<{ hasMore: boolean }>(service, accountId, makeClosures, { test })).hasMore;
  const { services } = service;
  const requested = { id: services.newId(), accountId, test, actor: OPERATOR, name, zone, software: serviceVersion() };
  const { manifest, statement } = await toFile(service, path, requested).catch((error: Error) => {
    throw asCommandError(path, error);
  });
  services.environment.securityLog?.({
    ...{ event: 'export_made', account: accountId, actor: OPERATOR, operation: 'export --all' },
  });
  const rows = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0);
  const facts = { file: path, tables: manifest.tables, rows, files: manifest.files, bytes: statement.bytes };
  say(options, { ...facts, sha256: statement.sha256 }, inWords(writtenText({ path, rows, files: manifest.files })));
}

type Requested = Parameters<typeof prepareExport>[2];

/** Writes to a temporary file and renames it once complete; an old file stays until then. */
async function toFile(service: CommandContext, path: string, requested: Requested): Promise<FinishedExport> {
  const { services, database } = service;
  const part = `${path}.part`;
  const progress = progressOn(process.stderr);
  // The file belongs to the operator, so it is opened with the operator's rights.
  const out = createWriteStream(part, { fd: withRootPrivileges(() => openSync(part, 'w', 0o600)) });
  try {
    const period = await prepareExport(services, database.serving, requested, progress.show);
    const finished = await writeExport(services, database.serving, {
      ...{ requested, period, out, onProgress: progress.show },
    });
    const { archived } = finished;
    const scope = { accountId: requested.accountId, test: requested.test };
    if (archived)
      await inTransaction(services.pool, scope, async (tx) => {
        await recordArchive(tx, services, archived.period, archived.statement);
        return { commit: true, answer: undefined };
      });
    withRootPrivileges(() => renameSync(part, path));
    return finished;
  } catch (error) {
    out.destroy();
    withRootPrivileges(() => rmSync(part, { force: true }));
    throw error;
  } finally {
    progress.end();
  }
}

function asCommandError(path: string, error: Error): Error {
  if (error instanceof ArchiveError) return new CommandError(notSound(error.at));
  if (error instanceof FileAltered) return new CommandError(notSound(error.sha256));
  const { code } = error as NodeJS.ErrnoException;
  return UNWRITABLE.has(code ?? '') ? new CommandError(notWritable(path, error.message)) : error;
}

/** File system errors that mean the file cannot be written. */
const UNWRITABLE: ReadonlySet<string> = new Set(['EACCES', 'ENOENT', 'ENOSPC', 'EROFS', 'EISDIR', 'ENOTDIR', 'EPERM']);

const writtenText = ({ path, rows, files }: { path: string; rows: number; files: number }) => ({
  fr: `Écrit dans ${path} : ${rows} enregistrement(s), ${files} fichier(s). Ouvrez index.html dans ce fichier. Aucun secret n’y est : ni mot de passe, ni clé d’API, ni accès à une banque.`,
  en: `Written to ${path}: ${rows} record(s), ${files} file(s). Open index.html in that file. It contains no secrets: no passwords, API keys or access to banks.`,
});
const notSound = (at: string) => ({
  fr: `${at} manque ou a été modifié : l’export ne serait pas complet. Pour voir ce qui ne va pas : npx facturier verify`,
  en: `${at} is missing or was changed, so the export would not be complete. To see what is wrong: npx facturier verify`,
});
const notWritable = (path: string, why: string) => ({
  fr: `« ${path} » ne peut pas être écrit : ${why}`,
  en: `"${path}" cannot be written: ${why}`,
});
