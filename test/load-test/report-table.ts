import { budget, type Finding } from './budgets.ts';

/** Report of all attacks for people: one line each, with the responses below. */
export function reportTable(findings: readonly Finding[]): string {
  const head = [
    'attack',
    'heap',
    'server',
    'with printers',
    'stall',
    'bystander p99',
    'quiet',
    'by the clock',
    'loop work',
    'asked',
    'answers',
  ];
  const rows = findings.map(({ attack, watched, worstStallMs, bystander, report, passed, died }) => [
    `${passed.length > 0 ? '✖' : '✔'} ${attack}`,
    megabytes(watched.heapMb),
    megabytes(watched.serverMb),
    megabytes(watched.treeMb),
    `${Math.round(worstStallMs)} ms`,
    `${Math.round(bystander.p99)} ms`,
    `${Math.round(bystander.quietP99)} ms`,
    `${Math.round(bystander.wallP99)} ms`,
    `${Math.round(bystander.workedP99)} ms`,
    `${bystander.count - bystander.wrong.length}/${bystander.count}`,
    died === undefined ? statuses(report.statuses) : 'DIED',
  ]);
  const limits = [
    'budget',
    megabytes(budget.heapMb),
    megabytes(budget.serverMb),
    megabytes(budget.treeMb),
    `${budget.stallMs} ms`,
    `${budget.bystanderTimes} × quiet`,
    `≥ ${budget.bystanderQuietMs} ms`,
    '',
    '',
    'all',
    '',
  ];
  const lines = [head, limits, ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) =>
          column === 0 || column === 10 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const megabytes = (value: number): string => `${Math.round(value)} MB`;

const statuses = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ');
