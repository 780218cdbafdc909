import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { StartupError } from '../../startup-error.ts';
import { withFileLock } from '../file-lock.ts';
import { type CertifiedKey, readPair, writePair } from './key-pair.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A certificate with less validity than this is replaced. */
const RENEWAL_DAYS = 30;

/**
 * Returns the HTTPS certificate of this machine for these names, issued by an authority that exists
 * only in the data folder. Clients trust it through `<data>/tls/ca.pem`. A new authority is created
 * only if there is none, it expires, or its name constraints exclude a requested name; the
 * certificate is replaced 30 days before it expires or when the names change.
 */
export async function localCertificate(options: {
  dataFolder: string;
  /** Host names and IP addresses; localhost and the loopback addresses are always added. */
  names: readonly string[];
  now: Date;
}): Promise<CertifiedKey> {
  const folder = join(options.dataFolder, 'tls');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = [...new Set(['localhost', '127.0.0.1', '::1', ...options.names.filter((name) => !isWildcard(name))])];
  return withFileLock(join(folder, 'lock'), async () => {
    await requireWholeAuthority(folder);
    const kept = await readPair(folder, 'cert.pem', 'key.pem');
    const authority = await readPair(folder, 'ca.pem', 'ca-key.pem');
    if (kept && authority && stillGood(kept, { names, authority, now: options.now })) return kept;
    // Loaded on demand: most starts find valid files and save the time and memory of the library.
    const { CERTIFICATE_DAYS, mayVouchFor, issueCertificate, newAuthority } = await import('./issue-certificate.ts');
    const outlives = authority && daysLeft(new X509Certificate(authority.certificate), options.now) > CERTIFICATE_DAYS;
    const fit = outlives && mayVouchFor(authority, names) ? authority : undefined;
    const issuer = fit ?? (await newAuthority(names, options.now));
    if (!fit) await writePair(folder, issuer, ['ca.pem', 'ca-key.pem']);
    const issued = await issueCertificate(issuer, names, options.now);
    await writePair(folder, issued, ['cert.pem', 'key.pem']);
    return issued;
  });
}

/** Path of the authority's certificate, for `curl --cacert`. */
export function authorityFile(dataFolder: string): string {
  return join(dataFolder, 'tls', 'ca.pem');
}

/**
 * A new certificate goes unnoticed, but machines that trust this authority would reject a new one.
 * So an incomplete authority must be repaired or removed by a person.
 */
async function requireWholeAuthority(folder: string): Promise<void> {
  const [certificate, key] = [join(folder, 'ca.pem'), join(folder, 'ca-key.pem')];
  const [certificateText, keyText] = await Promise.all([readOrAbsent(certificate), readOrAbsent(key)]);
  if (certificateText !== undefined && !parses(() => new X509Certificate(certificateText)))
    throw new StartupError([{ text: authorityGone(certificate) }]);
  // The key is written first: without a certificate, no client has ever trusted this authority.
  const lost = keyText === undefined ? certificateText !== undefined : !parses(() => createPrivateKey(keyText));
  if (lost) throw new StartupError([{ text: authorityGone(key) }]);
}

async function readOrAbsent(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

function parses(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}

const authorityGone = (file: string) => ({
  fr: `le fichier ${file} de l’autorité locale est vide, endommagé ou perdu. Restaurez le dossier tls d’une sauvegarde du dossier de données. Sans sauvegarde : supprimez ca.pem et ca-key.pem de ce dossier ; une nouvelle autorité sera créée, à installer sur chaque machine qui utilise l’ancienne.`,
  en: `the file ${file} of the local authority is empty, damaged or lost. Restore the folder tls from a backup of the data folder. Without a backup: delete ca.pem and ca-key.pem in that folder; a new authority will be created, to be installed on every machine that trusts the old one.`,
});

function isWildcard(name: string): boolean {
  return name === '0.0.0.0' || name === '::';
}

function stillGood(
  kept: CertifiedKey,
  wanted: { names: readonly string[]; authority: CertifiedKey; now: Date },
): boolean {
  const certificate = new X509Certificate(kept.certificate);
  const authority = new X509Certificate(wanted.authority.certificate);
  const vouchedFor = certificate.subjectAltName?.split(', ') ?? [];
  return (
    daysLeft(certificate, wanted.now) > RENEWAL_DAYS &&
    daysLeft(authority, wanted.now) > RENEWAL_DAYS &&
    certificate.verify(authority.publicKey) &&
    vouchedFor.length === wanted.names.length &&
    wanted.names.every((name) => (isIP(name) ? certificate.checkIP(name) : certificate.checkHost(name)) !== undefined)
  );
}

function daysLeft(certificate: X509Certificate, now: Date): number {
  return (certificate.validToDate.getTime() - now.getTime()) / DAY_MS;
}
