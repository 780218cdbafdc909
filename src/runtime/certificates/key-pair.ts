import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A certificate and its private key, both PEM. */
export type CertifiedKey = { readonly certificate: string; readonly key: string };

/**
 * Reads a certificate with its key; undefined if one is missing or they do not match (a killed
 * writer).
 */
export async function readPair(folder: string, certFile: string, keyFile: string): Promise<CertifiedKey | undefined> {
  try {
    const [certificate, key] = await Promise.all(
      [certFile, keyFile].map((file) => readFile(join(folder, file), 'utf8')),
    );
    const pair = { certificate: certificate ?? '', key: key ?? '' };
    const belong = new X509Certificate(pair.certificate).checkPrivateKey(createPrivateKey(pair.key));
    return belong ? pair : undefined;
  } catch {
    return undefined;
  }
}

/** Writes a certificate and its key atomically; only the owner can read the key. */
export async function writePair(
  folder: string,
  pair: CertifiedKey,
  [certFile, keyFile]: [string, string],
): Promise<void> {
  for (const [file, content, mode] of [
    [keyFile, pair.key, 0o600],
    [certFile, pair.certificate, 0o644],
  ] as const) {
    await writeFile(join(folder, `${file}.new`), content, { mode });
    await rename(join(folder, `${file}.new`), join(folder, file));
  }
}
