import type { LOG_LEVELS } from './config-errors.ts';
import type { Quotas } from './domain/account/quota.ts';
import type { TimeOfDay } from './domain/backup/daily-copy.ts';
import type { ObjectStoreAddress } from './s3-address.ts';

/** The configuration of one process, read once and validated. */
export type Config = {
  /** FACTURIER_DATA: folder of all data of this installation; absolute. */
  readonly dataFolder: string;
  /** DATABASE_URL: an external PostgreSQL instead of the embedded one. */
  readonly databaseUrl?: string;
  /** READ_DATABASE_URL: a streaming replica of it, for read-only requests. */
  readonly readDatabaseUrl?: string;
  /** PORT of HTTPS; 0 takes a free one. */
  readonly port: number;
  /** HTTP_PORT: the plain HTTP port, which refuses all requests; 0 opens none. */
  readonly httpPort: number;
  /** HOST: name or address of the interface to listen on. */
  readonly host: string;
  /** PUBLIC_URL: base URL for clients; https, may have a path, without a trailing slash. */
  readonly publicUrl: string;
  /** The variable that sets `publicUrl`; if absent, operators may set it on a screen. */
  readonly publicUrlFrom?: 'PUBLIC_URL' | 'DOMAIN';
  /** SERVICE_NAME: letters and digits. */
  readonly serviceName: string;
  /** RATE_LIMIT: requests per second and key; 0 for no limit. */
  readonly rateLimit: number;
  /** WEB_PROCESSES: number of web processes on all machines; in-memory limits are divided by it. */
  readonly webProcesses: number;
  /** DRAIN_SECONDS: how long a stopping process keeps answering while it reports not ready. */
  readonly drainSeconds: number;
  /** QUOTA_DOCUMENTS, QUOTA_BYTES, QUOTA_MAILS: limits per account; 0 for none. */
  readonly quotas: Quotas;
  /**
   * CONNECTIONS_PER_ADDRESS: concurrent connections per address, trusted proxies excluded; 0 for no
   * limit.
   */
  readonly connectionsPerAddress: number;
  /**
   * TLS_CERT and TLS_KEY: the operator's own certificate; if absent, the local authority issues
   * one.
   */
  readonly tls?: { readonly certFile: string; readonly keyFile: string };
  /**
   * DOMAIN: the name for which a public certificate is obtained by ACME; ACME_URL: the directory of
   * the authority; ACME_EMAIL: where it writes.
   */
  readonly acme?: { readonly domain: string; readonly directory: string; readonly email?: string };
  /**
   * TRUSTED_PROXIES: networks in CIDR notation whose forwarded headers (client address, TLS) are
   * trusted.
   */
  readonly trustedProxies: readonly string[];
  /**
   * KEYS_FOLDER or KEYS_SECRET: where machines that use one database share their keys; if absent,
   * keys stay in this data folder.
   */
  readonly keysShared?: { readonly folder: string } | { readonly secret: Buffer };
  /** SMTP_URL and MAIL_FROM: mail server and sender address. */
  readonly mail?: { readonly smtpUrl: string; readonly from: string };
  /** FILES_URL: S3-compatible store for file contents; if absent, PostgreSQL stores them. */
  readonly files?: ObjectStoreAddress;
  /**
   * BACKUP_DIR or BACKUP_URL, and BACKUP_AT: where backups are stored, and when the daily one is
   * made.
   */
  readonly backup?:
    | { readonly folder: string; readonly at: TimeOfDay }
    | { readonly bucket: ObjectStoreAddress; readonly at: TimeOfDay };
  /** FACTURIER_BACKUP_PASSPHRASE: encrypts the keys in backups. */
  readonly backupPassphrase?: string;
  /** TSA_URL: authority (RFC 3161) that time-stamps audit trails daily, and signed PDFs. */
  readonly tsaUrl?: string;
  /**
   * RATES_URL: daily ECB reference rates, with the 90-day file beside them; empty: none are
   * fetched.
   */
  readonly ratesUrl?: string;
  /** UPDATES_URL: address of the release feed; absent if it is empty. */
  readonly updatesUrl?: string;
  /** URSSAF_URL: the agency for personal services; empty: live payment requests are not sent. */
  readonly agencyUrl?: string;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** HSTS_SUBDOMAINS: browsers must use HTTPS for subdomains of PUBLIC_URL too. */
  readonly hstsSubdomains: boolean;
  /** SETTINGS_SCREENS: operators may change settings of the installation on screens. */
  readonly settingsOnScreens: boolean;
  /** DEMO: a public demonstration, which nothing leaves and which is emptied each night. */
  readonly demonstration: boolean;
  /** REQUEST_LOG: log every request. */
  readonly logsApiRequests: boolean;
  /** SLOW_STATEMENT_MS: statements that take at least this long are logged; 0 logs none. */
  readonly slowStatementMs: number;
  /**
   * METRICS_PORT and METRICS_HOST, METRICS_TOKEN: where Prometheus metrics are served, and their
   * access token; absent: nowhere.
   */
  readonly metrics?: { readonly port?: number; readonly host: string; readonly token?: string };
  /** ALLOWED_WEBHOOK_NETWORKS: private networks in CIDR notation that webhooks may reach. */
  readonly allowedWebhookNetworks: readonly string[];
};
