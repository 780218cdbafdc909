import { readFile, stat } from 'node:fs/promises';
import { purchaseImport } from '../../api/books/purchase-import.ts';
import { productImport } from '../../api/catalogue/product-import-export.ts';
import { customerImport } from '../../api/customers/customer-import-export.ts';
import type { ImportReport, RowNote } from '../../domain/import-report.ts';
import { importSources } from '../../domain/import-source.ts';
import type { PurchaseSums } from '../../services/books/purchase-importer.ts';
import type { CommandContext } from '../command-context.ts';
import { resolveAccount, runAsOperator } from '../run-as-operator.ts';
import { CommandError, inWords, labeled, say, UsageError } from '../terminal/output.ts';
import { progressOn } from '../terminal/progress.ts';

/** What can be exported and imported again. */
export type Sort = 'products' | 'customers';
export type ImportSort = Sort | 'purchases';
type Options = {
  json?: boolean;
  account?: string;
  test?: boolean;
  dryRun?: boolean;
  skipBad?: boolean;
  updateExisting?: boolean;
  importKnown?: boolean;
  separator?: string;
  encoding?: string;
  columns?: string;
};

/**
 * Maximum bytes and rows of an import. The file is held as text; rows are created a few hundred at
 * a time.
 */
const FILE_BYTES_MAX = 128 * 1_048_576;
const ROWS_MAX = 1_000_000;

const imports = { products: productImport, customers: customerImport, purchases: purchaseImport } as const;

/**
 * `facturier import products|customers|purchases FILE [--dry-run] [--skip-bad] [--update-existing]
 * [--import-known] [--columns JSON] [--test]`, in one transaction.
 */
export async function importFile(
  service: CommandContext,
  sort: ImportSort,
  bytes: Uint8Array,
  options: Options,
): Promise<void> {
  const account = await resolveAccount(service, options.account);
  const progress = progressOn(process.stderr);
  const operation = imports[sort]({ rowsMax: ROWS_MAX, onRows: progress.show });
  const { test = false, dryRun = false, skipBad = false, separator, encoding } = options;
  const ofSort =
    sort === 'purchases'
      ? { importKnown: options.importKnown ?? false }
      : { updateExisting: options.updateExisting ?? false, ...columnsFrom(options.columns) };
  const said = { dryRun, skipBad, ...ofSort, ...(separator && { separator }), ...(encoding && { encoding }) };
  try {
    const given = { body: { ...said, file: '' }, sentFile: bytes, test };
    const report = await runAsOperator<ImportReport & Partial<PurchaseSums>>(service, account, operation, given);
    progress.end();
    say(options, report, wordsOf(report));
  } catch (error) {
    progress.end();
    throw withRows(error);
  }
}

/** The meaning of columns by header: `{"Kunde":"name","Notiz":null}`. */
function columnsFrom(text: string | undefined): { columns?: readonly { header: string; member: unknown }[] } {
  if (text === undefined) return {};
  try {
    const said: unknown = JSON.parse(text);
    if (said && typeof said === 'object' && !Array.isArray(said))
      return { columns: Object.entries(said).map(([header, member]) => ({ header, member })) };
  } catch {
    // Reported below.
  }
  throw new UsageError({
    fr: '--columns attend du JSON, par exemple {"Kunde":"name","Ort":"billingAddress.city","Notiz":null}',
    en: '--columns must be JSON, such as {"Kunde":"name","Ort":"billingAddress.city","Notiz":null}',
  });
}

/**
 * Reads the whole file before root privileges are dropped, because only root may be able to read
 * it.
 */
export async function bytesOf(path: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(path);
    if (size <= FILE_BYTES_MAX) return await readFile(path);
  } catch (error) {
    throw new CommandError({
      fr: `« ${path} » ne peut pas être lu : ${(error as Error).message}`,
      en: `"${path}" cannot be read: ${(error as Error).message}`,
    });
  }
  throw new CommandError({
    fr: `« ${path} » dépasse ${FILE_BYTES_MAX / 1_048_576} Mio : découpez le fichier`,
    en: `"${path}" is larger than ${FILE_BYTES_MAX / 1_048_576} MiB: split the file`,
  });
}

/** The summary, then the rows that need attention. */
function wordsOf({
  dryRun,
  created,
  updated,
  skipped,
  known,
  amount,
  deductibleVat = 0,
  ...report
}: ImportReport & Partial<PurchaseSums>): string {
  const done = dryRun
    ? { fr: 'Essai à blanc, rien n’est écrit', en: 'Dry run, nothing is written' }
    : { fr: 'Importé', en: 'Imported' };
  const sum = {
    fr: `${done.fr} : ${created} créés, ${updated} modifiés, ${skipped} ignorés.`,
    en: `${done.en}: ${created} created, ${updated} updated, ${skipped} skipped.`,
  };
  const program = report.source && importSources[report.source];
  const ofProgram = {
    fr: `Logiciel d’origine : ${program ?? 'inconnu'} ; déjà importés : ${known}.`,
    en: `List of ${program ?? 'another program'}; imported before: ${known}.`,
  };
  const ofPurchases = {
    fr: `Montant TTC ${euros(amount ?? 0)} €, dont TVA déductible ${euros(deductibleVat)} € ; déjà au registre : ${known}.`,
    en: `Amount ${euros(amount ?? 0)} EUR, of which deductible VAT ${euros(deductibleVat)} EUR; already in the register: ${known}.`,
  };
  const errors = linesOf(report.errors, report.errorCount);
  return [
    inWords(sum),
    ...(report.source === undefined ? [] : [inWords(ofProgram)]),
    ...(amount === undefined ? [] : [inWords(ofPurchases)]),
    ...errors,
    ...linesOf(report.warnings, report.warningCount),
  ].join('\n');
}

const euros = (cents: number): string => (cents / 100).toFixed(2);

function linesOf(notes: readonly RowNote[], count: number): string[] {
  const lines = notes.map(({ row, column, message }) => {
    const place = inWords({ fr: `ligne ${row}`, en: `row ${row}` });
    return labeled(`  ${place}${column === undefined ? '' : `, ${column}`}`, message);
  });
  const more = count - notes.length;
  return more > 0 ? [...lines, inWords({ fr: `  … et ${more} autres`, en: `  … and ${more} more` })] : lines;
}

/** Adds the faulty rows to a refusal. */
function withRows(error: unknown): unknown {
  if (!(error instanceof CommandError)) return error;
  const { report } = error.json as { report?: ImportReport };
  if (!report) return error;
  const text = [error.message, ...linesOf(report.errors, report.errorCount)].join('\n');
  return new CommandError({ fr: text, en: text }, error.json);
}
