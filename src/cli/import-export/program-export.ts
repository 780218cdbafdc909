import { createWriteStream, mkdtempSync, openSync, renameSync, rmSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programExportOperations } from '../../api/account/program-exports.ts';
import { zipWriter } from '../../archive/account-export/zip/zip-writer.ts';
import { withRootPrivileges } from '../../runtime/privileges/process-rights.ts';
import type { Program } from '../../services/import-export/programs/program-file.ts';
import type { CommandContext } from '../command-context.ts';
import { resolveAccount, runAsOperator } from '../run-as-operator.ts';
import { CommandError, inWords, say } from '../terminal/output.ts';

type Options = { json?: boolean; account?: string; test?: boolean; format: Program };
type Part = { csv: string; next?: string };
type Described = { files: { name: string; operation: string }[]; texts: { name: string; text: string }[] };

const operationNamed = (name: string) => {
  const found = programExportOperations.find((operation) => operation.name === name);
  if (!found) throw new Error(`there is no operation ${name}`);
  return found;
};

/**
 * `facturier export FILE --format dolibarr|odoo [--test]`: a ZIP file with the customers, the
 * catalogue, the bills and their payments as another program imports them.
 */
export async function exportToProgram(service: CommandContext, path: string, options: Options): Promise<void> {
  const account = await resolveAccount(service, options.account);
  const { test = false, format: program } = options;
  const asked = <Answer>(name: string, query: object) =>
    runAsOperator<Answer>(service, account, operationNamed(name), { query: { program, ...query }, test });
  const { files, texts } = await asked<Described>('describe-program-export', {});
  const unfinished = `${path}.part`;
  try {
    // The file belongs to the operator, so it is opened with the operator's rights.
    const out = createWriteStream(unfinished, { fd: withRootPrivileges(() => openSync(unfinished, 'w')) });
    const zip = zipWriter(out, openSpool);
    for (const { name, text } of texts) await zip.add(name, text);
    for (const { name, operation } of files) {
      const member = zip.open(name);
      let after: string | undefined;
      do {
        const { csv, next } = await asked<Part>(operation, { file: name, ...(after && { after }) });
        if (!member.out.write(csv)) await new Promise((then) => member.out.once('drain', then));
        after = next;
      } while (after !== undefined);
      await member.end();
    }
    await zip.finish();
    withRootPrivileges(() => renameSync(unfinished, path));
  } catch (error) {
    withRootPrivileges(() => rmSync(unfinished, { force: true }));
    if (error instanceof CommandError) throw error;
    throw new CommandError({
      fr: `« ${path} » ne peut pas être écrit : ${(error as Error).message}`,
      en: `"${path}" cannot be written: ${(error as Error).message}`,
    });
  }
  say(options, { file: path, program }, inWords({ fr: `Écrit dans ${path}.`, en: `Written to ${path}.` }));
}

/** A temporary file that is deleted already: it goes with the process. */
function openSpool(name: string): number {
  const folder = mkdtempSync(join(tmpdir(), 'facturier-export-'));
  const path = join(folder, name);
  const fd = openSync(path, 'w+');
  unlinkSync(path);
  rmSync(folder, { recursive: true });
  return fd;
}
