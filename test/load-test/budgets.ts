import type { AttackReport, SlowRequest } from './attack-processes.ts';
import type { Asked } from './bystander-process.ts';
import type { Stall, Watched } from './server-under-load.ts';

/** Limits for the effect of an attack. */
export const budget = {
  /** MiB of JavaScript heap: the process ends at 512. */
  heapMb: 384,
  /** MiB of the server process, and including its PDF processes. */
  serverMb: 700,
  treeMb: 1_500,
  /** Milliseconds the event loop may work without a break. */
  stallMs: 200,
  /** Maximum ratio of another account's 99th percentile to its idle one. */
  bystanderTimes: 5,
  /** Minimum idle percentile in milliseconds: five times it is the cost of one stall. */
  bystanderQuietMs: 40,
} as const;

/** The effect of one attack. */
export type Finding = {
  attack: string;
  atOnce: number;
  watched: Watched;
  worstStallMs: number;
  /**
   * Without time other programs held the CPUs; `wallP99` includes it; `workedP99`: event loop work
   * meanwhile.
   */
  bystander: { p99: number; wallP99: number; workedP99: number; quietP99: number; count: number; wrong: Asked[] };
  report: AttackReport;
  /** The server ended; its last output. */
  died?: string;
  /** Exceeded budgets, each with its likely cause. */
  passed: Passed[];
};

/** An exceeded budget in words; a busy machine may cause exceeded times only. */
export type Passed = { what: string; isTiming?: true };

export function p99Of(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? 0;
}

/** Time of a request without CPU contention, estimated from kernel counters. */
export const ownMs = ({ ms, keptMs, workedMs }: Asked): number => Math.max(ms - keptMs, Math.min(workedMs, ms));

/** The budgets an attack exceeded. */
export function passedBudgets(found: Omit<Finding, 'passed'>): Passed[] {
  const { watched, report, bystander, died } = found;
  const most = budget.bystanderTimes * Math.max(bystander.quietP99, budget.bystanderQuietMs);
  const stall = watched.stalls.reduce<Stall | undefined>((a, b) => (a && a.ms > b.ms ? a : b), undefined);
  const [wrong] = bystander.wrong;
  const hard = [
    ...(died === undefined ? [] : [`the server ended: ${died}`]),
    ...over('heap', watched.heapMb, budget.heapMb, 'MB'),
    ...over('memory of the server', watched.serverMb, budget.serverMb, 'MB'),
    ...over('memory with the printers', watched.treeMb, budget.treeMb, 'MB'),
    ...(wrong ? [`the bystander was answered ${wrong.wrong} (${bystander.wrong.length} times): ${wrong.what}`] : []),
    ...report.failures.slice(0, 3).map(({ told, text }) => `500: ${told} ${text.slice(0, 200)}`),
  ];
  const timings = [
    ...over('loop stall', stall?.ms ?? 0, budget.stallMs, 'ms').map((text) => `${text}, ${during(stall, report)}`),
    ...over('bystander p99', bystander.p99, most, 'ms'),
  ];
  return [...hard.map((what) => ({ what })), ...timings.map((what) => ({ what, isTiming: true as const }))];
}

const over = (what: string, value: number, limit: number, unit: string): string[] =>
  value > limit ? [`${what}: ${Math.round(value)} ${unit}, budget ${Math.round(limit)}`] : [];

/** The requests in progress during a stall: a single one is the cause. */
function during(stall: Stall | undefined, { slow }: AttackReport): string {
  const { from = 0, to = 0 } = stall ?? {};
  const under = slow.filter((request) => request.from < to && request.to >= from);
  const alone = under.find((request) => request.alone);
  if (alone) return `during ${alone.told}`;
  if (under.length === 0) return 'during no request that was slow';
  const ending = under.sort((a, b) => Math.abs(a.to - to) - Math.abs(b.to - to))[0] as SlowRequest;
  return `during ${under.length} requests, one of them ${ending.told}`;
}
