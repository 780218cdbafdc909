import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { isReadOnly } from '../../../src/pipeline/replica-routing.ts';
import { runOperation } from '../../../src/pipeline/run-operation.ts';
import {
  type Belongings,
  leaksIn,
  type Probe,
  probes,
  twoAccounts,
  wrongInAnswer,
} from '../../isolation/two-accounts.ts';
import { SimulationFailed, simulate } from '../../simulation/simulate.ts';
import type { Run } from '../../simulation/simulation-run.ts';
import { isLongForm } from '../../support/runner/long-form.ts';
import { secondProcess } from '../../support/service/second-process.ts';

// Two processes with separate caches on one PostgreSQL; each request goes to one of them.

/** Number of runs in which a wrongly cached value must be noticed; the first run does it. */
const CONTROL_RUNS_MAX = 30;
const LIVES = isLongForm ? 6 : 2;

let accounts: Awaited<ReturnType<typeof twoAccounts>>;
let beside: Awaited<ReturnType<typeof secondProcess>>;
beforeAll(async () => {
  accounts = await twoAccounts();
  beside = await secondProcess(accounts.service.database);
});
afterAll(async () => {
  await beside?.close();
  await accounts.service.close();
});

test('an ID of another account is a 404 on both processes just after both returned it to its owner', async () => {
  const { own, foreign, service } = accounts;
  const processes = [runOperation, beside.runOperation];
  const all = probes(own, foreign);
  const ofOwner = new Set<string>();
  // Every read operation once, first requested by an account with access.
  const shown = new Map(all.filter(isShown(foreign)).map((probe) => [probe.operation, probe]));
  for (const { operation, said } of shown.values())
    for (const performing of processes) {
      const answer = await performing(service.services, operation, foreign.caller, { parts: said, language: 'en' });
      if (leaksIn(answer, foreign, '').length > 0) ofOwner.add(`${processes.indexOf(performing)} ${operation.name}`);
    }
  // Control: both processes reveal it.
  for (const which of [0, 1])
    assert.ok([...ofOwner].filter((told) => told.startsWith(`${which} `)).length > 30, [...ofOwner].join(', '));
  const wrong: (string | undefined)[] = [];
  const each = oneOfEach(all, foreign);
  // The short form tries every third probe; test/isolation tries all of them on one process.
  const tried = isLongForm ? each : each.filter((_, at) => at % 3 === 0);
  for (const probe of tried)
    for (const performing of processes) {
      const { operation, said } = probe;
      const answer = await performing(service.services, operation, own.caller, { parts: said, language: 'en' });
      wrong.push(wrongInAnswer(probe, answer, foreign));
    }
  assert.deepEqual(wrong.filter(Boolean), []);
  assert.ok(each.length > 250 && tried.length > 80, `${tried.length} probes`);
});

/**
 * One probe for each place of an ID in each operation, with an existing record. test/isolation
 * tries all of them on one process and rolls back successful writes.
 */
function oneOfEach(all: readonly Probe[], { ids }: Belongings): Probe[] {
  const found = new Map<string, Probe>();
  for (const probe of all) {
    const { operation, place, member, named, refusals } = probe;
    if (place === 'none' && !isReadOnly(operation)) continue;
    const where = `${operation.name} ${place} ${member}`;
    if (!found.has(where) || named === ids[refusals[0] ?? '']) found.set(where, probe);
  }
  return [...found.values()];
}

/** Whether it reads an existing record of the other account. */
const isShown =
  ({ ids }: Belongings) =>
  ({ operation, place, named, refusals }: Probe): boolean =>
    isReadOnly(operation) && (place === 'none' || (place === 'path' && named === ids[refusals[0] ?? '']));

test(`${LIVES} random document lives follow the rules on two processes; with a stale cache they do not`, async () => {
  const service = async () => ({ ...accounts.service, close: async () => {} });
  const { commands } = await simulate({ seed: 26, runs: LIVES, service, beside });
  assert.ok(commands >= LIVES * 20);
  const isNoticed = (error: unknown): boolean =>
    error instanceof SimulationFailed && error.cause instanceof assert.AssertionError;
  const forgetful = { ...beside, runOperation: repeating(beside.runOperation) };
  await assert.rejects(simulate({ seed: 26, runs: CONTROL_RUNS_MAX, service, beside: forgetful }), isNoticed);
});

/** Repeats its first response to the same request. */
function repeating(performing: Run['runOperation']): Run['runOperation'] {
  const said = new Map<string, ReturnType<typeof runOperation>>();
  return (services, operation, caller, asked) => {
    if (!isReadOnly(operation)) return performing(services, operation, caller, asked);
    const what = JSON.stringify([caller.accountId, operation.name, asked.parts]);
    const answer = said.get(what) ?? performing(services, operation, caller, asked);
    said.set(what, answer);
    return answer;
  };
}
