import { X509Certificate } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withFileLock } from '../file-lock.ts';
import { AcmeError, CHALLENGE_TOKEN, newAccountKey, orderCertificate } from './acme-client.ts';
import { type CertifiedKey, readPair } from './key-pair.ts';

/** DOMAIN, ACME_URL and ACME_EMAIL. */
export type AcmeSettings = { readonly domain: string; readonly directory: string; readonly email?: string };

/** How obtaining the certificate goes, for `doctor` and metrics. Times are Unix seconds. */
export type AcmeState = {
  readonly domain: string;
  readonly directory: string;
  /** Failed attempts since the last certificate. */
  readonly failures: number;
  readonly lastError?: string;
  readonly lastAttemptAt?: number;
  /** No process tries again before. */
  readonly nextAttemptAt: number;
};

/**
 * Seconds until the next attempt after one, two, three… failures. Let's Encrypt allows five failed
 * validations an hour for each name.
 */
const PAUSES_SECONDS = [15 * 60, 30 * 60, 3600, 4 * 3600, 12 * 3600, 24 * 3600] as const;
/** Seconds for which one process has the attempt to itself; a killed one blocks no longer. */
const ATTEMPT_SECONDS = 10 * 60;
/** Part of its validity that remains when a certificate is renewed: 30 days of 90. */
const RENEWAL_PART = 1 / 3;

/** Key and chain in one file, so that they are replaced together. */
const FILE = 'certificate.pem';
const folderOf = (dataFolder: string): string => join(dataFolder, 'tls', 'acme');

/**
 * The certificate for DOMAIN in the data folder; undefined if there is none yet, or if it is for
 * another name.
 */
export async function acmeCertificate(dataFolder: string, { domain }: AcmeSettings): Promise<CertifiedKey | undefined> {
  const pair = await readPair(folderOf(dataFolder), FILE, FILE);
  if (!pair || new X509Certificate(pair.certificate).checkHost(domain) === undefined) return undefined;
  const at = pair.certificate.indexOf('-----BEGIN CERTIFICATE');
  return { key: pair.key.slice(0, at), certificate: pair.certificate.slice(at) };
}

/** How obtaining the certificate goes; undefined before the first attempt with these settings. */
export async function acmeState(dataFolder: string, settings: AcmeSettings): Promise<AcmeState | undefined> {
  try {
    const state = JSON.parse(await readFile(join(folderOf(dataFolder), 'state.json'), 'utf8')) as AcmeState;
    return state.domain === settings.domain && state.directory === settings.directory ? state : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Obtains or renews the certificate if it is time to: without one, or in the last third of its
 * validity. Of several processes on one data folder, one tries at a time. After a failure the old
 * certificate stays, and the pause until the next attempt grows to a day. Returns what it did;
 * `failed` has the error.
 */
export async function renewAcmeCertificate(
  dataFolder: string,
  settings: AcmeSettings,
  now: () => Date = () => new Date(),
): Promise<{ did: 'nothing' } | { did: 'renewed' } | { did: 'failed'; error: unknown; nextAttemptAt: number }> {
  const folder = folderOf(dataFolder);
  await mkdir(join(folder, 'challenges'), { recursive: true, mode: 0o700 });
  const before = await claimAttempt(dataFolder, settings, now());
  if (!before) return { did: 'nothing' };
  try {
    const key = await accountKey(folder);
    const pair = await orderCertificate(settings.domain, { ...settings, key }, challengeAnswers(folder));
    assertFits(pair, settings.domain, now());
    await writePrivately(join(folder, FILE), `${pair.key.trim()}\n${pair.certificate}`);
    await writeState(folder, { ...before, failures: 0, nextAttemptAt: 0 });
    return { did: 'renewed' };
  } catch (error) {
    const failures = before.failures + 1;
    const pause = PAUSES_SECONDS[Math.min(failures, PAUSES_SECONDS.length) - 1] ?? 0;
    const wanted = error instanceof AcmeError ? (error.retryAfter ?? 0) : 0;
    const nextAttemptAt = seconds(now()) + Math.max(pause, wanted);
    await writeState(folder, { ...before, failures, nextAttemptAt, lastError: wordsOf(error) });
    return { did: 'failed', error, nextAttemptAt };
  }
}

/**
 * The answer to a challenge of the authority, which any process on the data folder gives; undefined
 * for any other path.
 */
export async function challengeAnswer(dataFolder: string, path: string): Promise<string | undefined> {
  const [, token = ''] = /^\/\.well-known\/acme-challenge\/([^/]+)$/.exec(path) ?? [];
  if (!CHALLENGE_TOKEN.test(token)) return undefined;
  return readFile(join(folderOf(dataFolder), 'challenges', token), 'utf8').catch(() => undefined);
}

/** Reserves the attempt if one is due; returns the state before it. */
function claimAttempt(dataFolder: string, settings: AcmeSettings, now: Date): Promise<AcmeState | undefined> {
  const folder = folderOf(dataFolder);
  return withFileLock(join(folder, 'lock'), async () => {
    const { domain, directory } = settings;
    const known = await acmeState(dataFolder, settings);
    const state = known ?? { domain, directory, failures: 0, nextAttemptAt: 0 };
    const pair = await acmeCertificate(dataFolder, settings);
    if ((pair && !isDue(pair, now)) || state.nextAttemptAt > seconds(now)) return undefined;
    const claimed = { ...state, lastAttemptAt: seconds(now), nextAttemptAt: seconds(now) + ATTEMPT_SECONDS };
    await writeState(folder, claimed);
    return claimed;
  });
}

function isDue({ certificate }: CertifiedKey, now: Date): boolean {
  const { validFromDate, validToDate } = new X509Certificate(certificate);
  const validity = validToDate.getTime() - validFromDate.getTime();
  return validToDate.getTime() - now.getTime() < validity * RENEWAL_PART;
}

/** A certificate for another name, or an old one, must not replace a good one. */
function assertFits({ certificate }: CertifiedKey, domain: string, now: Date): void {
  const parsed = new X509Certificate(certificate);
  if (parsed.checkHost(domain) === undefined || parsed.validToDate <= now)
    throw new AcmeError('the authority sent a certificate for another name or time');
}

async function accountKey(folder: string): Promise<string> {
  const file = join(folder, 'account-key.pem');
  const kept = await readFile(file, 'utf8').catch(() => undefined);
  if (kept !== undefined) return kept;
  const key = newAccountKey();
  await writePrivately(file, key);
  return key;
}

function challengeAnswers(folder: string) {
  const fileOf = (token: string): string => join(folder, 'challenges', token);
  return {
    put: (token: string, answer: string) => writePrivately(fileOf(token), answer),
    remove: (token: string) => rm(fileOf(token), { force: true }),
  };
}

const writeState = (folder: string, state: AcmeState): Promise<void> =>
  writePrivately(join(folder, 'state.json'), `${JSON.stringify(state)}\n`);

async function writePrivately(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

const seconds = (date: Date): number => Math.floor(date.getTime() / 1_000);

/** The error in one line, with the network error that `fetch` wraps. */
function wordsOf(error: unknown): string {
  const { message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  return [message, cause?.code ?? cause?.message].filter(Boolean).join(': ');
}
