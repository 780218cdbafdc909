import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { longFormOnly } from '../support/runner/long-form.ts';
import { seedOf } from '../support/runner/seeded-random.ts';
import { budget, type Finding, passedBudgets } from './budgets.ts';
import { reportTable } from './report-table.ts';
import { type LoadTestTarget, loadTestTarget, runLoadTest } from './run-load-test.ts';

// Long form with every attack on every operation: npm run load-test. SIEGE_SEED repeats the random
// choices.

const seed = seedOf('SIEGE_SEED');
const isLinux = process.platform === 'linux';
const skip = isLinux ? false : 'memory and addresses of the siege are those of Linux';
/** Requests chosen of each attack. */
const SHOTS = 8;
/** Requests of the bystander during each attack. */
const ASKED_LEAST = 15;

// Both load tests share a database, the control last, so that its targets are created once.
let field: LoadTestTarget;
beforeAll(async () => {
  if (!skip) field = await loadTestTarget(seed);
});
afterAll(() => field?.discard());

const told = (findings: readonly Finding[]): string =>
  `SIEGE_SEED=${seed}\n${reportTable(findings)}\n${findings.flatMap(({ attack, passed }) => passed.map(({ what }) => `✖ ${attack}: ${what}`)).join('\n')}`;

test(`a short load test keeps to its budgets: ${budget.stallMs} ms of blocked event loop, memory, and fairness`, async (t) => {
  if (skip) t.skip(skip);
  // For lists see test/limits/account-fairness.test.ts, for unread responses slow-readers.test.ts.
  const attacks = ['members', 'arrays', 'tables', 'prints'];
  const times = { seconds: 0.8, aloneSeconds: 1, enough: SHOTS, askedLeast: ASKED_LEAST, quietSeconds: 2 };
  const findings = await runLoadTest({ attacks, ...times, shots: SHOTS, seed }, field);
  console.log(told(findings));
  assert.deepEqual(
    findings.flatMap(({ attack, passed }) => passed.map(({ what }) => `${attack}: ${what}`)),
    [],
    told(findings),
  );
  for (const { attack, report, bystander } of findings) {
    assert.ok(report.sent >= 4, `${attack} sent too little to prove anything: ${told(findings)}`);
    assert.ok(bystander.count >= ASKED_LEAST, `the bystander asked too little during ${attack}: ${told(findings)}`);
  }
});

test('control: without limits the same load test fails the server', async (t) => {
  const reason = skip || longFormOnly;
  if (reason) t.skip(reason);
  const control = {
    attacks: ['arrays'],
    seconds: 1,
    aloneSeconds: 2,
    shots: SHOTS,
    quietSeconds: 1,
    seed,
    modules: [new URL('./without-limits.ts', import.meta.url).href],
    untilPassed: true,
  };
  const findings = await runLoadTest(control, field);
  console.log(told(findings));
  assert.notEqual(findings.flatMap(({ passed }) => passed).length, 0, told(findings));
});

test('control: each budget alone is exceeded by one above its limit, and by none at its limit', () => {
  const quietP99 = budget.bystanderQuietMs;
  const atMost: Omit<Finding, 'passed'> = {
    ...{ attack: 'none', atOnce: 1, worstStallMs: 0 },
    watched: {
      ...{ heapMb: budget.heapMb, externalMb: 0, serverMb: budget.serverMb, treeMb: budget.treeMb },
      stalls: [{ from: 0, to: budget.stallMs, ms: budget.stallMs }],
    },
    bystander: { p99: quietP99 * budget.bystanderTimes, wallP99: 0, workedP99: 0, quietP99, count: 1, wrong: [] },
    report: { sent: 1, statuses: {}, slow: [], failures: [] },
  };
  assert.deepEqual(passedBudgets(atMost), []);
  const { watched, bystander, report } = atMost;
  const slow = { told: 'GET /', operation: 'get', from: 0, to: 1, alone: true, status: '500' };
  const wrong = { at: 0, ms: 0, workedMs: 0, keptMs: 0, what: 'GET /', wrong: 'no answer' };
  const more: readonly [RegExp, Partial<Finding>][] = [
    [/^the server ended/, { died: 'no answer' }],
    [/^heap/, { watched: { ...watched, heapMb: budget.heapMb + 1 } }],
    [/^memory of the server/, { watched: { ...watched, serverMb: budget.serverMb + 1 } }],
    [/^memory with the printers/, { watched: { ...watched, treeMb: budget.treeMb + 1 } }],
    [/^the bystander was answered/, { bystander: { ...bystander, wrong: [wrong] } }],
    [/^500/, { report: { ...report, failures: [{ ...slow, text: '' }] } }],
    [/^loop stall/, { watched: { ...watched, stalls: [{ from: 0, to: 1, ms: budget.stallMs + 1 }] } }],
    [/^bystander p99/, { bystander: { ...bystander, p99: bystander.p99 + 1 } }],
  ];
  for (const [what, found] of more) {
    const passed = passedBudgets({ ...atMost, ...found });
    assert.equal(passed.length, 1, `${what}`);
    assert.match(passed[0]?.what ?? '', what);
  }
});
