import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { test } from 'vitest';
import { readConfig } from './read-config.ts';
import { StartupError, terminalLanguage } from './startup-error.ts';

const THIS_FILE = fileURLToPath(import.meta.url);

/** Names of the wrong settings. */
function faultsOf(environment: Record<string, string>): (string | undefined)[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    assert.ok(error instanceof StartupError);
    assert.equal(error.exitCode, 2);
    return error.problems.map((problem) => problem.setting);
  }
}

test('without settings: the data folder here, HTTPS on 8443 of this machine only, 1000 requests a second', () => {
  const config = readConfig({});
  assert.equal(config.dataFolder, `${process.cwd()}/data`);
  assert.deepEqual([config.port, config.httpPort, config.host], [8443, 8080, '127.0.0.1']);
  assert.equal(config.publicUrl, 'https://localhost:8443');
  assert.deepEqual([config.serviceName, config.rateLimit, config.logLevel], ['Facturier', 1000, 'info']);
  assert.deepEqual([config.trustedProxies, config.allowedWebhookNetworks], [[], []]);
  assert.deepEqual([config.databaseUrl, config.mail, config.tls], [undefined, undefined, undefined]);
});

test('an empty setting counts as absent', () => {
  assert.deepEqual(readConfig({ PORT: '', TLS_CERT: ' ', DATABASE_URL: '' }), readConfig({}));
});

test('the number of web processes is a setting, one by default, and a stopping one answers for the given seconds', () => {
  const { webProcesses, drainSeconds } = readConfig({});
  assert.deepEqual([webProcesses, drainSeconds], [1, 0]);
  assert.equal(readConfig({ WEB_PROCESSES: '4', DRAIN_SECONDS: '15' }).webProcesses, 4);
  for (const wrong of ['0', '-1', '1001', 'two'])
    assert.deepEqual(faultsOf({ WEB_PROCESSES: wrong }), ['WEB_PROCESSES']);
  for (const wrong of ['-1', '301', '1.5']) assert.deepEqual(faultsOf({ DRAIN_SECONDS: wrong }), ['DRAIN_SECONDS']);
});

test('keys are shared in a folder or under a secret of 32 random bytes, not both; the secret is not repeated', () => {
  const secret = Buffer.alloc(32, 7);
  for (const written of [secret.toString('base64'), secret.toString('base64url'), secret.toString('hex')])
    assert.deepEqual(readConfig({ KEYS_SECRET: written }).keysShared, { secret });
  assert.deepEqual(readConfig({ KEYS_FOLDER: '/srv/keys' }).keysShared, { folder: '/srv/keys' });
  assert.equal(readConfig({}).keysShared, undefined);
  for (const wrong of ['correct horse battery staple and more words', secret.subarray(1).toString('base64'), 'abcd'])
    assert.deepEqual(faultsOf({ KEYS_SECRET: wrong }), ['KEYS_SECRET'], wrong);
  assert.throws(
    () => readConfig({ KEYS_SECRET: 'hunter2' }),
    (error: Error) => !error.message.includes('hunter2'),
  );
  assert.deepEqual(faultsOf({ KEYS_SECRET: secret.toString('hex'), KEYS_FOLDER: '/srv/keys' }), ['KEYS_SECRET']);
});

test('rates come from the ECB by default, from nowhere if the setting is empty; the address must be a web address', () => {
  assert.equal(readConfig({}).ratesUrl, 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml');
  assert.equal('ratesUrl' in readConfig({ RATES_URL: ' ' }), false);
  for (const url of ['off', 'file:///srv/rates.xml', 'ftp://mirror.example.com/rates.xml'])
    assert.deepEqual(faultsOf({ RATES_URL: url }), ['RATES_URL'], url);
});

test('a domain sets the public address, opens the service to the network and asks Let’s Encrypt', () => {
  const config = readConfig({ DOMAIN: 'Factures.exemple.fr', ACME_EMAIL: 'hote@exemple.fr' });
  assert.deepEqual([config.publicUrl, config.host], ['https://factures.exemple.fr', '0.0.0.0']);
  assert.deepEqual(config.acme, {
    domain: 'factures.exemple.fr',
    directory: 'https://acme-v02.api.letsencrypt.org/directory',
    email: 'hote@exemple.fr',
  });
  const own = readConfig({
    DOMAIN: 'a.exemple.fr',
    ACME_URL: 'https://ca.lan/dir',
    PUBLIC_URL: 'https://b.fr',
    HOST: '::',
  });
  assert.deepEqual([own.publicUrl, own.host, own.acme?.directory], ['https://b.fr', '::', 'https://ca.lan/dir']);
  assert.equal('acme' in readConfig({ ACME_EMAIL: 'hote@exemple.fr' }), false);
  assert.deepEqual(faultsOf({ DOMAIN: 'a.exemple.fr', HTTP_PORT: '0' }), ['HTTP_PORT']);
  assert.deepEqual(faultsOf({ DOMAIN: 'a.exemple.fr', TLS_CERT: THIS_FILE, TLS_KEY: THIS_FILE }), ['DOMAIN']);
});

test('the agency is called in production by default, and not at all if the setting is empty', () => {
  assert.equal(readConfig({}).agencyUrl, 'https://api.urssaf.fr');
  assert.equal('agencyUrl' in readConfig({ URSSAF_URL: ' ' }), false);
  for (const url of ['off', 'http://api.urssaf.fr', 'https://me@api.urssaf.fr'])
    assert.deepEqual(faultsOf({ URSSAF_URL: url }), ['URSSAF_URL'], url);
});

test('every setting is used as written', () => {
  const config = readConfig({
    FACTURIER_DATA: '/srv/my bills',
    PORT: '443',
    HTTP_PORT: '0',
    HOST: '::1',
    PUBLIC_URL: 'https://billing.example.com/',
    DATABASE_URL: 'postgresql://me:secret@db.example.com/bills',
    READ_DATABASE_URL: 'postgresql://me:secret@replica.example.com/bills',
    SERVICE_NAME: 'Acme2000',
    WEB_PROCESSES: '3',
    DRAIN_SECONDS: '20',
    KEYS_FOLDER: '/srv/keys',
    RATE_LIMIT: '0',
    CONNECTIONS_PER_ADDRESS: '1000',
    QUOTA_DOCUMENTS: '500',
    QUOTA_BYTES: '0',
    QUOTA_MAILS: '20',
    TLS_CERT: THIS_FILE,
    TLS_KEY: THIS_FILE,
    TRUSTED_PROXIES: '10.0.0.5, 192.168.0.0/16 fd00::/8,::1',
    SMTP_URL: 'smtps://me:secret@mail.example.com:465',
    MAIL_FROM: 'factures@example.com',
    FILES_URL: 's3://AKIA:a%2Fb%2Bc@s3.example.com:9000/factures/prod/2027?region=eu-west-3&tls=0',
    LOG_LEVEL: 'WARN',
    REQUEST_LOG: 'on',
    SETTINGS_SCREENS: 'off',
    SLOW_STATEMENT_MS: '250',
    HSTS_SUBDOMAINS: 'off',
    METRICS_PORT: '9464',
    METRICS_HOST: '10.0.0.5',
    METRICS_TOKEN: 'a'.repeat(32),
    ALLOWED_WEBHOOK_NETWORKS: '127.0.0.0/8',
    RATES_URL: 'https://mirror.example.com/eurofxref-daily.xml',
    UPDATES_URL: 'https://mirror.example.com/latest.json',
    URSSAF_URL: 'https://api-edi.urssaf.fr/',
  });
  assert.deepEqual(config, {
    dataFolder: '/srv/my bills',
    agencyUrl: 'https://api-edi.urssaf.fr',
    ratesUrl: 'https://mirror.example.com/eurofxref-daily.xml',
    updatesUrl: 'https://mirror.example.com/latest.json',
    port: 443,
    httpPort: 0,
    host: '::1',
    publicUrl: 'https://billing.example.com',
    publicUrlFrom: 'PUBLIC_URL',
    databaseUrl: 'postgresql://me:secret@db.example.com/bills',
    readDatabaseUrl: 'postgresql://me:secret@replica.example.com/bills',
    serviceName: 'Acme2000',
    rateLimit: 0,
    webProcesses: 3,
    drainSeconds: 20,
    keysShared: { folder: '/srv/keys' },
    connectionsPerAddress: 1_000,
    quotas: { documentsPerDay: 500, storedBytes: 0, mailsPerDay: 20 },
    tls: { certFile: THIS_FILE, keyFile: THIS_FILE },
    trustedProxies: ['10.0.0.5/32', '192.168.0.0/16', 'fd00::/8', '::1/128'],
    mail: { smtpUrl: 'smtps://me:secret@mail.example.com:465', from: 'factures@example.com' },
    files: {
      ...{ endpoint: 'http://s3.example.com:9000', region: 'eu-west-3', bucket: 'factures', prefix: 'prod/2027' },
      ...{ keyId: 'AKIA', secret: 'a/b+c' },
    },
    logLevel: 'warn',
    logsApiRequests: true,
    settingsOnScreens: false,
    demonstration: false,
    hstsSubdomains: false,
    slowStatementMs: 250,
    metrics: { port: 9464, host: '10.0.0.5', token: 'a'.repeat(32) },
    allowedWebhookNetworks: ['127.0.0.0/8'],
  });
});

test('metrics are off unless a port or a token is set, and on this machine only unless METRICS_HOST is set', () => {
  assert.equal('metrics' in readConfig({ METRICS_PORT: '0' }), false);
  assert.deepEqual(readConfig({ METRICS_PORT: '9464' }).metrics, { host: '127.0.0.1', port: 9464 });
  assert.deepEqual(readConfig({ METRICS_TOKEN: 'a'.repeat(32) }).metrics, { host: '127.0.0.1', token: 'a'.repeat(32) });
  assert.deepEqual(faultsOf({ METRICS_HOST: '0.0.0.0' }), ['METRICS_PORT']);
  assert.deepEqual([readConfig({}).logsApiRequests, readConfig({}).slowStatementMs], [false, 1_000]);
});

test('the public address follows HOST and PORT', () => {
  assert.equal(readConfig({ HOST: '0.0.0.0', PORT: '9000' }).publicUrl, 'https://localhost:9000');
  assert.equal(readConfig({ HOST: 'bills.lan', PORT: '443' }).publicUrl, 'https://bills.lan');
  assert.equal(
    readConfig({ PUBLIC_URL: 'https://Factures.exemple.fr.:9443/' }).publicUrl,
    'https://factures.exemple.fr:9443',
  );
  assert.equal(readConfig({ PUBLIC_URL: 'https://exemple.fr/facturier/' }).publicUrl, 'https://exemple.fr/facturier');
  assert.equal(readConfig({ HOST: '[fd00::7]' }).publicUrl, 'https://[fd00::7]:8443');
});

const WRONG: Record<string, string[]> = {
  PORT: ['80a', '-1', '65536', '8443.5'],
  HTTP_PORT: ['x', '8443'],
  HOST: ['a host', 'https://bills.lan', '-x'],
  DOMAIN: ['localhost', 'https://a.fr', 'a.fr:8443', 'a.fr/x', '10.0.0.1', '*.a.fr', 'a b.fr'],
  ACME_URL: ['http://ca.lan/dir', 'letsencrypt'],
  ACME_EMAIL: ['no-address'],
  PUBLIC_URL: [
    'http://bills.lan',
    'bills.lan',
    'https://me:secret@bills.lan',
    'https://bills.lan/?a=1',
    'https://bills.lan/mes factures',
    'https://bills.lan/app//',
    'https://bills.lan/a"b',
    'https://bills.lan//',
    'https://*.bills.lan',
  ],
  DATABASE_URL: ['mysql://db/bills', 'localhost', 'postgresql:///'],
  READ_DATABASE_URL: ['mysql://db/bills', 'localhost', 'postgresql:///'],
  SERVICE_NAME: ['Mon service', 'été', 'a'.repeat(41)],
  RATE_LIMIT: ['many', '1.5', '-1'],
  CONNECTIONS_PER_ADDRESS: ['many', '1.5', '-1', '100001'],
  QUOTA_DOCUMENTS: ['many', '-1'],
  QUOTA_BYTES: ['20 GiB'],
  QUOTA_MAILS: ['1.5'],
  TLS_CERT: ['/nowhere/cert.pem'],
  TRUSTED_PROXIES: ['10.0.0.5, proxy.lan', '10.0.0.0/33', '10'],
  SMTP_URL: ['mail.example.com', 'https://mail.example.com'],
  MAIL_FROM: ['factures', 'Zoé <zoe@example.com>', 'zoé@example.com', 'a@b c', 'a@example.com\r\nBcc: b@example.com'],
  BACKUP_URL: ['https://k:s@host/bucket', '/mnt/copies'],
  BACKUP_AT: ['2:30', '24:00', '02:60', 'noon'],
  FACTURIER_BACKUP_PASSPHRASE: ['too short'],
  FILES_URL: [
    ...['https://k:s@host/bucket', 's3://host/bucket', 's3://k@host/bucket', 's3://k:s@host', 's3://k:s@host/B'],
    ...['s3://k:s@host/bucket/../up', 's3://k:s@host/bucket/a b', 's3://k:s@ho st/bucket', 's3://k:%zz@host/bucket'],
    ...[
      's3://k:s@host/bucket?tls=2',
      's3://k:s@host/bucket?tsl=0',
      's3://k:s@host/bucket?region=a/b',
      's3://k:s@host/bucket#x',
    ],
  ],
  LOG_LEVEL: ['loud'],
  REQUEST_LOG: ['yes', 'ON', '1'],
  SLOW_STATEMENT_MS: ['-1', '1.5', '1s', '3600001'],
  METRICS_PORT: ['x', '65536', '8443', '8080'],
  METRICS_TOKEN: ['short', 'a'.repeat(257), `${'a'.repeat(40)} b`, 'é'.repeat(40)],
  ALLOWED_WEBHOOK_NETWORKS: ['everything'],
};

for (const [setting, values] of Object.entries(WRONG)) {
  test(`a wrong ${setting} is refused with its name`, () => {
    for (const value of values) assert.ok(faultsOf({ [setting]: value }).includes(setting), value);
  });
}

test('all wrong settings are refused at once', () => {
  const faults = faultsOf({ PORT: 'x', SERVICE_NAME: 'a b', LOG_LEVEL: 'loud', TLS_CERT: THIS_FILE });
  assert.deepEqual(faults.toSorted(), ['LOG_LEVEL', 'PORT', 'SERVICE_NAME', 'TLS_KEY']);
});

test('mail is sent from the SMTP user if that is an address; otherwise MAIL_FROM is required', () => {
  const sent = readConfig({ SMTP_URL: 'smtps://zoe%40example.com:secret@mail.example.com' }).mail;
  assert.equal(sent?.from, 'zoe@example.com');
  assert.deepEqual(faultsOf({ SMTP_URL: 'smtp://relay.lan' }), ['MAIL_FROM']);
  assert.equal(readConfig({ MAIL_FROM: 'zoe@example.com' }).mail, undefined);
  const SMTP_URL = 'smtp://relay.lan';
  assert.equal(readConfig({ SMTP_URL, MAIL_FROM: 'factures@société.fr' }).mail?.from, 'factures@xn--socit-esab.fr');
  const login = readConfig({ SMTP_URL: 'smtps://zoe%40soci%C3%A9t%C3%A9.fr:secret@mail.example.com' }).mail;
  assert.equal(login?.from, 'zoe@xn--socit-esab.fr');
  for (const MAIL_FROM of ['a@société.fr/x', 'a@société.fr:25', 'a@soc iété.fr', 'a@société.fr\r\nBcc: b@example.com'])
    assert.deepEqual(faultsOf({ MAIL_FROM }), ['MAIL_FROM'], MAIL_FROM);
});

test('object storage uses TLS and the most common region by default', () => {
  const { files } = readConfig({ FILES_URL: 's3://k:s@s3.example.com/bucket/' });
  assert.deepEqual([files?.endpoint, files?.region, files?.prefix], ['https://s3.example.com', 'us-east-1', '']);
});

test('backups go to one destination, at a time of day, at night by default', () => {
  assert.deepEqual(readConfig({ BACKUP_DIR: '/mnt/copies' }).backup, {
    folder: '/mnt/copies',
    at: { hour: 2, minute: 30 },
  });
  const elsewhere = readConfig({ BACKUP_URL: 's3://k:s@host/bucket/copies', BACKUP_AT: '23:05' }).backup;
  assert.deepEqual(elsewhere?.at, { hour: 23, minute: 5 });
  assert.ok(elsewhere && 'bucket' in elsewhere && elsewhere.bucket.prefix === 'copies');
  assert.deepEqual(faultsOf({ BACKUP_DIR: '/mnt', BACKUP_URL: 's3://k:s@host/bucket' }), ['BACKUP_URL']);
});

test('a refusal never repeats a password', () => {
  const attempt = () =>
    readConfig({
      ...{ DATABASE_URL: 'mysql://me:hunter2@db/bills', SMTP_URL: 'http://me:hunter2@mail' },
      FILES_URL: 's3://me:hunter2@host',
    });
  assert.throws(attempt, (error: Error) => !error.message.includes('hunter2'));
});

test('the terminal is in French unless it asks for English', () => {
  assert.equal(terminalLanguage({}), 'fr');
  assert.equal(terminalLanguage({ LANG: 'C.UTF-8' }), 'fr');
  assert.equal(terminalLanguage({ LANG: 'en_GB.UTF-8' }), 'en');
  assert.equal(terminalLanguage({ LANG: 'en_GB.UTF-8', LC_ALL: 'fr_FR.UTF-8' }), 'fr');
});
