import { readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem, type } from 'node:os';
import type { Outcome } from './load/load.ts';

/** One row of the table. A target is met from `least` or up to `most`. */
export type Finding = {
  what: string;
  value: number;
  unit: '%' | '/s' | '×' | 'ms' | 's' | 'MB';
  target?: { least: number } | { most: number };
  /** How the value was determined: rounds and other figures. */
  how?: string;
  /** PostgreSQL's plan. */
  plan?: string;
};

export type Machine = {
  cpu: string;
  cores: number;
  memory: string;
  kernel: string;
  node: string;
  postgres: string;
  /** System load in the minute before the bench: above 0.5 the machine was busy. */
  loadBefore: number;
};

const loadBefore = loadavg()[0] ?? 0;

export const machineOf = (postgres: string): Machine => ({
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
  kernel: `${type()} ${kernelRelease()}`,
  node: process.version,
  postgres,
  loadBefore,
});

const kernelRelease = (): string => {
  try {
    return readFileSync('/proc/sys/kernel/osrelease', 'utf8').trim();
  } catch {
    return '';
  }
};

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = 0, high = 0] = [sorted[sorted.length % 2 ? middle : middle - 1], sorted[middle]];
  return (low + high) / 2;
};

/** Latencies of the median round, and failures of all rounds. */
export function toldOf(outcomes: readonly Outcome[]): string {
  const [p50, p99] = [median(outcomes.map((o) => o.p50)), median(outcomes.map((o) => o.p99))];
  const failures = outcomes.flatMap((o) => Object.entries(o.failures).map(([code, count]) => `${count} × ${code}`));
  const failed = failures.length > 0 ? `, FAILED ${failures.join(', ')}` : '';
  const [server, postgres] = [
    median(outcomes.map((o) => o.serverMs ?? 0)),
    median(outcomes.map((o) => o.postgresMs ?? 0)),
  ];
  const cost = postgres > 0 ? `, processor each ${server.toFixed(2)} + ${postgres.toFixed(2)} ms` : '';
  return `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms${cost}${failed}`;
}

export const isMet = ({ value, target }: Finding): boolean | undefined =>
  target && ('least' in target ? value >= target.least : value <= target.most);

/** Prints the table, and the query plans below it. */
export function printTable(machine: Machine, findings: readonly Finding[]): void {
  const { cpu, cores, memory, kernel, node, postgres, loadBefore } = machine;
  const programs = `Node ${node}${postgres && `, ${postgres}`}`;
  const shared = `${cores} cores shared with the database and the load, busy with ${loadBefore.toFixed(1)} others before`;
  console.log(`${cpu}, ${shared}, ${memory}, ${kernel}, ${programs}\n`);
  const rows = findings.map((finding) => [
    finding.what,
    figure(finding.value, finding.unit),
    finding.target ? targetText(finding) : '',
    { true: 'met', false: 'MISSED', undefined: '' }[String(isMet(finding))] ?? '',
    finding.how ?? '',
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => aligned(cell, column, widths))
        .join('  ')
        .trimEnd(),
    );
  for (const { what, plan } of findings) if (plan) console.log(`\n--- ${what}\n${plan}`);
}

const aligned = (cell: string, column: number, widths: readonly number[]): string =>
  column === 1 || column === 2 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0);

const figure = (value: number, unit: Finding['unit']): string => `${value.toFixed(decimalsOf(value, unit))} ${unit}`;

/** Percentages below this are printed with decimals. */
const SMALL_SHARE = 10;

const decimalsOf = (value: number, unit: Finding['unit']): number => {
  if (unit === '×' || (unit === '%' && value < SMALL_SHARE)) return 2;
  return unit === 's' || (unit === 'ms' && value < 100) ? 1 : 0;
};

const targetText = ({ target, unit }: Finding): string =>
  target && 'least' in target ? `≥ ${target.least} ${unit}` : `≤ ${target?.most} ${unit}`;
