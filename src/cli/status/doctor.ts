import { X509Certificate } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { hasHeadLog } from '../../audit/heads/head-log-file.ts';
import { privateKeyIds } from '../../audit/keys/signing-key.ts';
import { lastStamp, stampFailure } from '../../audit/time-stamps/stored-time-stamps.ts';
import type { Config } from '../../config.ts';
import { countAccounts } from '../../db/account/all-accounts.ts';
import { allChainHeads, keysOfChainHeads } from '../../db/audit/chain-heads.ts';
import { checkObjectStore } from '../../db/object-storage/object-store.ts';
import { clockProblem } from '../../domain/time/clock.ts';
import { type AcmeState, acmeCertificate, acmeState } from '../../runtime/certificates/acme-certificate.ts';
import { lacksPublicCertificate, serverCertificate } from '../../runtime/certificates/server-certificate.ts';
import { type CommandContext, openCommandContext } from '../command-context.ts';
import { checkKeys } from '../keys/list-and-replace.ts';
import { outsideFolder, processRightsMessage } from '../serve/process-rights.ts';
import { inWords, labeled, say } from '../terminal/output.ts';
import { backupChecks } from './backup-checks.ts';
import { exchangeRatesCheck } from './exchange-rates-check.ts';
import { fetchServiceHealth } from './fetch-health.ts';
import { jobBacklogCheck } from './job-backlog-check.ts';
import { isReleaseSupported, type RunningRelease, releaseMessage, runningReleases } from './release-age.ts';

/** One check and its result. */
type Look = {
  name: string;
  well: boolean;
  said: string;
  /** It works but needs attention. */
  warns?: true;
};

/**
 * Bytes below which a disk counts as full, and days below which a certificate counts as expiring.
 */
const FREE_BYTES_MIN = 500 * 1024 ** 2;
const CERTIFICATE_DAYS_MIN = 7;
const NODE_MIN = 24;

/** `facturier doctor`: checks the environment of the service. Returns the exit code. */
export async function doctor(config: Config, options: { json?: boolean }): Promise<0 | 1> {
  const service = await openCommandContext(config, { name: 'facturier doctor', unsealed: true });
  try {
    const looks: Look[] = [
      node(service),
      await database(service),
      await role(service),
      await accounts(service),
      await disk(config),
      dataFolder(service),
      rights(service),
      ...(await backupChecks(service)),
      await certificate(service.config),
      await jobBacklogCheck(service),
      ...(await files(service)),
      await signing(service),
      await keys(service),
      await clock(service),
      ...(await stamping(config)),
      await exchangeRatesCheck(service),
      await running(config),
    ];
    const well = looks.every((look) => look.well);
    const lines = looks.map((look) => `${look.warns ? '⚠' : look.well ? '✔' : '✖'} ${labeled(look.name, look.said)}`);
    say(options, { well, looks }, lines.join('\n'));
    return well ? 0 : 1;
  } finally {
    await service.close();
  }
}

function node(service: CommandContext): Look {
  const major = Number(process.versions.node.split('.')[0]);
  const [running] = releasesOf(service, undefined);
  if (major < NODE_MIN || !running) return { name: 'Node', well: false, said: process.versions.node };
  return { name: 'Node', ...releaseCheck(service, running) };
}

const releasesOf = ({ services }: CommandContext, serverVersion: string | undefined): RunningRelease[] =>
  runningReleases(serverVersion, new Date(services.now() * 1000));

/** An old release still works: a warning, not a failure. */
const releaseCheck = ({ database: { embedded } }: CommandContext, running: RunningRelease): Omit<Look, 'name'> => ({
  well: true,
  said: inWords(releaseMessage(running, { embedded })),
  ...(!isReleaseSupported(running) && { warns: true }),
});

async function database(service: CommandContext): Promise<Look> {
  const {
    pool,
    database: { embedded },
    migrated,
  } = service;
  const { rows } = await pool.query('show server_version');
  const [running] = releasesOf(service, rows[0].server_version);
  const look = running && releaseCheck(service, running);
  const said = [
    look?.said,
    embedded && inWords({ fr: 'intégrée', en: 'embedded' }),
    migrated.length > 0 && migrated.join(' '),
  ];
  return {
    name: inWords({ fr: 'Base de données', en: 'Database' }),
    well: true,
    ...(look?.warns && { warns: true }),
    said: said.filter(Boolean).join(', '),
  };
}

/** Row-level security must apply to the serving role. */
async function role({ pool }: CommandContext): Promise<Look> {
  const { rows } = await pool.query(
    'select rolname, rolsuper or rolbypassrls as unbound from pg_roles where rolname = current_user',
  );
  return { name: inWords({ fr: 'Rôle', en: 'Role' }), well: rows[0]?.unbound === false, said: rows[0]?.rolname ?? '?' };
}

async function accounts({ owner }: CommandContext): Promise<Look> {
  const count = await countAccounts(owner);
  return { name: inWords({ fr: 'Comptes', en: 'Accounts' }), well: count > 0, said: String(count) };
}

async function disk({ dataFolder }: Config): Promise<Look> {
  const { bavail, bsize } = await statfs(dataFolder);
  const free = bavail * bsize;
  const said = `${Math.round(free / 1024 ** 2)} MiB (${dataFolder})`;
  return { name: inWords({ fr: 'Place libre', en: 'Free space' }), well: free >= FREE_BYTES_MIN, said };
}

/** What to back up: one folder or two. Both are fine, as long as it is stated. */
function dataFolder(service: CommandContext): Look {
  const name = inWords({ fr: 'Dossier de données', en: 'Data folder' });
  const { dataFolder: folder } = service.config;
  const outside = outsideFolder(service);
  if (!service.database.embedded) {
    const elsewhere = { fr: 'la base est ailleurs (DATABASE_URL)', en: 'the database is elsewhere (DATABASE_URL)' };
    return { name, well: true, said: `${folder}, ${inWords(elsewhere)}` };
  }
  const words = outside
    ? { fr: `la base est en dehors, dans ${outside}`, en: `the database is outside it, in ${outside}` }
    : { fr: 'avec la base', en: 'with the database' };
  return { name, well: true, said: `${folder}, ${inWords(words)}` };
}

function rights(service: CommandContext): Look {
  const { well, words } = processRightsMessage(service.rights);
  return { name: inWords({ fr: 'Droits', en: 'Rights' }), well, said: inWords(words) };
}

async function certificate(config: Config): Promise<Look> {
  const { certificate: pem } = await serverCertificate(config, new Date());
  const { validToDate } = new X509Certificate(pem);
  const days = (validToDate.getTime() - Date.now()) / 86_400_000;
  const name = inWords({ fr: 'Certificat', en: 'Certificate' });
  const said = validToDate.toISOString().slice(0, 10);
  if (lacksPublicCertificate(config)) return { name, well: false, said: `${said}, ${inWords(ownAuthority)}` };
  const state = config.acme && (await acmeState(config.dataFolder, config.acme));
  const isObtained = !config.acme || (await acmeCertificate(config.dataFolder, config.acme)) !== undefined;
  const failing = state && state.failures > 0 && inWords(certificateRefused(state));
  if (!isObtained) return { name, well: false, said: failing || inWords(notObtained) };
  return {
    ...{ name, well: days >= CERTIFICATE_DAYS_MIN },
    ...(failing && { warns: true }),
    said: [said, failing].filter(Boolean).join(', '),
  };
}

const ownAuthority = {
  fr: 'émis par l’autorité locale alors que PUBLIC_URL est un nom public : réglez DOMAIN, ou TLS_CERT et TLS_KEY, ou placez un proxy devant (TRUSTED_PROXIES)',
  en: 'issued by the local authority although PUBLIC_URL is a public name: set DOMAIN, or TLS_CERT and TLS_KEY, or put a proxy in front (TRUSTED_PROXIES)',
};
const notObtained = {
  fr: 'pas encore obtenu pour DOMAIN : démarrez le service, il le demande',
  en: 'not yet obtained for DOMAIN: start the service, it requests it',
};
const certificateRefused = ({ domain, lastError, nextAttemptAt }: AcmeState) => {
  const at = new Date(nextAttemptAt * 1_000).toISOString();
  return {
    fr: `demande refusée pour ${domain} : ${lastError ?? '?'}. Vérifiez que ce nom mène à cette machine et que le port 80 arrive sur HTTP_PORT. Nouvel essai à ${at}`,
    en: `request refused for ${domain}: ${lastError ?? '?'}. Check that this name leads to this machine and that port 80 leads to HTTP_PORT. Next attempt at ${at}`,
  };
};

/** Writes, reads and deletes an object: a store that responds may still refuse writes. */
async function files({ config, services }: CommandContext): Promise<Look[]> {
  const { objects } = services.environment;
  if (!config.files || !objects) return [];
  const name = inWords({ fr: 'Fichiers', en: 'Files' });
  const said = `${config.files.endpoint}/${config.files.bucket}`;
  try {
    await checkObjectStore(objects);
    return [{ name, well: true, said }];
  } catch (error) {
    return [{ name, well: false, said: labeled(said, (error as Error).message) }];
  }
}

/** Uncaught errors are bugs, even if the service continued. */
async function running(config: Config): Promise<Look> {
  const name = inWords({ fr: 'Service', en: 'Service' });
  const answered = await fetchServiceHealth(config, (await serverCertificate(config, new Date())).certificate);
  if (!answered) return { name, well: true, said: inWords({ fr: 'ne tourne pas ici', en: 'not running here' }) };
  const { strayFailures: failures, sinceSeconds } = answered;
  const minutes = Math.floor(sinceSeconds / 60);
  const words = {
    fr: `tourne depuis ${minutes} min, ${failures} erreurs non interceptées${failures > 0 ? ' (voyez son journal : « uncaught error »)' : ''}`,
    en: `running for ${minutes} min, ${failures} uncaught errors${failures > 0 ? ' (see its log: "uncaught error")' : ''}`,
  };
  return { name, well: failures === 0, said: inWords(words) };
}

/** The current key of every chain is present, and heads are recorded. */
async function signing({ config, owner }: CommandContext): Promise<Look> {
  const here = privateKeyIds(config.dataFolder);
  const inUse = await keysOfChainHeads(owner);
  const gone = inUse.filter((keyId) => !here.includes(keyId)).length;
  const found = await hasHeadLog(config.dataFolder);
  const said = [
    here[0] ?? inWords({ fr: 'aucune', en: 'none' }),
    gone > 0 &&
      inWords({ fr: `${gone} clé(s) de pistes d’audit absente(s)`, en: `${gone} audit trail key(s) missing` }),
    inUse.length > 0 &&
      !found &&
      inWords({ fr: 'fichier des dernières entrées signées perdu', en: 'file of signed last entries lost' }),
    'facturier verify',
  ];
  const name = inWords({ fr: 'Clé de signature', en: 'Signing key' });
  return { name, well: gone === 0 && (inUse.length === 0 || found), said: said.filter(Boolean).join(', ') };
}

/** This machine has the keys of its installation: a machine with others would not start. */
async function keys(service: CommandContext): Promise<Look> {
  const looked = await checkKeys(service);
  const noted = looked.filter(({ fingerprint }) => fingerprint !== undefined);
  const lacking = noted.filter(({ here }) => !here).map(({ name }) => name);
  const said =
    lacking.length > 0
      ? labeled(lacking.join(', '), 'npx facturier keys list')
      : noted.map(({ name }) => name).join(', ');
  return { name: inWords({ fr: 'Clés', en: 'Keys' }), well: lacking.length === 0, said };
}

/** Accounts whose audit chain would refuse a new link now because of the clock. */
async function clock(service: CommandContext): Promise<Look> {
  const { owner, services } = service;
  const { rows } = await owner.query('select extract(epoch from clock_timestamp())::bigint as now');
  const [now, databaseNow] = [services.now(), Number(rows[0].now)];
  const problem = clockProblem({ now, databaseNow, test: false }) ?? (await clockProblemOfChains(service, now));
  const remedy = problem ? `, ${labeled(problem.problem, 'npx facturier clock confirm')}` : '';
  const name = inWords({ fr: 'Horloge', en: 'Clock' });
  return { name, well: problem === undefined, said: `${new Date(now * 1000).toISOString()}${remedy}` };
}

/** The first audit chain that would refuse a link made now. */
async function clockProblemOfChains({ owner }: CommandContext, now: number): Promise<ReturnType<typeof clockProblem>> {
  for await (const { at, test, aheadSeconds } of allChainHeads(owner)) {
    const problem = clockProblem({ now: now + aheadSeconds, lastAt: at, test });
    if (problem) return problem;
  }
  return undefined;
}

/** The last time stamp of the audit chains, and why there is no newer one. */
async function stamping({ tsaUrl, dataFolder }: Config): Promise<Look[]> {
  if (tsaUrl === undefined) return [];
  const [last, failure] = await Promise.all([lastStamp(dataFolder), stampFailure(dataFolder)]);
  const none = inWords({ fr: 'pas encore', en: 'not yet' });
  const said = [new URL(tsaUrl).host, last?.name ?? none, failure && failure.error].filter(Boolean).join(', ');
  return [{ name: inWords({ fr: 'Horodatage', en: 'Time stamps' }), well: failure === undefined, said }];
}
