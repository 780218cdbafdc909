import { Gauge, type Registry } from 'prom-client';
import type { InstallationFigures } from './metrics.ts';

/** Sets the gauges, or removes them if the values are unknown: a frozen age would look healthy. */
export type InstallationGauges = (now: InstallationFigures | undefined) => void;

/** Gauges of the installation. */
export function installationGauges(registry: Registry): InstallationGauges {
  const registers = [registry];
  const byLane = (name: string, help: string) => new Gauge({ name, help, labelNames: ['lane'] as const, registers });
  const gauge = (name: string, help: string) => settable(new Gauge({ name, help, registers }));
  const oldest = byLane('facturier_work_oldest_seconds', 'How long the oldest job of a queue has been due.');
  const late = byLane('facturier_work_late_seconds', 'Age of the oldest job that indicates a problem.');
  const due = byLane('facturier_work_due', 'Due jobs of a queue that have not run yet, of all accounts.');
  const labelNames = ['program', 'version'] as const;
  const age = new Gauge({
    name: 'facturier_release_age_seconds',
    help: 'Time since the running version of PostgreSQL or Node was released.',
    ...{ labelNames, registers },
  });
  const behind = new Gauge({
    name: 'facturier_release_rounds_behind',
    help: 'Scheduled security releases of PostgreSQL since then.',
    ...{ labelNames, registers },
  });
  const answers = gauge('facturier_database_answers', 'Whether PostgreSQL answered this process.');
  const backup = gauge('facturier_backup_age_seconds', 'Time since the last backup made from this data folder.');
  const verified = gauge(
    'facturier_verify_age_seconds',
    'Time since the last full verification from this data folder.',
  );
  const findings = gauge('facturier_verify_findings', 'Findings of the last verification.');
  const rates = gauge('facturier_rates_age_seconds', 'Time since the date of the latest reference rates.');
  const certificate = gauge('facturier_certificate_seconds', 'Time until the HTTPS certificate expires.');
  return (now) => {
    for (const each of [oldest, late, due]) each.reset();
    for (const { lane, ...work } of now?.work ?? []) {
      oldest.set({ lane }, work.oldestSeconds);
      late.set({ lane }, work.lateAfterSeconds);
      due.set({ lane }, work.due);
    }
    for (const each of [age, behind]) each.reset();
    for (const { program, version, ageSeconds, roundsBehind } of now?.releases ?? []) {
      age.set({ program, version }, ageSeconds);
      if (roundsBehind !== undefined) behind.set({ program, version }, roundsBehind);
    }
    answers(now?.databaseAnswers ? 1 : 0);
    backup(now?.backupSeconds);
    verified(now?.verifySeconds);
    findings(now?.verifyFindings);
    rates(now?.ratesSeconds);
    certificate(now?.certificateSeconds);
  };
}

const settable =
  (gauge: Gauge) =>
  (value: number | undefined): void =>
    value === undefined ? gauge.remove() : gauge.set(value);
