import type { AttackReport, SlowRequest } from './attack-processes.ts';
import type { Asked } from './bystander-process.ts';
import type { Stall, Watched } from './server-under-load.ts';

/** What an attack may cost. */
export const budget = {
  /** Mebibytes of JavaScript's own memory: the process ends at 512. */
  heapMb: 384,
  /** Mebibytes of the server's process, and of it with the processes that print. */
  serverMb: 700,
  treeMb: 1_500,
  /** Milliseconds that the loop may work on one thing. */
  stallMs: 200,
  /** How many times its quiet 99th percentile another account's may be. */
  bystanderTimes: 5,
  /** Milliseconds below which the quiet one counts as this: five times it is what one stall may cost. */
  bystanderQuietMs: 40,
} as const;

/** What one attack did. */
export type Finding = {
  attack: string;
  atOnce: number;
  watched: Watched;
  worstStallMs: number;
  /** Without the times other programs had the processors; `wallP99` with them; `workedP99`: what the loop worked meanwhile. */
  bystander: { p99: number; wallP99: number; workedP99: number; quietP99: number; count: number; wrong: Asked[] };
  report: AttackReport;
  /** The server ended; its last words. */
  died?: string;
  /** Which budgets were passed, each with what most likely did it. */
  passed: Passed[];
};

/** A budget that was passed, in words; a busy machine may be to blame for timings alone. */
export type Passed = { what: string; isTiming?: true };

export function p99Of(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? 0;
}

/** How long a request took on a machine where nobody else takes the processors, as near as the kernel's counts tell. */
export const ownMs = ({ ms, keptMs, workedMs }: Asked): number => Math.max(ms - keptMs, Math.min(workedMs, ms));

/** Which budgets an attack passed. */
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

/** What was being answered while the loop stood still: alone, it is the culprit. */
function during(stall: Stall | undefined, { slow }: AttackReport): string {
  const { from = 0, to = 0 } = stall ?? {};
  const under = slow.filter((request) => request.from < to && request.to >= from);
  const alone = under.find((request) => request.alone);
  if (alone) return `during ${alone.told}`;
  if (under.length === 0) return 'during no request that was slow';
  const ending = under.sort((a, b) => Math.abs(a.to - to) - Math.abs(b.to - to))[0] as SlowRequest;
  return `during ${under.length} requests, one of them ${ending.told}`;
}
