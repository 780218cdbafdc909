import type { Config } from '../../config.ts';
import { COPY_HOURS_MAX } from '../../domain/backup/daily-copy.ts';
import type { InstallationFigures } from '../../metrics/metrics.ts';
import { serverCertificate } from '../../runtime/certificates/server-certificate.ts';
import { START_COMMAND } from '../../runtime/start-command.ts';
import type { TranslatedText } from '../../startup-error.ts';
import { openCommandContext } from '../command-context.ts';
import { inWords, labeled, language, say } from '../terminal/output.ts';
import { fetchServiceHealth } from './fetch-health.ts';
import { fetchMetrics, type Sample } from './fetch-metrics.ts';
import { installationMetrics } from './installation-metrics.ts';

/**
 * Days after which verification and exchange rates count as old, and days of validity below which a
 * certificate must be renewed.
 */
const VERIFY_DAYS_MAX = 35;
const RATES_DAYS_MAX = 7;
const CERTIFICATE_DAYS_MIN = 7;
const DAY = 86_400;

/**
 * `facturier status`: the state of the service, from the values of /metrics: of the installation
 * from its database and data folder, and of the local process from its own metrics (METRICS_PORT or
 * METRICS_TOKEN). Returns exit code 1 if there is a problem.
 */
export async function status(config: Config, options: { json?: boolean }): Promise<0 | 1> {
  const service = await openCommandContext(config, { name: 'facturier status', unsealed: true });
  try {
    const { certificate } = await serverCertificate(config, new Date());
    const [running, samples, figures] = await Promise.all([
      fetchServiceHealth(config, certificate),
      fetchMetrics(config),
      installationMetrics(service, { servesHttps: true }),
    ]);
    const looks = [
      serviceCheck(running, samples),
      ...installationChecks(figures, config),
      ...(samples ? processChecks(samples) : config.metrics ? [] : [untold]),
    ];
    const well = looks.every((look) => look.well);
    const lines = looks.map((look) => `${look.well ? '✔' : '✖'} ${labeled(look.name, look.said)}`);
    say(options, { well, running: running ?? null, looks, figures, process: samples ?? null }, lines.join('\n'));
    return well ? 0 : 1;
  } finally {
    await service.close();
  }
}

const look = (name: TranslatedText, well: boolean, said: TranslatedText | string): StatusCheck => ({
  name: inWords(name),
  well,
  said: typeof said === 'string' ? said : inWords(said),
});

function serviceCheck(
  running: { strayFailures: number; sinceSeconds: number } | undefined,
  samples: readonly Sample[] | undefined,
): StatusCheck {
  const name = { fr: 'Service', en: 'Service' };
  // A worker only responds on its metrics port.
  if (!running && samples)
    return look(name, true, {
      fr: 'un processus y travaille (METRICS_PORT)',
      en: 'a process works here (METRICS_PORT)',
    });
  if (!running) return look(name, true, { fr: 'ne tourne pas ici', en: 'not running here' });
  const { strayFailures: failures } = running;
  const span = inSpan(running.sinceSeconds);
  return look(name, failures === 0, {
    fr: `tourne depuis ${span}, ${failures} erreurs non interceptées`,
    en: `running for ${span}, ${failures} uncaught errors`,
  });
}

function installationChecks(figures: InstallationFigures, config: Config): StatusCheck[] {
  const { backupSeconds, ratesSeconds, certificateSeconds, certificateFailures = 0 } = figures;
  const never = { fr: 'jamais', en: 'never' };
  const ago = (seconds: number | undefined) => (seconds === undefined ? inWords(never) : since(seconds));
  return [
    look(
      { fr: 'Base de données', en: 'Database' },
      figures.databaseAnswers,
      figures.databaseAnswers ? { fr: 'répond', en: 'answers' } : { fr: 'ne répond pas', en: 'does not answer' },
    ),
    jobBacklogCheck(figures),
    ...(config.backup
      ? [
          look(
            { fr: 'Dernière sauvegarde', en: 'Last backup' },
            backupSeconds !== undefined && backupSeconds <= COPY_HOURS_MAX * 3_600,
            ago(backupSeconds),
          ),
        ]
      : []),
    verifyCheck(figures),
    ...(config.ratesUrl === undefined || ratesSeconds === undefined
      ? []
      : [
          look(
            { fr: 'Cours de change', en: 'Exchange rates' },
            ratesSeconds <= RATES_DAYS_MAX * DAY,
            ago(ratesSeconds),
          ),
        ]),
    ...(certificateFailures > 0
      ? [
          look(
            { fr: 'Demande de certificat', en: 'Certificate request' },
            false,
            certificateRefused(certificateFailures),
          ),
        ]
      : []),
    ...(certificateSeconds === undefined
      ? []
      : [
          look(
            { fr: 'Certificat', en: 'Certificate' },
            certificateSeconds >= CERTIFICATE_DAYS_MIN * DAY,
            certificateSeconds > 0
              ? { fr: `encore ${inSpan(certificateSeconds)}`, en: `${inSpan(certificateSeconds)} left` }
              : { fr: 'expiré', en: 'expired' },
          ),
        ]),
  ];
}

const certificateRefused = (failures: number) => ({
  fr: `refusée ${failures} fois de suite ; facturier doctor dit pourquoi`,
  en: `refused ${failures} times in a row; facturier doctor says why`,
});

function jobBacklogCheck({ work }: InstallationFigures): StatusCheck {
  const name = { fr: 'Travaux dus', en: 'Due jobs' };
  const waiting = work.filter(({ due }) => due > 0).toSorted((a, b) => b.oldestSeconds - a.oldestSeconds);
  const late = waiting.filter(({ oldestSeconds, lateAfterSeconds }) => oldestSeconds > lateAfterSeconds);
  if (waiting.length === 0) return look(name, true, { fr: 'rien', en: 'nothing' });
  const said = waiting.map(({ lane, due, oldestSeconds }) => `${lane} ${inSpan(oldestSeconds)} (${due})`).join(', ');
  if (late.length === 0) return look(name, true, said);
  const which = late.map(({ lane }) => lane).join(', ');
  return look(name, false, {
    fr: `${said} ; en retard : ${which}. Vérifiez que le service tourne (${START_COMMAND}, ou serve --role worker).`,
    en: `${said}; late: ${which}. Check that the service runs (${START_COMMAND}, or serve --role worker).`,
  });
}

/** A missing verification is not a fault of the installation. */
function verifyCheck({ verifySeconds: seconds, verifyFindings: findings = 0 }: InstallationFigures): StatusCheck {
  const name = { fr: 'Vérification', en: 'Verification' };
  if (seconds === undefined)
    return look(name, true, { fr: 'jamais faite : npx facturier verify', en: 'never done: npx facturier verify' });
  const well = findings === 0 && seconds <= VERIFY_DAYS_MAX * DAY;
  return look(name, well, {
    fr: `${since(seconds)}, ${findings} constats`,
    en: `${since(seconds)}, ${findings} findings`,
  });
}

const since = (seconds: number): string =>
  language() === 'fr' ? `il y a ${inSpan(seconds)}` : `${inSpan(seconds)} ago`;

const untold: StatusCheck = look({ fr: 'Mesures', en: 'Metrics' }, true, {
  fr: 'désactivées : METRICS_PORT=9464 ou METRICS_TOKEN en disent plus sur ce processus',
  en: 'off: set METRICS_PORT=9464 or METRICS_TOKEN to see more of this process',
});

/**
 * Seconds a request may wait for a connection or a printer, and a head to be recorded, before it
 * counts as a problem.
 */
const WAIT_SECONDS_MAX = 5;
const HEADS_SECONDS_MAX = 60;
/** MiB of recorded heads not yet compacted; compaction starts at two. */
const HEADS_MIB_MAX = 16;
const MIB = 1024 ** 2;

/** Checks a running process by its own metrics. */
export function processChecks(samples: readonly Sample[]): StatusCheck[] {
  const of = (name: string, label = ''): Sample[] =>
    samples.filter((sample) => sample.name === name && sample.labels.includes(label));
  const sum = (name: string, label = ''): number => of(name, label).reduce((total, { value }) => total + value, 0);
  const most = (name: string): number => Math.max(0, ...of(name).map(({ value }) => value));
  const mean = (name: string): string =>
    `${Math.round((1_000 * sum(`${name}_sum`)) / Math.max(1, sum(`${name}_count`)))} ms`;

  const requests = sum('facturier_request_seconds_count');
  const failed = sum('facturier_request_seconds_count', 'status="5xx"');
  const finalized = sum('facturier_finalize_seconds_count');
  const waited = most('facturier_lane_oldest_seconds');
  const heads = most('facturier_heads_waiting_seconds');
  const journal = most('facturier_heads_bytes') / MIB;
  const [open, waiting] = [sum('facturier_connections_open'), sum('facturier_connections_waiting')];
  const deliveries = sum('facturier_webhook_tries_total');
  const taken = sum('facturier_webhook_tries_total', 'outcome="taken"');
  const mails = sum('facturier_mail_tries_total');
  const sent = sum('facturier_mail_tries_total', 'outcome="sent"');
  const slow = sum('facturier_slow_statements_total');
  const [inUse] = of('facturier_replica_in_use');
  const [lag] = of('facturier_replica_lag_seconds');
  const look = (fr: string, en: string, said: { fr: string; en: string }, well = true): StatusCheck => ({
    ...{ name: inWords({ fr, en }), well, said: inWords(said) },
  });
  return [
    look('Requêtes', 'Requests', {
      fr: `${requests} en ${mean('facturier_request_seconds')} chacune, ${failed} en échec (5xx)`,
      en: `${requests} in ${mean('facturier_request_seconds')} each, ${failed} failed (5xx)`,
    }),
    look('Finalisations', 'Finalizations', {
      fr: `${finalized} en ${mean('facturier_finalize_seconds')} chacune`,
      en: `${finalized} in ${mean('facturier_finalize_seconds')} each`,
    }),
    look(
      'Files d’attente',
      'Queues',
      {
        fr: `attente la plus longue : ${waited.toFixed(1)} s ; ${open} connexions ouvertes, ${waiting} demandes en attente`,
        en: `longest wait: ${waited.toFixed(1)} s; ${open} connections open, ${waiting} requests waiting`,
      },
      waited < WAIT_SECONDS_MAX,
    ),
    look(
      'Piste d’audit, dernières entrées',
      'Audit trail, last entries',
      {
        fr: `l’écriture la plus ancienne attend depuis ${heads.toFixed(1)} s ; ${journal.toFixed(1)} Mio à compacter`,
        en: `the oldest has waited to be written for ${heads.toFixed(1)} s; ${journal.toFixed(1)} MiB to compact`,
      },
      heads < HEADS_SECONDS_MAX && journal < HEADS_MIB_MAX,
    ),
    look('Requêtes SQL lentes', 'Slow statements', {
      fr: `${slow} dépassent SLOW_STATEMENT_MS (voir le journal)`,
      en: `${slow} exceed SLOW_STATEMENT_MS (see the log)`,
    }),
    ...(inUse ? [replicaCheck(inUse.value > 0, lag?.value)] : []),
    look('Webhooks', 'Webhooks', {
      fr: `${taken} acceptés sur ${deliveries} essais`,
      en: `${taken} accepted of ${deliveries} attempts`,
    }),
    look('E-mails', 'Mails', { fr: `${sent} envoyés sur ${mails} essais`, en: `${sent} sent of ${mails} attempts` }),
    look('Mémoire', 'Memory', {
      fr: `${Math.round(sum('process_resident_memory_bytes') / MIB)} Mio`,
      en: `${Math.round(sum('process_resident_memory_bytes') / MIB)} MiB`,
    }),
  ];
}

/** No lag means it never responded. */
function replicaCheck(isInUse: boolean, lagSeconds: number | undefined): StatusCheck {
  const [fr, en] =
    lagSeconds === undefined
      ? ['elle n’a jamais répondu', 'it never answered']
      : [`retard d’au plus ${lagSeconds.toFixed(1)} s`, `at most ${lagSeconds.toFixed(1)} s behind`];
  return {
    name: inWords({ fr: 'Réplique', en: 'Replica' }),
    well: isInUse,
    said: inWords(
      isInUse
        ? { fr: `lue, ${fr}`, en: `in use, ${en}` }
        : { fr: `non utilisée, ${fr} ; voyez le journal`, en: `not used, ${en}; see the log` },
    ),
  };
}

/** The result of one check. */
type StatusCheck = { readonly name: string; readonly well: boolean; readonly said: string };

/** Formats a duration: days from two up, hours and minutes, minutes, or seconds. */
function inSpan(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.floor(hours / 24)} ${language() === 'fr' ? 'j' : 'd'}`;
  if (hours > 0) return `${hours} h ${minutes % 60} min`;
  return minutes > 0 ? `${minutes} min` : `${Math.floor(seconds)} s`;
}
