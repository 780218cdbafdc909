import type { LOG_LEVELS } from './config-errors.ts';
import type { Quotas } from './domain/account/quota.ts';
import type { TimeOfDay } from './domain/backup/daily-copy.ts';
import type { ObjectStoreAddress } from './s3-address.ts';

/** The settings of one process, read once and checked. */
export type Config = {
  /** FACTURIER_DATA: folder of everything this installation keeps; absolute. */
  readonly dataFolder: string;
  /** DATABASE_URL: another PostgreSQL than the embedded one. */
  readonly databaseUrl?: string;
  /** READ_DATABASE_URL: a streaming replica of it, where what only reads is asked. */
  readonly readDatabaseUrl?: string;
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
  /** WEB_PROCESSES: how many processes answer requests, on all machines; what is counted in memory is divided by it. */
  readonly webProcesses: number;
  /** DRAIN_SECONDS: seconds a process that is told to end still answers, while it says that it is not ready. */
  readonly drainSeconds: number;
  /** QUOTA_DOCUMENTS, QUOTA_BYTES, QUOTA_MAILS: what one account may use; 0 sets no limit. */
  readonly quotas: Quotas;
  /** CONNECTIONS_PER_ADDRESS: connections an address may hold at once, trusted proxies aside; 0 sets no limit. */
  readonly connectionsPerAddress: number;
  /** TLS_CERT and TLS_KEY: files of the operator's own certificate; absent, the local authority issues one. */
  readonly tls?: { readonly certFile: string; readonly keyFile: string };
  /** TRUSTED_PROXIES: networks, in CIDR notation, whose word about the client's address and TLS is taken. */
  readonly trustedProxies: readonly string[];
  /** KEYS_FOLDER or KEYS_SECRET: where the machines of one database have their keys in common; absent, this data folder alone has them. */
  readonly keysShared?: { readonly folder: string } | { readonly secret: Buffer };
  /** SMTP_URL and MAIL_FROM: the server that sends mail, and the address it is sent from. */
  readonly mail?: { readonly smtpUrl: string; readonly from: string };
  /** FILES_URL: the S3-compatible store that keeps the bytes of files; absent, PostgreSQL does. */
  readonly files?: ObjectStoreAddress;
  /** BACKUP_DIR or BACKUP_URL, and BACKUP_AT: where copies are kept, and when each day one is made. */
  readonly backup?:
    | { readonly folder: string; readonly at: TimeOfDay }
    | { readonly bucket: ObjectStoreAddress; readonly at: TimeOfDay };
  /** FACTURIER_BACKUP_PASSPHRASE: locks the keys that go into copies. */
  readonly backupPassphrase?: string;
  /** TSA_URL: an authority that stamps the heads of the audit chain once a day, and the seals of signed files (RFC 3161). */
  readonly tsaUrl?: string;
  /** RATES_URL: the daily reference rates of the ECB, with the file of the last 90 days beside them; empty, none are fetched. */
  readonly ratesUrl?: string;
  /** URSSAF_URL: the agency of personal services; empty, live payment requests are sent nowhere. */
  readonly agencyUrl?: string;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** HSTS_SUBDOMAINS: browsers ask hosts below PUBLIC_URL by HTTPS alone too. */
  readonly hstsSubdomains: boolean;
  /** REQUEST_LOG: a line of the log for each request. */
  readonly logsApiRequests: boolean;
  /** SLOW_STATEMENT_MS: milliseconds from which on a statement is told of in the log; 0 tells of none. */
  readonly slowStatementMs: number;
  /** METRICS_PORT and METRICS_HOST, METRICS_TOKEN: where figures for Prometheus are, and who may read them; absent, nowhere. */
  readonly metrics?: { readonly port?: number; readonly host: string; readonly token?: string };
  /** ALLOWED_WEBHOOK_NETWORKS: private networks, in CIDR notation, that webhooks may reach all the same. */
  readonly allowedWebhookNetworks: readonly string[];
};
