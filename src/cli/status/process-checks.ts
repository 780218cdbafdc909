import { inWords } from '../terminal/output.ts';
import type { Sample } from './fetch-metrics.ts';
import type { StatusCheck } from './status-check.ts';

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
