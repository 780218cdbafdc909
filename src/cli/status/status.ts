import type { Config } from '../../config.ts';
import { COPY_HOURS_MAX } from '../../domain/backup/daily-copy.ts';
import type { InstallationFigures } from '../../metrics/metrics.ts';
import { serverCertificate } from '../../runtime/certificates/server-certificate.ts';
import type { TranslatedText } from '../../startup-error.ts';
import { openCommandContext } from '../command-context.ts';
import { inSpan } from '../terminal/format-duration.ts';
import { inWords, language, say } from '../terminal/output.ts';
import { fetchServiceHealth } from './fetch-health.ts';
import { fetchMetrics, type Sample } from './fetch-metrics.ts';
import { installationMetrics } from './installation-metrics.ts';
import { processChecks } from './process-checks.ts';
import type { StatusCheck } from './status-check.ts';

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
    const lines = looks.map((look) => `${look.well ? '✔' : '✖'} ${look.name}: ${look.said}`);
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
  const { backupSeconds, ratesSeconds, certificateSeconds } = figures;
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

function jobBacklogCheck({ work }: InstallationFigures): StatusCheck {
  const name = { fr: 'Travaux dus', en: 'Due jobs' };
  const waiting = work.filter(({ due }) => due > 0).toSorted((a, b) => b.oldestSeconds - a.oldestSeconds);
  const late = waiting.filter(({ oldestSeconds, lateAfterSeconds }) => oldestSeconds > lateAfterSeconds);
  if (waiting.length === 0) return look(name, true, { fr: 'rien', en: 'nothing' });
  const said = waiting.map(({ lane, due, oldestSeconds }) => `${lane} ${inSpan(oldestSeconds)} (${due})`).join(', ');
  if (late.length === 0) return look(name, true, said);
  const which = late.map(({ lane }) => lane).join(', ');
  return look(name, false, {
    fr: `${said} ; en retard : ${which}. Vérifiez que le service tourne (npm start, ou serve --role worker).`,
    en: `${said}; late: ${which}. Check that the service runs (npm start, or serve --role worker).`,
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
