import { once } from 'node:events';
import { createWriteStream, openSync, renameSync, rmSync, type WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { exportProducts } from '../../api/catalogue/product-import-export.ts';
import { exportCustomers } from '../../api/customers/customer-import-export.ts';
import { withRootPrivileges } from '../../runtime/privileges/process-rights.ts';
import type { CommandContext } from '../command-context.ts';
import { resolveAccount, runAsOperator } from '../run-as-operator.ts';
import { CommandError, inWords, say, UsageError } from '../terminal/output.ts';
import type { Sort } from './import.ts';

type Options = { json?: boolean; account?: string; test?: boolean; plain?: boolean };
type Part = { csv: string; next?: string };

const exports = { products: exportProducts, customers: exportCustomers } as const;

/**
 * `facturier export products|customers [FILE] [--excel-fr|--plain] [--test]`: to a file or to
 * standard output.
 */
export async function exportFile(
  service: CommandContext,
  sort: Sort,
  path: string | undefined,
  options: Options,
): Promise<void> {
  if (path === undefined && options.json) {
    throw new UsageError({ fr: 'avec --json, indiquez le fichier', en: 'with --json, give a file' });
  }
  const account = await resolveAccount(service, options.account);
  const { test = false } = options;
  const query = { format: options.plain ? 'plain' : 'excel-fr' };
  const part = (after: string | undefined) =>
    runAsOperator<Part>(service, account, exports[sort], { query: { ...query, ...(after && { after }) }, test });
  if (path === undefined) {
    await writeParts(process.stdout, part);
    return;
  }
  await toFile(path, (stream) => writeParts(stream, part));
  say(options, { file: path }, inWords({ fr: `Écrit dans ${path}.`, en: `Written to ${path}.` }));
}

/** Writes part after part, as fast as the reader takes them. */
async function writeParts(
  stream: NodeJS.WritableStream,
  part: (after: string | undefined) => Promise<Part>,
): Promise<void> {
  let after: string | undefined;
  do {
    const { csv, next } = await part(after);
    if (!stream.write(csv)) await once(stream, 'drain');
    after = next;
  } while (after !== undefined);
}

/** Writes to a temporary file and renames it once complete; the old file stays until then. */
async function toFile(path: string, write: (stream: NodeJS.WritableStream) => Promise<void>): Promise<void> {
  const part = `${path}.part`;
  let stream: WriteStream | undefined;
  try {
    // The file belongs to the operator, so it is opened with the operator's rights.
    stream = createWriteStream(part, { fd: withRootPrivileges(() => openSync(part, 'w')) });
    await write(stream);
    stream.end();
    await finished(stream);
    withRootPrivileges(() => renameSync(part, path));
  } catch (error) {
    stream?.destroy();
    withRootPrivileges(() => rmSync(part, { force: true }));
    if (error instanceof CommandError) throw error;
    throw new CommandError({
      fr: `« ${path} » ne peut pas être écrit : ${(error as Error).message}`,
      en: `"${path}" cannot be written: ${(error as Error).message}`,
    });
  }
}
