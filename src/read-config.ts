import { accessSync, constants } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import type { Config } from './config.ts';
import {
  backupLocationAmbiguous,
  certificateAmbiguous,
  challengePortMissing,
  demonstrationElsewhere,
  invalidAcmeUrl,
  invalidAgencyUrl,
  invalidConnections,
  invalidDatabaseUrl,
  invalidDomain,
  invalidDrainSeconds,
  invalidFilesUrl,
  invalidHost,
  invalidKeysSecret,
  invalidLogLevel,
  invalidMailAddress,
  invalidMetricsToken,
  invalidMilliseconds,
  invalidName,
  invalidNetwork,
  invalidOnOff,
  invalidPort,
  invalidProcessCount,
  invalidPublicPath,
  invalidPublicUrl,
  invalidQuota,
  invalidRatesUrl,
  invalidSmtpUrl,
  invalidTime,
  invalidTsaUrl,
  invalidUpdatesUrl,
  keysLocationAmbiguous,
  LOG_LEVELS,
  metricsPortMissing,
  notARate,
  notReadable,
  passphraseTooShort,
  portTaken,
  requiredSettingMissing,
  senderMissing,
} from './config-errors.ts';
import { parsePublicUrl } from './domain/account/public-url.ts';
import { defaultQuotas } from './domain/account/quota.ts';
import { RELEASES_URL } from './domain/account/release.ts';
import { PASSPHRASE_LENGTH_MIN, type TimeOfDay } from './domain/backup/daily-copy.ts';
import { senderAddress, senderInLogin } from './domain/mail/sender-address.ts';
import { DAILY_RATES_URL } from './domain/money/rate-calendar.ts';
import { processLimits } from './limits/process-limits.ts';
import { isHost, parseObjectStoreUrl } from './s3-address.ts';
import { StartupError, type StartupProblem, type TranslatedText } from './startup-error.ts';

/** Production API of the agency for personal services. */
const AGENCY_URL = 'https://api.urssaf.fr';

/**
 * Reads the configuration from the environment. Reports all wrong settings at once (`StartupError`,
 * exit code 2), each with its name, what is wrong and what to write instead. An empty setting
 * counts as absent.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const problems: StartupProblem[] = [];
  const read: Read = (setting, reader, fallback) => {
    const text = environment[setting]?.trim();
    if (!text) return fallback;
    try {
      return reader(text);
    } catch (error) {
      if (!(error instanceof WrongValue)) throw error;
      problems.push({ setting, text: error.text });
      return fallback;
    }
  };
  /** An empty value disables an external service. */
  const unlessEmpty = (name: string, reader: (text: string) => string, fallback: string): string | undefined =>
    environment[name]?.trim() === '' ? undefined : read(name, reader, fallback);
  const port = read('PORT', portNumber, 8443);
  const httpPort = read('HTTP_PORT', portNumber, 8080);
  if (port !== 0 && port === httpPort) problems.push({ setting: 'HTTP_PORT', text: portTaken(port) });
  const acme = publicCertificate(environment, read, problems);
  // A public name is of no use on the loopback address.
  const host = read('HOST', hostName, acme ? '0.0.0.0' : '127.0.0.1');
  const config: Config = {
    dataFolder: read('FACTURIER_DATA', (text) => resolve(text), resolve('data')),
    port,
    httpPort,
    host,
    ...publicAddress(read, { acme, host, port }),
    serviceName: read('SERVICE_NAME', lettersAndDigits, 'Facturier'),
    rateLimit: read('RATE_LIMIT', requestsASecond, 1_000),
    webProcesses: read('WEB_PROCESSES', processes, 1),
    drainSeconds: read('DRAIN_SECONDS', drainSeconds, 0),
    quotas: quotas(read),
    connectionsPerAddress: read('CONNECTIONS_PER_ADDRESS', connections, processLimits.connections.perAddressMax),
    trustedProxies: read('TRUSTED_PROXIES', networks, []),
    logLevel: read('LOG_LEVEL', logLevel, 'info'),
    ...switches(read),
    slowStatementMs: read('SLOW_STATEMENT_MS', milliseconds, SLOW_STATEMENT_MS),
    ...given('metrics', metricsServed(read, problems, [port, httpPort])),
    allowedWebhookNetworks: read('ALLOWED_WEBHOOK_NETWORKS', networks, []),
    ...given('databaseUrl', read('DATABASE_URL', addressOf(/^postgres(ql)?:$/, invalidDatabaseUrl), undefined)),
    ...given('keysShared', sharedKeys(read, problems)),
    ...given(
      'readDatabaseUrl',
      read('READ_DATABASE_URL', addressOf(/^postgres(ql)?:$/, invalidDatabaseUrl), undefined),
    ),
    ...given('mail', mailServer(read, problems)),
    ...given(
      'files',
      read('FILES_URL', (text) => parseObjectStoreUrl(text) ?? wrong(invalidFilesUrl), undefined),
    ),
    ...given('backup', dailyBackup(read, problems)),
    ...given('backupPassphrase', read('FACTURIER_BACKUP_PASSPHRASE', passphrase, undefined)),
    ...given('tsaUrl', read('TSA_URL', addressOf(/^https?:$/, invalidTsaUrl), undefined)),
    ...given('ratesUrl', unlessEmpty('RATES_URL', addressOf(/^https?:$/, invalidRatesUrl), DAILY_RATES_URL)),
    ...given('agencyUrl', unlessEmpty('URSSAF_URL', agencyAddress, AGENCY_URL)),
    ...given('updatesUrl', unlessEmpty('UPDATES_URL', addressOf(/^https?:$/, invalidUpdatesUrl), RELEASES_URL)),
    ...given('tls', ownCertificate(environment, read, problems)),
    ...given('acme', acme),
  };
  if (config.demonstration && config.databaseUrl !== undefined)
    problems.push({ setting: 'DEMO', text: demonstrationElsewhere });
  if (problems.length > 0) throw new StartupError(problems, { exitCode: 2 });
  return config.demonstration ? withoutTheOutside(config) : config;
}

/** The configuration of a demonstration: it reaches no other service, whatever else is set. */
function withoutTheOutside(config: Config): Config {
  const { mail: _, tsaUrl: __, ratesUrl: ___, agencyUrl: ____, updatesUrl: _____, backup: ______, ...own } = config;
  return { ...own, settingsOnScreens: false, allowedWebhookNetworks: [] };
}

type Read = <T, F>(setting: string, reader: (text: string) => T, fallback: F) => T | F;

const switches = (read: Read) => ({
  demonstration: read('DEMO', (text) => text === '1' || onOrOff(text), false),
  logsApiRequests: read('REQUEST_LOG', onOrOff, false),
  settingsOnScreens: read('SETTINGS_SCREENS', onOrOff, true),
  hstsSubdomains: read('HSTS_SUBDOMAINS', onOrOff, true),
});

/** Thrown by a parser and caught by `readConfig`, which continues with the next setting. */
class WrongValue extends Error {
  readonly text: TranslatedText;
  constructor(text: TranslatedText) {
    super(text.en);
    this.text = text;
  }
}

function portNumber(text: string): number {
  return wholeNumber(text, 65_535) ?? wrong(invalidPort(text));
}

function requestsASecond(text: string): number {
  return wholeNumber(text, 1_000_000) ?? wrong(notARate(text));
}

function quotas(read: Read): Config['quotas'] {
  return {
    documentsPerDay: read('QUOTA_DOCUMENTS', quota, defaultQuotas.documentsPerDay),
    storedBytes: read('QUOTA_BYTES', quota, defaultQuotas.storedBytes),
    mailsPerDay: read('QUOTA_MAILS', quota, defaultQuotas.mailsPerDay),
  };
}

function quota(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : wrong(invalidQuota(text));
}

function connections(text: string): number {
  return wholeNumber(text, 100_000) ?? wrong(invalidConnections(text));
}

function processes(text: string): number {
  return wholeNumber(text, WEB_PROCESSES_MAX) || wrong(invalidProcessCount(text, WEB_PROCESSES_MAX));
}

function drainSeconds(text: string): number {
  return wholeNumber(text, DRAIN_SECONDS_MAX) ?? wrong(invalidDrainSeconds(text, DRAIN_SECONDS_MAX));
}

const WEB_PROCESSES_MAX = 1_000;
/** Seconds; service managers wait this long for a process to end. */
const DRAIN_SECONDS_MAX = 300;

function wholeNumber(text: string, most: number): number | undefined {
  return /^\d{1,7}$/.test(text) && Number(text) <= most ? Number(text) : undefined;
}

/** One second: ten times our slowest statement under normal conditions. */
const SLOW_STATEMENT_MS = 1_000;

function milliseconds(text: string): number {
  return wholeNumber(text, 3_600_000) ?? wrong(invalidMilliseconds(text));
}

function onOrOff(text: string): boolean {
  return text === 'on' || (text === 'off' ? false : wrong(invalidOnOff(text)));
}

function hostName(text: string): string {
  const name = text.replace(/^\[(.*)\]$/, '$1');
  return isHost(name) ? name : wrong(invalidHost(text));
}

/** PUBLIC_URL, otherwise the address of DOMAIN, otherwise that of this machine. */
function publicAddress(
  read: Read,
  { acme, host, port }: { acme: Config['acme']; host: string; port: number },
): Pick<Config, 'publicUrl' | 'publicUrlFrom'> {
  const publicUrl = read('PUBLIC_URL', publicUrlIn, undefined);
  if (publicUrl !== undefined) return { publicUrl, publicUrlFrom: 'PUBLIC_URL' };
  if (acme) return { publicUrl: `https://${acme.domain}`, publicUrlFrom: 'DOMAIN' };
  return { publicUrl: localAddress(host, port) };
}

function publicUrlIn(text: string): string {
  const parsed = parsePublicUrl(text);
  if ('url' in parsed) return parsed.url;
  return wrong(parsed.wrong === 'path' ? invalidPublicPath(parsed.asked) : invalidPublicUrl(text));
}

/**
 * The address a browser on this machine would use: localhost for a wildcard or loopback address.
 */
function localAddress(host: string, port: number): string {
  const name = ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host) ? 'localhost' : host;
  return `https://${isIP(name) === 6 ? `[${name}]` : name}${port === 443 ? '' : `:${port}`}`;
}

function lettersAndDigits(text: string): string {
  return /^[A-Za-z0-9]{1,40}$/.test(text) ? text : wrong(invalidName(text));
}

function logLevel(text: string): Config['logLevel'] {
  return LOG_LEVELS.find((level) => level === text.toLowerCase()) ?? wrong(invalidLogLevel(text));
}

/** Addresses and networks, separated by commas or spaces; a single address is a network of one. */
function networks(text: string): readonly string[] {
  return text.split(/[\s,]+/).map((part) => {
    const cidr = ipaddr.isValid(part) ? `${part}/${isIP(part) === 6 ? 128 : 32}` : part;
    return isIP(part.split('/')[0] ?? '') && ipaddr.isValidCIDR(cidr) ? cidr : wrong(invalidNetwork(part));
  });
}

function agencyAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:' || url.username || url.search || url.hash) wrong(invalidAgencyUrl);
  return url.href.replace(/\/+$/, '');
}

function addressOf(scheme: RegExp, text: TranslatedText): (value: string) => string {
  return (value) => {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    // Do not repeat the value: it contains a password.
    return url && scheme.test(url.protocol) && (url.hostname || url.searchParams.get('host')) ? value : wrong(text);
  };
}

/** Without MAIL_FROM, mail comes from the SMTP user name, if it is an address. */
function mailServer(read: Read, problems: StartupProblem[]): Config['mail'] {
  const smtpUrl = read('SMTP_URL', addressOf(/^smtps?:$/, invalidSmtpUrl), undefined);
  const login = smtpUrl === undefined ? undefined : senderInLogin(new URL(smtpUrl).username);
  const from = read('MAIL_FROM', (text) => senderAddress(text) ?? wrong(invalidMailAddress(text)), login);
  if (smtpUrl === undefined) return undefined;
  if (from === undefined) problems.push({ setting: 'MAIL_FROM', text: senderMissing });
  return from === undefined ? undefined : { smtpUrl, from };
}

function sharedKeys(read: Read, problems: StartupProblem[]): Config['keysShared'] {
  const folder = read('KEYS_FOLDER', (text) => resolve(text), undefined);
  const secret = read('KEYS_SECRET', sharedSecret, undefined);
  if (folder && secret) problems.push({ setting: 'KEYS_SECRET', text: keysLocationAmbiguous });
  if (folder) return { folder };
  return secret && { secret };
}

/** Hex or base64, as random generators print it. The value is not repeated. */
function sharedSecret(text: string): Buffer {
  const hex = /^[0-9a-f]+$/i.test(text) && text.length % 2 === 0 && text.length >= 2 * KEYS_SECRET_BYTES_MIN;
  const isBase64 = /^[A-Za-z0-9+/_-]+={0,2}$/.test(text);
  const secret = Buffer.from(text, hex ? 'hex' : 'base64');
  return (hex || isBase64) && secret.length >= KEYS_SECRET_BYTES_MIN
    ? secret
    : wrong(invalidKeysSecret(KEYS_SECRET_BYTES_MIN));
}

/** Minimum bytes of the secret that encrypts shared keys. */
const KEYS_SECRET_BYTES_MIN = 32;

/** Default: at night. */
const BACKUP_AT = { hour: 2, minute: 30 };

function dailyBackup(read: Read, problems: StartupProblem[]): Config['backup'] {
  const folder = read('BACKUP_DIR', (text) => resolve(text), undefined);
  const bucket = read('BACKUP_URL', (text) => parseObjectStoreUrl(text) ?? wrong(invalidFilesUrl), undefined);
  const at = read('BACKUP_AT', timeOfDay, BACKUP_AT);
  if (folder && bucket) problems.push({ setting: 'BACKUP_URL', text: backupLocationAmbiguous });
  if (folder) return { folder, at };
  return bucket && { bucket, at };
}

function timeOfDay(text: string): TimeOfDay {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? wrong(invalidTime(text));
  return { hour: Number(hour), minute: Number(minute) };
}

function passphrase(text: string): string {
  return text.length >= PASSPHRASE_LENGTH_MIN ? text : wrong(passphraseTooShort);
}

/** Prometheus reads it from a file: long enough to be unguessable, and valid in any header. */
function metricsToken(text: string): string {
  return /^[\x21-\x7e]{32,256}$/.test(text) ? text : wrong(invalidMetricsToken);
}

function metricsServed(read: Read, problems: StartupProblem[], taken: readonly number[]): Config['metrics'] {
  const port = read('METRICS_PORT', portNumber, 0) || undefined;
  const token = read('METRICS_TOKEN', metricsToken, undefined);
  const host = read('METRICS_HOST', hostName, undefined);
  if (port !== undefined && taken.includes(port)) problems.push({ setting: 'METRICS_PORT', text: portTaken(port) });
  if (host !== undefined && port === undefined) problems.push({ setting: 'METRICS_PORT', text: metricsPortMissing });
  if (port === undefined && token === undefined) return undefined;
  return { host: host ?? '127.0.0.1', ...given('port', port), ...given('token', token) };
}

function ownCertificate(
  environment: Readonly<Record<string, string | undefined>>,
  read: Read,
  problems: StartupProblem[],
): Config['tls'] {
  const certFile = read('TLS_CERT', readableFile, undefined);
  const keyFile = read('TLS_KEY', readableFile, undefined);
  for (const [one, other] of [
    ['TLS_CERT', 'TLS_KEY'],
    ['TLS_KEY', 'TLS_CERT'],
  ] as const) {
    if (environment[one]?.trim() && !environment[other]?.trim())
      problems.push({ setting: other, text: requiredSettingMissing(one) });
  }
  return certFile && keyFile ? { certFile, keyFile } : undefined;
}

/** Let's Encrypt. */
const ACME_URL = 'https://acme-v02.api.letsencrypt.org/directory';

/** The certificate for DOMAIN excludes the operator's own, and needs the plain HTTP port. */
function publicCertificate(
  environment: Readonly<Record<string, string | undefined>>,
  read: Read,
  problems: StartupProblem[],
): Config['acme'] {
  const domain = read('DOMAIN', domainName, undefined);
  const directory = read('ACME_URL', addressOf(/^https:$/, invalidAcmeUrl), ACME_URL);
  const email = read('ACME_EMAIL', (text) => senderAddress(text) ?? wrong(invalidMailAddress(text)), undefined);
  if (domain === undefined) return undefined;
  if (environment.TLS_CERT?.trim()) problems.push({ setting: 'DOMAIN', text: certificateAmbiguous });
  if (environment.HTTP_PORT?.trim() === '0') problems.push({ setting: 'HTTP_PORT', text: challengePortMissing });
  return { domain, directory, ...given('email', email) };
}

/** A public host name: authorities issue no certificates for addresses or single words. */
function domainName(text: string): string {
  const url = URL.canParse(`https://${text}`) ? new URL(`https://${text}`) : undefined;
  const isName = url !== undefined && /^([a-z0-9-]{1,63}\.)+[a-z][a-z0-9-]*$/.test(url.hostname);
  return isName && url.href === `https://${url.hostname}/` ? url.hostname : wrong(invalidDomain(text));
}

function readableFile(text: string): string {
  const path = resolve(text);
  try {
    accessSync(path, constants.R_OK);
    return path;
  } catch (error) {
    return wrong(notReadable(path, (error as NodeJS.ErrnoException).code ?? ''));
  }
}

function wrong(text: TranslatedText): never {
  throw new WrongValue(text);
}

/** An absent setting becomes an absent member, not an undefined one. */
function given<K extends string, V>(name: K, value: V | undefined): { [P in K]?: V } {
  return value === undefined ? {} : ({ [name]: value } as { [P in K]?: V });
}
