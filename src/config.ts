import { accessSync, constants } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { defaultQuotas, type Quotas } from './domain/account/quota.ts';
import { PASSPHRASE_LENGTH_MIN, type TimeOfDay } from './domain/backup/daily-copy.ts';
import { DAILY_RATES_URL } from './domain/money/rate-calendar.ts';
import { type FilesAt, isHost, objectStoreIn } from './files-address.ts';
import { processLimits } from './limits/process-limits.ts';
import { type Bilingual, type StartProblem, StartRefused } from './start-refused.ts';

/** The agency of personal services, in production. */
const AGENCY_URL = 'https://api.urssaf.fr';

const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

/** The settings of one process, read once and checked. */
export type Config = {
  /** FACTURIER_DATA: folder of everything this installation keeps; absolute. */
  readonly dataFolder: string;
  /** DATABASE_URL: another PostgreSQL than the embedded one. */
  readonly databaseUrl?: string;
  /** PORT of HTTPS; 0 takes a free one. */
  readonly port: number;
  /** HTTP_PORT: the plain port that only refuses; 0 opens none. */
  readonly httpPort: number;
  /** HOST: name or address of the interface to listen on. */
  readonly host: string;
  /** PUBLIC_URL: how clients reach the service; https, without a closing slash. */
  readonly publicUrl: string;
  /** SERVICE_NAME: letters and digits. */
  readonly serviceName: string;
  /** RATE_LIMIT: requests a second a key may make; 0 sets no limit. */
  readonly rateLimit: number;
  /** QUOTA_DOCUMENTS, QUOTA_BYTES, QUOTA_MAILS: what one account may use; 0 sets no limit. */
  readonly quotas: Quotas;
  /** CONNECTIONS_PER_ADDRESS: connections an address may hold at once, trusted proxies aside; 0 sets no limit. */
  readonly connectionsPerAddress: number;
  /** TLS_CERT and TLS_KEY: files of the operator's own certificate; absent, the local authority issues one. */
  readonly tls?: { readonly certFile: string; readonly keyFile: string };
  /** TRUSTED_PROXIES: networks, in CIDR notation, whose word about the client's address and TLS is taken. */
  readonly trustedProxies: readonly string[];
  /** SMTP_URL and MAIL_FROM: the server that sends mail, and the address it is sent from. */
  readonly mail?: { readonly smtpUrl: string; readonly from: string };
  /** FILES_URL: the S3-compatible store that keeps the bytes of files; absent, PostgreSQL does. */
  readonly files?: FilesAt;
  /** BACKUP_DIR or BACKUP_URL, and BACKUP_AT: where copies are kept, and when each day one is made. */
  readonly backup?:
    | { readonly folder: string; readonly at: TimeOfDay }
    | { readonly bucket: FilesAt; readonly at: TimeOfDay };
  /** FACTURIER_BACKUP_PASSPHRASE: locks the keys that go into copies. */
  readonly backupPassphrase?: string;
  /** TSA_URL: an authority that stamps the heads of the audit chain once a day, and the seals of signed files (RFC 3161). */
  readonly tsaUrl?: string;
  /** RATES_URL: the daily reference rates of the ECB, with the file of the last 90 days beside them; empty, none are fetched. */
  readonly ratesUrl?: string;
  /** URSSAF_URL: the agency of personal services; empty, live payment requests are sent nowhere. */
  readonly agencyUrl?: string;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** ALLOWED_WEBHOOK_NETWORKS: private networks, in CIDR notation, that webhooks may reach all the same. */
  readonly allowedWebhookNetworks: readonly string[];
};

/**
 * Reads the settings from the environment. Wrong ones are refused (`StartRefused`, exit code 2) all at once, each with
 * its name, what is wrong with it and what to write instead. An empty setting counts as absent.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const problems: StartProblem[] = [];
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
  /** Said by being empty: nothing is asked of anybody outside. */
  const unlessEmpty = (name: string, reading: () => string): string | undefined =>
    environment[name]?.trim() === '' ? undefined : reading();
  const port = read('PORT', portNumber, 8443);
  const httpPort = read('HTTP_PORT', portNumber, 8080);
  if (port !== 0 && port === httpPort) problems.push({ setting: 'HTTP_PORT', text: samePort(port) });
  const host = read('HOST', hostName, '127.0.0.1');
  const config: Config = {
    dataFolder: read('FACTURIER_DATA', (text) => resolve(text), resolve('data')),
    port,
    httpPort,
    host,
    publicUrl: read('PUBLIC_URL', publicAddress, localAddress(host, port)),
    serviceName: read('SERVICE_NAME', lettersAndDigits, 'Facturier'),
    rateLimit: read('RATE_LIMIT', requestsASecond, 1_000),
    quotas: {
      documentsPerDay: read('QUOTA_DOCUMENTS', quota, defaultQuotas.documentsPerDay),
      storedBytes: read('QUOTA_BYTES', quota, defaultQuotas.storedBytes),
      mailsPerDay: read('QUOTA_MAILS', quota, defaultQuotas.mailsPerDay),
    },
    connectionsPerAddress: read('CONNECTIONS_PER_ADDRESS', connections, processLimits.connections.ofAddressMax),
    trustedProxies: read('TRUSTED_PROXIES', networks, []),
    logLevel: read('LOG_LEVEL', logLevel, 'info'),
    allowedWebhookNetworks: read('ALLOWED_WEBHOOK_NETWORKS', networks, []),
    ...given('databaseUrl', read('DATABASE_URL', addressOf(/^postgres(ql)?:$/, notPostgres), undefined)),
    ...given('mail', mailServer(read, problems)),
    ...given(
      'files',
      read('FILES_URL', (text) => objectStoreIn(text) ?? wrong(notFiles), undefined),
    ),
    ...given('backup', dailyBackup(read, problems)),
    ...given('backupPassphrase', read('FACTURIER_BACKUP_PASSPHRASE', passphrase, undefined)),
    ...given('tsaUrl', read('TSA_URL', addressOf(/^https?:$/, notTsa), undefined)),
    ...given(
      'ratesUrl',
      unlessEmpty('RATES_URL', () => read('RATES_URL', addressOf(/^https?:$/, notRates), DAILY_RATES_URL)),
    ),
    ...given(
      'agencyUrl',
      unlessEmpty('URSSAF_URL', () => read('URSSAF_URL', agencyAddress, AGENCY_URL)),
    ),
    ...given('tls', ownCertificate(environment, read, problems)),
  };
  if (problems.length > 0) throw new StartRefused(problems, { exitCode: 2 });
  return config;
}

type Read = <T, F>(setting: string, reader: (text: string) => T, fallback: F) => T | F;

/** Thrown by a reader and caught by `readConfig`, which goes on to the next setting. */
class WrongValue extends Error {
  readonly text: Bilingual;
  constructor(text: Bilingual) {
    super(text.en);
    this.text = text;
  }
}

function portNumber(text: string): number {
  return wholeNumber(text, 65_535) ?? wrong(notAPort(text));
}

function requestsASecond(text: string): number {
  return wholeNumber(text, 1_000_000) ?? wrong(notARate(text));
}

function quota(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : wrong(notAQuota(text));
}

function connections(text: string): number {
  return wholeNumber(text, 100_000) ?? wrong(notConnections(text));
}

function wholeNumber(text: string, most: number): number | undefined {
  return /^\d{1,7}$/.test(text) && Number(text) <= most ? Number(text) : undefined;
}

function hostName(text: string): string {
  const name = text.replace(/^\[(.*)\]$/, '$1');
  return isHost(name) ? name : wrong(notAHost(text));
}

function publicAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:' || url.username || url.password || url.search || url.hash) wrong(notPublic(text));
  return url.href.replace(/\/+$/, '');
}

/** What a browser on the same machine would type: a wildcard or a loopback address is reached as localhost. */
function localAddress(host: string, port: number): string {
  const name = ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host) ? 'localhost' : host;
  return `https://${isIP(name) === 6 ? `[${name}]` : name}${port === 443 ? '' : `:${port}`}`;
}

function lettersAndDigits(text: string): string {
  return /^[A-Za-z0-9]{1,40}$/.test(text) ? text : wrong(notAName(text));
}

function logLevel(text: string): Config['logLevel'] {
  return LOG_LEVELS.find((level) => level === text.toLowerCase()) ?? wrong(notALevel(text));
}

/** Addresses and networks, separated by commas or spaces; a single address is the network of itself. */
function networks(text: string): readonly string[] {
  return text.split(/[\s,]+/).map((part) => {
    const cidr = ipaddr.isValid(part) ? `${part}/${isIP(part) === 6 ? 128 : 32}` : part;
    return isIP(part.split('/')[0] ?? '') && ipaddr.isValidCIDR(cidr) ? cidr : wrong(notANetwork(part));
  });
}

function agencyAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:' || url.username || url.search || url.hash) wrong(notAgency);
  return url.href.replace(/\/+$/, '');
}

function addressOf(scheme: RegExp, text: Bilingual): (value: string) => string {
  return (value) => {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    // The value is not repeated: it holds a password.
    return url && scheme.test(url.protocol) && (url.hostname || url.searchParams.get('host')) ? value : wrong(text);
  };
}

/** Without MAIL_FROM mail comes from whoever logs in at the server, where that is an address. */
function mailServer(read: Read, problems: StartProblem[]): Config['mail'] {
  const smtpUrl = read('SMTP_URL', addressOf(/^smtps?:$/, notSmtp), undefined);
  const user = smtpUrl === undefined ? '' : new URL(smtpUrl).username.replace(/%40/i, '@');
  const from = read('MAIL_FROM', mailAddress, MAIL_ADDRESS.test(user) ? user : undefined);
  if (smtpUrl === undefined) return undefined;
  if (from === undefined) problems.push({ setting: 'MAIL_FROM', text: senderMissing });
  return from === undefined ? undefined : { smtpUrl, from };
}

function mailAddress(text: string): string {
  return MAIL_ADDRESS.test(text) ? text : wrong(notAMailAddress(text));
}

/** Plain ASCII: what every mail server takes. */
const MAIL_ADDRESS = /^(?=.{3,254}$)[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)*$/i;

/** In the night, where nobody says otherwise. */
const BACKUP_AT = { hour: 2, minute: 30 };

function dailyBackup(read: Read, problems: StartProblem[]): Config['backup'] {
  const folder = read('BACKUP_DIR', (text) => resolve(text), undefined);
  const bucket = read('BACKUP_URL', (text) => objectStoreIn(text) ?? wrong(notFiles), undefined);
  const at = read('BACKUP_AT', timeOfDay, BACKUP_AT);
  if (folder && bucket) problems.push({ setting: 'BACKUP_URL', text: oneBackupPlace });
  if (folder) return { folder, at };
  return bucket && { bucket, at };
}

function timeOfDay(text: string): TimeOfDay {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? wrong(notATime(text));
  return { hour: Number(hour), minute: Number(minute) };
}

function passphrase(text: string): string {
  return text.length >= PASSPHRASE_LENGTH_MIN ? text : wrong(passphraseShort);
}

function ownCertificate(
  environment: Readonly<Record<string, string | undefined>>,
  read: Read,
  problems: StartProblem[],
): Config['tls'] {
  const certFile = read('TLS_CERT', readableFile, undefined);
  const keyFile = read('TLS_KEY', readableFile, undefined);
  for (const [one, other] of [
    ['TLS_CERT', 'TLS_KEY'],
    ['TLS_KEY', 'TLS_CERT'],
  ] as const) {
    if (environment[one]?.trim() && !environment[other]?.trim())
      problems.push({ setting: other, text: missingBeside(one) });
  }
  return certFile && keyFile ? { certFile, keyFile } : undefined;
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

function wrong(text: Bilingual): never {
  throw new WrongValue(text);
}

/** An absent setting is an absent member, not an undefined one. */
function given<K extends string, V>(name: K, value: V | undefined): { [P in K]?: V } {
  return value === undefined ? {} : ({ [name]: value } as { [P in K]?: V });
}

const samePort = (port: number) => ({
  fr: `le port ${port} est déjà celui de HTTPS (PORT). Choisissez-en un autre, ou 0 pour ne pas ouvrir de port en clair.`,
  en: `the port ${port} is already that of HTTPS (PORT). Choose another, or 0 to open no plain port.`,
});
const notAPort = (text: string) => ({
  fr: `« ${text} » n’est pas un port. Écrivez un nombre entier de 0 à 65535, par exemple 8443.`,
  en: `"${text}" is not a port. Write a whole number from 0 to 65535, such as 8443.`,
});
const notARate = (text: string) => ({
  fr: `« ${text} » n’est pas un nombre de requêtes par seconde. Écrivez un nombre entier, par exemple 1000, ou 0 pour aucune limite.`,
  en: `"${text}" is not a number of requests a second. Write a whole number such as 1000, or 0 for no limit.`,
});
const notAQuota = (text: string) => ({
  fr: `« ${text} » n’est pas une limite. Écrivez un nombre entier, ou 0 pour aucune limite.`,
  en: `"${text}" is no limit. Write a whole number, or 0 for no limit.`,
});
const notConnections = (text: string) => ({
  fr: `« ${text} » n’est pas un nombre de connexions. Écrivez un nombre entier, par exemple 256, ou 0 pour aucune limite.`,
  en: `"${text}" is not a number of connections. Write a whole number such as 256, or 0 for no limit.`,
});
const notAHost = (text: string) => ({
  fr: `« ${text} » n’est ni une adresse IP ni un nom de machine. Écrivez par exemple 127.0.0.1 (cette machine seule) ou 0.0.0.0 (tout le réseau).`,
  en: `"${text}" is neither an IP address nor a host name. Write for instance 127.0.0.1 (this machine only) or 0.0.0.0 (the whole network).`,
});
const notPublic = (text: string) => ({
  fr: `« ${text} » n’est pas une adresse publique. Écrivez une adresse https sans identifiants ni paramètres, par exemple https://factures.exemple.fr`,
  en: `"${text}" is not a public address. Write an https address without credentials or parameters, such as https://billing.example.com`,
});
const notAName = (text: string) => ({
  fr: `« ${text} » ne convient pas. Écrivez de 1 à 40 lettres sans accent ou chiffres, sans espace.`,
  en: `"${text}" will not do. Write 1 to 40 plain letters and digits, without spaces.`,
});
const notALevel = (text: string) => ({
  fr: `« ${text} » n’est pas un niveau de journal. Écrivez l’un de : ${LOG_LEVELS.join(', ')}.`,
  en: `"${text}" is not a level of logging. Write one of: ${LOG_LEVELS.join(', ')}.`,
});
const notANetwork = (text: string) => ({
  fr: `« ${text} » n’est ni une adresse IP ni un réseau. Écrivez une liste séparée par des virgules, par exemple 10.0.0.5, 192.168.0.0/16.`,
  en: `"${text}" is neither an IP address nor a network. Write a list separated by commas, such as 10.0.0.5, 192.168.0.0/16.`,
});
const notPostgres = {
  fr: 'ce n’est pas l’adresse d’un serveur PostgreSQL. Écrivez-la ainsi : postgresql://utilisateur:motdepasse@hote:5432/base',
  en: 'this is not the address of a PostgreSQL server. Write it like this: postgresql://user:password@host:5432/database',
};
const notAMailAddress = (text: string) => ({
  fr: `« ${text} » n’est pas une adresse e-mail. Écrivez par exemple factures@exemple.fr`,
  en: `"${text}" is not an e-mail address. Write one such as billing@example.com`,
});
const senderMissing = {
  fr: 'manque, alors que SMTP_URL est donné. Écrivez l’adresse d’expéditeur, par exemple factures@exemple.fr',
  en: 'is missing while SMTP_URL is given. Write the address mail is sent from, such as billing@example.com',
};
const notSmtp = {
  fr: 'ce n’est pas l’adresse d’un serveur de courrier. Écrivez-la ainsi : smtps://utilisateur:motdepasse@hote:465',
  en: 'this is not the address of a mail server. Write it like this: smtps://user:password@host:465',
};
const notTsa = {
  fr: 'ce n’est pas l’adresse d’une autorité d’horodatage (RFC 3161). Écrivez-la ainsi : https://horodatage.exemple.fr/tsr',
  en: 'this is not the address of a time stamping authority (RFC 3161). Write it like this: https://timestamp.example.com/tsr',
};
const notRates = {
  fr: 'ce n’est pas l’adresse de cours de change de la BCE. Écrivez-la ainsi : https://miroir.exemple.fr/eurofxref-daily.xml, ou rien du tout pour n’en relever aucun',
  en: 'this is not the address of exchange rates of the ECB. Write it like this: https://mirror.example.com/eurofxref-daily.xml, or nothing at all to fetch none',
};
const notAgency = {
  fr: 'ce n’est pas l’adresse de l’Urssaf. Écrivez-la ainsi : https://api.urssaf.fr, https://api-edi.urssaf.fr (bac à sable), ou rien du tout pour ne rien lui demander',
  en: 'this is not the address of the Urssaf. Write it like this: https://api.urssaf.fr, https://api-edi.urssaf.fr (sandbox), or nothing at all to ask nothing of it',
};
const notFiles = {
  fr: 'ce n’est pas l’adresse d’un stockage S3. Écrivez-la ainsi : s3://cle:secret@hote:9000/compartiment/prefixe?region=eu-west-3&tls=1 (« / » et « + » du secret s’écrivent %2F et %2B)',
  en: 'this is not the address of an S3 store. Write it like this: s3://key:secret@host:9000/bucket/prefix?region=eu-west-3&tls=1 ("/" and "+" of the secret are written %2F and %2B)',
};
const oneBackupPlace = {
  fr: 'est donné avec BACKUP_DIR. Gardez l’un des deux : les copies vont à un seul endroit.',
  en: 'is given together with BACKUP_DIR. Keep one of them: copies go to one place.',
};
const notATime = (text: string) => ({
  fr: `« ${text} » n’est pas une heure. Écrivez par exemple 02:30, à l’heure de cette machine.`,
  en: `"${text}" is not a time of day. Write one such as 02:30, by this machine’s clock.`,
});
const passphraseShort = {
  fr: `est trop courte : ${PASSPHRASE_LENGTH_MIN} caractères au moins, elle protège les clés partout où vont les copies.`,
  en: `is too short: ${PASSPHRASE_LENGTH_MIN} characters at least, it guards the keys wherever copies go.`,
};
const missingBeside = (other: string) => ({
  fr: `manque, alors que ${other} est donné. Donnez les deux fichiers, ou aucun pour le certificat local.`,
  en: `is missing while ${other} is given. Give both files, or neither for the local certificate.`,
});
const notReadable = (path: string, code: string) => ({
  fr: `le fichier ${path} ne peut pas être lu (${code}). Corrigez le chemin ou les droits du fichier.`,
  en: `the file ${path} cannot be read (${code}). Correct the path or the file’s permissions.`,
});
