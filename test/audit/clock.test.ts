import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'vitest';
import { UnreliableClockError } from '../../src/audit/chain/chain-signer.ts';
import type { OpenChainSigner } from '../../src/audit/chain/open-chain-signer.ts';
import { confirmClock } from '../../src/cli/audit/confirm-clock.ts';
import { CommandError } from '../../src/cli/terminal/output.ts';
import { civilDayOf } from '../../src/domain/time/civil-day.ts';
import { type Clocks, clockProblem } from '../../src/domain/time/clock.ts';
import { createClockMover } from '../jobs/move-clock.ts';
import { faultsOf, type SignedChains, signedChains } from '../support/audit/signed-chains.ts';
import { booksOf } from '../support/documents/example-books.ts';
import { printed } from '../support/runner/captured-output.ts';

const DAY = 86_400;
const TEN_YEARS = 3_653 * DAY;

let service: SignedChains;
let seal: OpenChainSigner;
let customer: string;
let rightNow: number;
let today: string;
beforeEach(async () => {
  service = await signedChains();
  seal = service.services.environment.seal as OpenChainSigner;
  // PostgreSQL's clock cannot be stopped; the service's clock stands still.
  rightNow = Math.floor(Date.now() / 1000);
  today = civilDayOf(rightNow, 'Europe/Paris');
  service.clock.now = rightNow;
  await booksOf(service).company();
  customer = await booksOf(service).contact();
  await bill();
});
afterEach(() => service.close());

/** Checks the clock like a process; with `sameMachine` the database has the same clock. */
const watch = ({ sameMachine = false } = {}): void => {
  service.services.environment.seal = {
    ...seal,
    watch: (clocks: Clocks) => {
      const problem = clockProblem(sameMachine ? { ...clocks, databaseNow: clocks.now } : clocks);
      if (problem) throw new UnreliableClockError(problem);
    },
  };
};
const unwatched = (): void => void (service.services.environment.seal = seal);
const bill = async (): Promise<{ id: string; number: string }> =>
  booksOf(service).finalized(booksOf(service).invoice(customer));
const refused = async (): Promise<Record<string, unknown>> => {
  const { id } = await booksOf(service).invoice(customer);
  return (await booksOf(service).ask('finalize-billing', { path: { id } })) as never;
};
const confirm = async (day = today): Promise<{ corrected: { mode: string; series: object[] }[] }> =>
  JSON.parse(await printed(() => confirmClock(service.workplace(seal), { json: true, today: day })));

test('a clock ten years ahead of the database is refused before numbering, and works once corrected', async () => {
  watch();
  service.clock.now += TEN_YEARS;
  const answer = await refused();
  assert.deepEqual([answer.refused, answer.problem, answer.now], ['clock_unsure', 'apart', rightNow + TEN_YEARS]);
  assert.ok(Math.abs(Number(answer.than) - rightNow) < 600);
  service.clock.now = rightNow;
  assert.match((await bill()).number, /-0002$/);
  assert.deepEqual(faultsOf(await service.verified()), []);
});

test('a machine and database both ten years ahead are refused by the last chain link for any sealing', async () => {
  watch({ sameMachine: true });
  service.clock.now += TEN_YEARS;
  assert.equal((await refused()).problem, 'leap');
  const settings = await booksOf(service).ask('update-company', { body: { name: 'Zoé' } });
  assert.equal(settings.refused, 'clock_unsure');
  service.clock.now = rightNow;
  await booksOf(service).done('update-company', undefined, { name: 'Zoé' });
  assert.deepEqual(faultsOf(await service.verified()), []);
});

test('a live key on a test document with an advanced test clock gets that reason, not a clock warning', async () => {
  const trying = booksOf(service, service.test);
  await createClockMover(service, service.test).advance({ days: 3 });
  const { id } = await trying.invoice(await trying.contact());
  watch();
  const answer = await booksOf(service).ask('finalize-billing', { path: { id } });
  assert.equal(answer.refused, 'test_clock_ahead');
  assert.ok(Math.abs(Number(answer.testNow) - rightNow - 3 * DAY) < 7_200);
  assert.match((await trying.finalized({ id })).number, /0001$/);
  // Control: without an advanced test clock the machine's clock is wrong.
  service.clock.now += TEN_YEARS;
  assert.equal((await refused()).refused, 'clock_unsure');
});

test('control: without the clock check, a series stays blocked for as long as the clock was ahead', async () => {
  unwatched();
  service.clock.now += 20 * DAY;
  await bill();
  service.clock.now = rightNow;
  const { refused: code, requirements } = await refused();
  assert.deepEqual([code, requirements], ['not_finalizable', ['hasChronologicalDate']]);
});

for (const ahead of [DAY, TEN_YEARS]) {
  test(`a series blocked by a clock ${ahead / DAY} days ahead continues after a recorded confirmation`, async () => {
    service.clock.now += ahead;
    const sameYear = civilDayOf(service.clock.now, 'Europe/Paris').slice(0, 4) === today.slice(0, 4);
    const astray = await bill();
    service.clock.now = rightNow;
    watch({ sameMachine: true });
    assert.equal((await refused()).problem, 'behind');

    const { corrected } = await confirm();
    assert.deepEqual(
      corrected.map(({ mode, series }) => [mode, series.length]),
      [['live', 1]],
    );
    const next = await bill();
    const [before, after] = [astray.number, next.number].map((number) => Number(/(\d+)$/.exec(number)?.[1]));
    // Numbers are continuous within the year of their date.
    assert.equal(after, sameYear ? Number(before) + 1 : 2);
    assert.deepEqual(faultsOf(await service.verified()), []);
    // A document dated too far ahead is corrected with a document of today.
    const canceled = await booksOf(service).done('cancel-invoice', astray.id);
    assert.equal(canceled.assets.length, 1);
    const { findings, notes } = await service.verified();
    assert.deepEqual(findings, []);
    assert.deepEqual(
      notes.map(({ note }) => note),
      ['clock_corrected'],
    );
    assert.deepEqual(await confirm(), { today, corrected: [] });

    // Controls: the same manually, without the chain.
    await service.forger.query('update billing.series set corrected_counter = null, corrected_on = null');
    assert.ok(faultsOf(await service.verified()).includes('counter_differs'));
    await service.forger.query(
      "update billing.chain_link set link = replace(link, 'clock_corrected', 'clock_corrupted')",
    );
    const found = faultsOf(await service.verified());
    assert.equal(found.includes('day_before_previous'), sameYear);
    assert.ok(found.includes('link_before_previous'));
  });
}

test('an account idle for more than 400 days continues after its operator confirms the clock', async () => {
  // Both moved back: the database clock is correct.
  await service.forger.query('update billing.chain_head set at = at - $1 where not test', [401 * DAY]);
  watch();
  assert.equal((await refused()).problem, 'leap');
  assert.equal((await confirm()).corrected.length, 1);
  assert.match((await bill()).number, /-0002$/);
});

test('only someone who has read the clock can confirm it', async () => {
  await assert.rejects(confirm('2036-01-01'), CommandError);
  service.clock.now += TEN_YEARS;
  const wrong = civilDayOf(service.clock.now, 'Europe/Paris');
  await assert.rejects(confirm(wrong), CommandError);
});
