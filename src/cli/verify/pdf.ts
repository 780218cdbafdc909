import { readFile, stat } from 'node:fs/promises';
import { checkPdfSeal, PDF_BYTES_MAX } from '../../audit/pdf-seal/verify-pdf-seal.ts';
import type { Config } from '../../config.ts';
import { CommandError, say } from '../terminal/output.ts';
import { signedPdfMessage } from './signed-pdf-messages.ts';
import { originOf } from './signed-pdf-origin.ts';

/**
 * `facturier verify --pdf FILE [--trust FINGERPRINT]`: checks a signed file offline. If the data
 * folder has a database, also checks that one of its accounts sealed the file and that the audit
 * chain records it. Returns the exit code.
 */
export async function verifyPdf(
  file: string,
  config: Config,
  options: { json?: boolean; trust?: readonly string[] },
): Promise<0 | 1> {
  const bytes = await bytesOfFile(file);
  const checked = await checkPdfSeal(bytes);
  const isTrusted = checked.seal !== undefined && (options.trust ?? []).includes(checked.seal.fingerprint);
  const found = await originOf(bytes, checked, { config, isTrusted, trust: options.trust ?? [] });
  const faults = [...checked.faults, ...found.faults];
  const { seal, stamp, evidence } = checked;
  const sealed = seal && { by: seal.by, fingerprint: seal.fingerprint, at: seal.at };
  const { asked, account, origin } = found;
  const chain = { asked, account, documentId: origin?.documentId, number: origin?.number, seq: origin?.link?.seq };
  const json = {
    intact: faults.length === 0,
    level: 'simple',
    faults,
    isTrusted,
    seal: sealed,
    stamp,
    evidence,
    chain,
  };
  say(options, json, signedPdfMessage(checked, found, { faults, isTrusted }));
  return faults.length === 0 ? 0 : 1;
}

async function bytesOfFile(file: string): Promise<Buffer> {
  try {
    // Facturier writes no file this large, so it cannot be ours: an empty buffer is refused as
    // unsealed.
    const { size } = await stat(file);
    return size > PDF_BYTES_MAX ? Buffer.alloc(0) : await readFile(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError({
      fr: `le fichier ${file} ne peut pas être lu (${code})`,
      en: `the file ${file} cannot be read (${code})`,
    });
  }
}
