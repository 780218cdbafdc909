import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type * as z from 'zod';
import {
  addImportFile,
  createImport,
  discardImport,
  getImport,
  runImportOperation,
} from '../../api/billing/past/imports.ts';
import { importSources } from '../../domain/import-source.ts';
import type { ImportJson, ImportPlanJson } from '../../schemas/billing/past/import.ts';
import type { CommandContext } from '../command-context.ts';
import { resolveAccount, runAsOperator } from '../run-as-operator.ts';
import { CommandError, inWords, labeled, say } from '../terminal/output.ts';
import { progressOn } from '../terminal/progress.ts';

type Options = { json?: boolean; account?: string; test?: boolean; dryRun?: boolean };
type Plan = z.output<typeof ImportPlanJson>;

/** Files of a folder, and their bytes together: they are read before root rights are dropped. */
const FILES_MAX = 1_000;
const BYTES_MAX = 512 * 1_048_576;

export type FolderFile = { readonly name: string; readonly bytes: Uint8Array };

/** The files of a folder and its subfolders, or one file; hidden files are left out. */
export async function filesIn(path: string): Promise<readonly FolderFile[]> {
  const files: FolderFile[] = [];
  let bytes = 0;
  try {
    const isFolder = (await stat(path)).isDirectory();
    const entries = isFolder ? await readdir(path, { recursive: true, withFileTypes: true }) : [];
    const paths = isFolder
      ? entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
      : [path];
    for (const each of paths.toSorted()) {
      if (basename(each).startsWith('.')) continue;
      bytes += (await stat(each)).size;
      if (files.length >= FILES_MAX || bytes > BYTES_MAX) throw tooMuch(path);
      files.push({ name: basename(each), bytes: await readFile(each) });
    }
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError({
      fr: `« ${path} » ne peut pas être lu : ${(error as Error).message}`,
      en: `"${path}" cannot be read: ${(error as Error).message}`,
    });
  }
  return files;
}

const tooMuch = (path: string): CommandError =>
  new CommandError({
    fr: `« ${path} » a plus de ${FILES_MAX} fichiers ou de ${BYTES_MAX / 1_048_576} Mio : importez ses sous-dossiers un par un`,
    en: `"${path}" has more than ${FILES_MAX} files or ${BYTES_MAX / 1_048_576} MiB: import its subfolders one by one`,
  });

/**
 * `facturier import FOLDER [--dry-run] [--test]`: recognizes every file, then takes all of it over
 * or nothing.
 */
export async function importFolder(
  service: CommandContext,
  files: readonly FolderFile[],
  options: Options,
): Promise<void> {
  const account = await resolveAccount(service, options.account);
  const test = options.test ?? false;
  const begun = await runAsOperator<z.output<typeof ImportJson>>(service, account, createImport, { test });
  const path = { id: begun.id };
  const progress = progressOn(process.stderr);
  try {
    for (const [done, { name, bytes }] of files.entries()) {
      progress.show(done, files.length);
      if (bytes.length === 0) continue;
      await runAsOperator(service, account, addImportFile, { path, body: { name, file: '' }, sentFile: bytes, test });
    }
    const plan = await runAsOperator<Plan>(service, account, getImport, { path, test });
    progress.end();
    if (options.dryRun) {
      await runAsOperator(service, account, discardImport, { path, test });
      return say(options, plan, wordsOf(plan));
    }
    const done = await runAsOperator<Plan>(service, account, runImportOperation, { path, test });
    // The plan before it ran says what came; afterwards it is known.
    say(
      options,
      { ...plan, ...done, sums: plan.sums, fileList: plan.fileList },
      wordsOf({ ...plan, ...done, sums: plan.sums, leftOut: plan.leftOut }),
    );
  } catch (error) {
    progress.end();
    await runAsOperator(service, account, discardImport, { path, test }).catch(() => undefined);
    throw error;
  }
}

function wordsOf({ state, fileList, sums, leftOut, doubtful, known, result }: Plan): string {
  const done =
    state === 'done'
      ? {
          fr: `Repris : ${result?.documents} documents, ${result?.customers} clients, ${result?.products} produits.`,
          en: `Taken over: ${result?.documents} documents, ${result?.customers} customers, ${result?.products} products.`,
        }
      : { fr: 'Essai à blanc, rien n’est écrit.', en: 'Dry run, nothing is written.' };
  const lines = [inWords(done)];
  for (const { name, content, source, documents, fault } of fileList)
    lines.push(
      labeled(
        `  ${name}`,
        [source && importSources[source], content, documents > 0 ? String(documents) : undefined, fault]
          .filter(Boolean)
          .join(', '),
      ),
    );
  for (const { currency, invoices, creditNotes, payments, invoiced, paid, remaining } of sums)
    lines.push(
      inWords({
        fr: `${currency} : ${invoices} factures, ${creditNotes} avoirs, ${payments} règlements ; facturé ${amount(invoiced)}, réglé ${amount(paid)}, reste ${amount(remaining)}.`,
        en: `${currency}: ${invoices} invoices, ${creditNotes} credit notes, ${payments} payments; invoiced ${amount(invoiced)}, paid ${amount(paid)}, left ${amount(remaining)}.`,
      }),
    );
  if (doubtful > 0)
    lines.push(inWords({ fr: `À vérifier : ${doubtful} documents.`, en: `To check: ${doubtful} documents.` }));
  if (known > 0) lines.push(inWords({ fr: `Déjà repris : ${known}.`, en: `Taken over before: ${known}.` }));
  for (const { reason, count } of leftOut.filter((each) => each.reason !== 'known'))
    lines.push(inWords({ fr: `Laissés de côté (${reason}) : ${count}.`, en: `Left out (${reason}): ${count}.` }));
  return lines.join('\n');
}

const amount = (cents: number): string => (cents / 100).toFixed(2);
