import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seedFrom } from '../support/seeded.ts';
import { budget, type Finding } from './budget.ts';
import { runSiege } from './run-siege.ts';
import { siegeTable } from './siege-table.ts';

// The same at length, every attack on every operation: npm run siege. What is drawn repeats with SIEGE_SEED.

const seed = seedFrom('SIEGE_SEED');
const isLinux = process.platform === 'linux';
const skip = isLinux ? false : 'memory and addresses of the siege are those of Linux';
/** Requests that are drawn of each attack. */
const SHOTS = 8;
/** Requests of the bystander during each attack. */
const ASKED_LEAST = 15;

const told = (findings: readonly Finding[]): string =>
  `SIEGE_SEED=${seed}\n${siegeTable(findings)}\n${findings.flatMap(({ attack, passed }) => passed.map(({ what }) => `✖ ${attack}: ${what}`)).join('\n')}`;

test(`a siege in short: the loop works ${budget.stallMs} ms at most on one thing, memory stays within its budget, and another account is answered all the time`, {
  skip,
}, async (t) => {
  // Lists are besieged in test/limits/beside-others.test.ts, answers nobody reads in slow-readers.test.ts.
  const attacks = ['members', 'arrays', 'tables', 'prints'];
  const times = { seconds: 0.8, aloneSeconds: 1, enough: SHOTS, askedLeast: ASKED_LEAST, quietSeconds: 2 };
  const findings = await runSiege({ attacks, ...times, shots: SHOTS, seed });
  t.diagnostic(told(findings));
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

test('the control: with the limits out of reach the same siege finds the service wanting', { skip }, async (t) => {
  const findings = await runSiege({
    attacks: ['arrays'],
    seconds: 1,
    aloneSeconds: 2,
    shots: SHOTS,
    quietSeconds: 1,
    seed,
    modules: [new URL('./without-limits.ts', import.meta.url).href],
    untilPassed: true,
  });
  t.diagnostic(told(findings));
  assert.notEqual(findings.flatMap(({ passed }) => passed).length, 0, told(findings));
});
