import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest';
import { killedAt, type Lived, lived } from '../../../test/jobs/recurring-simulation.ts';
import { type Books, booksOf, TRAINING } from '../../../test/support/documents/example-books.ts';
import { COMPANY } from '../../../test/support/service/company.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { approvedPlatform, PLATFORM } from '../../../test/support/stand-ins/approved-platform.ts';
import { storeDeposit } from '../../db/einvoicing/report-deposits.ts';
import { inTransaction } from '../../db/transaction.ts';
import { readPlatform } from '../../jobs/einvoicing/read-platform.ts';
import { sendMessage } from '../../jobs/einvoicing/send-message.ts';
import type { Caller } from '../../services/caller.ts';
import { flowService } from '../../services/einvoicing/flow-service.ts';

// E-reports through a platform: deposited once, answered 300 or 301, repaired and sent again.

const MINUTE = 60;
const DAY = 86_400;
const SEPTEMBER_2 = Date.UTC(2027, 8, 2, 10) / 1000;
const OCTOBER_5 = Date.UTC(2027, 9, 5, 10) / 1000;

let service: TestService;
let books: Books;
let life: Lived;
let platform: ReturnType<typeof approvedPlatform>;
beforeAll(async () => {
  service = await testService();
  service.clock.now = SEPTEMBER_2;
  books = booksOf(service);
  await books.company({ ...COMPANY, vatRegime: 'normal', vatDeclaredQuarterly: true });
  platform = approvedPlatform(service);
  life = lived(service, [sendMessage, readPlatform]);
});
beforeEach(async () => {
  await platform.order('faults', {});
  platform.deposits.length = 0;
});
afterAll(() => service.close());

const later = (seconds: number) => life.until(service.clock.now + seconds);
const takings = (on: string, amount: number) =>
  books.done('create-counter-sale', undefined, { on, sold: 'services', rate: 2_000, amount });

type Heard = { refused?: string | undefined; json?: any };
const transmitting = (on: string, kind = 'transactions', caller: Caller = service.live): Promise<Heard> =>
  service.call('transmit-e-report', { caller, path: { kind }, body: { on, platform: '0123' } } as never);
async function transmitted(on: string, kind = 'transactions') {
  const heard = await transmitting(on, kind);
  assert.equal(heard.refused, undefined, JSON.stringify(heard));
  return heard.json;
}
const refusal = async (on: string, kind = 'transactions') => (await transmitting(on, kind)).refused;
const report = async (on: string, kind = 'transactions', caller: Caller = service.live) =>
  (await booksOf(service, caller).ask('get-e-report', { path: { kind }, query: { on } })).json;
/** The last report of the period: type, state, and codes of the answers. */
const standing = async (on: string, kind = 'transactions') => {
  const { transmission: last } = await report(on, kind);
  return last && [last.type, last.state, ...last.statuses.map(({ code }: { code: number }) => code)];
};
/** All reports sent, of both kinds. */
const reportsSent = async (): Promise<{ statuses: unknown[] }[]> => {
  const query = { from: '2027-08-01', to: '2028-03-31' };
  const { periods } = (await books.ask('list-e-report-periods', { query })).json;
  const sent: { statuses: unknown[] }[] = [];
  for (const { kind, from } of periods) {
    const { transmission, earlier } = await report(from, kind);
    if (transmission) sent.push(transmission, ...earlier);
  }
  return sent;
};
/** The reports that the platform holds, in order: each file as it was deposited. */
const files = (): Promise<string[]> =>
  Promise.all(
    platform.deposits.map(async ({ body, headers }) => {
      const type = { 'content-type': headers['content-type'] ?? '' };
      return ((await new Response(Buffer.from(body ?? []), { headers: type }).formData()).get('file') as File).text();
    }),
  );

describe('transmit-e-report', () => {
  test('while the period runs, without sales and without a connection it is refused by its code', async () => {
    await takings('2027-09-02', 12_000);
    assert.equal(await refusal('2027-09-02'), 'e_report_running');
    service.clock.now = OCTOBER_5;
    assert.equal(await refusal('2027-08-02'), 'e_report_empty');
    assert.equal((await report('2027-08-02')).next.hindrance, 'empty');
    assert.equal(await refusal('2027-09-02'), 'platform_not_connected');
    assert.equal((await report('2027-09-02')).next.hindrance, 'not_connected');
    await books.done('connect-platform', undefined, PLATFORM);
    assert.deepEqual((await report('2027-09-02')).next, {
      ...{ type: 'IN', totals: [{ currency: 'EUR', amount: 10_000, vat: 2_000 }] },
    });
    assert.equal((await report('2027-09-02')).transmission, null);
  });

  test('120.00 of services: the report leaves once as IN and is accepted, 300; the same again is refused', async () => {
    const sent = await transmitted('2027-09-02');
    assert.deepEqual([sent.type, sent.state], ['IN', 'waiting']);
    assert.deepEqual(sent.totals, [{ currency: 'EUR', amount: 10_000, vat: 2_000 }]);
    assert.equal(await refusal('2027-09-02'), 'e_report_under_way');
    assert.equal((await report('2027-09-02')).next.hindrance, 'under_way');
    await later(10 * MINUTE);
    assert.deepEqual(await standing('2027-09-02'), ['IN', 'accepted', 300]);
    const [file, ...others] = await files();
    assert.deepEqual(others, []);
    assert.match(file ?? '', new RegExp(`<Id>${sent.id}</Id>`));
    assert.match(file ?? '', /<Id schemeId="0238">0123</);
    assert.match(file ?? '', /<DateTimeString>20271005120000</);
    assert.equal(await refusal('2027-09-02'), 'e_report_unchanged');
    assert.equal((await report('2027-09-02')).next.hindrance, 'unchanged');
    const listed = await books.ask('list-e-report-periods', { query: { from: '2027-09-01', to: '2027-09-30' } });
    assert.deepEqual(
      listed.json.periods.map(({ kind, transmission }: any) => [kind, transmission?.state ?? null]),
      [
        ['transactions', 'accepted'],
        ['payments', null],
      ],
    );
  });

  test('takings of 60.00 more change the figures: RE replaces the period with 180.00, and IN stays in view', async () => {
    await takings('2027-09-03', 6_000);
    assert.equal((await report('2027-09-02')).next.type, 'RE');
    const sent = await transmitted('2027-09-02');
    assert.deepEqual([sent.type, sent.totals[0].amount, sent.totals[0].vat], ['RE', 15_000, 3_000]);
    await later(10 * MINUTE);
    assert.deepEqual(await standing('2027-09-02'), ['RE', 'accepted', 300]);
    const { earlier } = await report('2027-09-02');
    assert.deepEqual(
      earlier.map(({ type, state }: any) => [type, state]),
      [['IN', 'accepted']],
    );
  });

  test('a payment entered late changes the receipts: IN of 240.00, then RE of 360.00', async () => {
    service.clock.now = SEPTEMBER_2 + 40 * DAY;
    const lea = await books.contact();
    const bill = await books.finalized(books.invoice(lea, { lines: [{ ...TRAINING, unitPrice: 30_000 }] }));
    const paid = (amount: number) => books.pay('invoice', bill.id, amount);
    await paid(24_000);
    service.clock.now += 30 * DAY;
    assert.deepEqual((await transmitted('2027-10-12', 'payments')).totals, [{ currency: 'EUR', amount: 24_000 }]);
    await later(10 * MINUTE);
    assert.deepEqual(await standing('2027-10-12', 'payments'), ['IN', 'accepted', 300]);
    await books.done('create-counter-sale', undefined, {
      ...{ on: '2027-10-13', sold: 'services', rate: 2_000, amount: 12_000 },
    });
    const second = await transmitted('2027-10-12', 'payments');
    assert.deepEqual([second.type, second.totals[0].amount], ['RE', 36_000]);
    await later(10 * MINUTE);
    assert.deepEqual(await standing('2027-10-12', 'payments'), ['RE', 'accepted', 300]);
  });

  test('301 is shown with its reason and never as sent; repaired, the next report is IN again and accepted', async () => {
    await takings('2027-11-02', 12_000);
    service.clock.now += 30 * DAY;
    await platform.order('faults', { reject_report: { times: 1 } });
    const first = await transmitted('2027-11-02');
    await later(10 * MINUTE);
    const { transmission: rejected, next } = await report('2027-11-02');
    assert.deepEqual([rejected.id, rejected.state], [first.id, 'rejected']);
    assert.deepEqual(
      rejected.statuses.map(({ code, status, reasons }: any) => [code, status, reasons[0].code]),
      [[301, 'rejected', 'REJ_COH']],
    );
    assert.equal(next.type, 'IN');
    const query = { type: 'e_report.status_changed', orderDirection: 'DESC', limit: 1 };
    const [event] = (await books.ask('list-events', { query })).json.docs;
    assert.deepEqual(
      [event.eReport.kind, event.eReport.from, event.eReport.transmission.state],
      [...['transactions', '2027-11-01', 'rejected']],
    );
    assert.equal((await transmitted('2027-11-02')).type, 'IN');
    await later(10 * MINUTE);
    assert.deepEqual(await standing('2027-11-02'), ['IN', 'accepted', 300]);
  });

  test('a correction that is rejected leaves the first report standing: the next is RE', async () => {
    await takings('2027-11-03', 6_000);
    await platform.order('faults', { reject_report: { times: 1 } });
    await transmitted('2027-11-02');
    await later(10 * MINUTE);
    assert.deepEqual(await standing('2027-11-02'), ['RE', 'rejected', 301]);
    assert.equal((await transmitted('2027-11-02')).type, 'RE');
    await later(10 * MINUTE);
    assert.deepEqual(await standing('2027-11-02'), ['RE', 'accepted', 300]);
  });

  test('a file that the platform refuses is not accepted, with its reason, and may be sent again as IN', async () => {
    await takings('2027-12-02', 12_000);
    service.clock.now += 31 * DAY;
    await platform.order('faults', { virus: { times: 1 } });
    await transmitted('2027-12-02');
    await later(10 * MINUTE);
    const { transmission } = await report('2027-12-02');
    assert.deepEqual([transmission.state, transmission.faults[0].code], ['not_accepted', 'VirusFound']);
    assert.equal((await transmitted('2027-12-02')).type, 'IN');
    await later(10 * MINUTE);
    assert.deepEqual(await standing('2027-12-02'), ['IN', 'accepted', 300]);
  });

  test('takings withdrawn after the report: RE states nothing, and the tax office no longer has 120.00', async () => {
    const { docs } = await books.done('list-counter-sales');
    const { id } = docs.find(({ on }: { on: string }) => on === '2027-12-02');
    await books.done('correct-counter-sale', id, { on: '2027-12-02', sold: 'services', rate: 2_000, amount: 0 });
    const sent = await transmitted('2027-12-02');
    assert.deepEqual([sent.type, sent.totals], ['RE', []]);
    await later(10 * MINUTE);
    assert.deepEqual(await standing('2027-12-02'), ['RE', 'accepted', 300]);
    assert.equal(await refusal('2027-12-02'), 'e_report_unchanged');
  });

  test('answers that arrive twice, and one with an unknown code, are each kept once', async () => {
    await takings('2028-01-02', 12_000);
    service.clock.now += 31 * DAY;
    await platform.order('faults', { duplicate_statuses: {}, unknown_codes: {} });
    await transmitted('2028-01-02');
    await later(10 * MINUTE);
    assert.deepEqual(await standing('2028-01-02'), ['IN', 'accepted', 299, 300]);
  });

  test('a connection cut after the platform took the report leads to one report there', async () => {
    await takings('2028-01-03', 12_000);
    await platform.order('faults', { cut_after_acceptance: { times: 1 } });
    await transmitted('2028-01-02');
    await later(30 * MINUTE);
    assert.deepEqual(await standing('2028-01-02'), ['RE', 'accepted', 300]);
    assert.equal(platform.deposits.length, 1);
  });

  test('a worker killed at every third statement deposits each report once', async () => {
    for (let statement = 1; ; statement += 3) {
      platform.deposits.length = 0;
      await takings('2028-01-04', 100 + statement);
      const sent = await transmitted('2028-01-02');
      const killed = killedAt(service.services.pool, statement);
      await life.worked((job) => (job === sendMessage && !killed.isDead() ? killed.pool : undefined));
      await later(12 * MINUTE);
      const { transmission } = await report('2028-01-02');
      assert.deepEqual([transmission.id, transmission.state], [sent.id, 'accepted'], `killed at ${statement}`);
      assert.equal(platform.deposits.length, 1, `killed at ${statement}`);
      if (!killed.isDead()) break;
    }
  }, 240_000);

  test('a report handed over twice would be seen: two deposits, the second answered 301', async () => {
    await takings('2028-02-02', 12_000);
    service.clock.now += 31 * DAY;
    const { id } = await transmitted('2028-02-02');
    await later(10 * MINUTE);
    // An expired token is refused before the report is read, so there may be two requests.
    const before = platform.deposits.length;
    const [file = ''] = await files();
    const addresses = { flowUrl: 'https://platform.example.org/flow-service', tokenUrl: PLATFORM.tokenUrl };
    const call = service.services.environment.callPlatform;
    assert.ok(call);
    const bytes = Buffer.from(file);
    const sent = await flowService(addresses, PLATFORM, call).send({
      ...{ trackingId: crypto.randomUUID(), name: 'a.xml', syntax: 'FRR', mediaType: 'application/xml', bytes },
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    assert.ok('ok' in sent, JSON.stringify(sent));
    await later(10 * MINUTE);
    assert.equal(platform.deposits.length, before + 1);
    const { transmission } = await report('2028-02-02');
    assert.deepEqual([transmission.id, transmission.state], [id, 'rejected']);
    assert.equal(transmission.statuses.at(-1).reasons[0].code, 'REJ_UNI');
  });

  test('two requests at the same moment store one report', async () => {
    await takings('2028-01-05', 12_000);
    const both = await Promise.all([transmitting('2028-01-02'), transmitting('2028-01-02')]);
    assert.deepEqual(both.map(({ refused }) => refused ?? 'sent').toSorted(), ['e_report_under_way', 'sent']);
    await later(12 * MINUTE);
    assert.deepEqual(await standing('2028-01-02'), ['RE', 'accepted', 300]);
  });

  test('the database refuses a first report where one stands, a second under way, and a changed answer', async () => {
    const bytes = Buffer.from('<Report/>');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const forced = (type: 'IN' | 'RE', to = '2028-01-31') =>
      inTransaction(service.services.pool, { accountId: service.accountId, test: false }, async (tx) => {
        const about = { report: 'transactions' as const, period: { from: '2028-01-01', to }, type };
        const file = { name: 'a.xml', syntax: 'FRR' as const, bytes, sha256 };
        const id = crypto.randomUUID();
        const facts = { figures: '00', totals: [], platform: '0000', createdAt: service.clock.now };
        storeDeposit(tx, { id, test: false, about, ...facts, file }, service.clock.now);
        return { commit: true, answer: undefined };
      });
    await assert.rejects(forced('IN'), /cannot be of the type IN/);
    await assert.rejects(forced('RE', '2028-01-30'), /cannot be of the type RE/);
    await takings('2028-01-06', 12_000);
    await transmitted('2028-01-02');
    await assert.rejects(forced('RE'), /sent_message_report_under_way/);
    await later(12 * MINUTE);
    const changed = (text: string) =>
      inTransaction(service.owner, { accountId: service.accountId, test: false }, async (tx) => ({
        commit: true,
        answer: await tx.read({ text }, [service.accountId]),
      }));
    for (const change of ['update billing.report_status set code = 300', 'delete from billing.report_status'])
      await assert.rejects(changed(`${change} where account_id = $1`), { code: 'FA002' });
  });

  test('needs billing:write, and another account or the other mode sees and sends nothing', async () => {
    const reader = { ...service.live, scopes: ['billing:read'] as never };
    assert.equal((await transmitting('2028-01-02', 'transactions', reader)).refused, 'scope_missing');
    const foreign = (await service.newAccount('Otto')).live;
    await booksOf(service, foreign).company();
    for (const caller of [foreign, service.test]) {
      assert.equal((await transmitting('2028-01-02', 'transactions', caller)).refused, 'e_report_empty');
      const seen = await report('2028-01-02', 'transactions', caller);
      assert.deepEqual([seen.transmission, seen.earlier], [null, []]);
    }
  });

  test('each report has an audit entry for its deposit, and one for each answer', async () => {
    const { docs } = (await books.ask('get-activity', { query: { limit: 100 } })).json;
    const count = (type: string) => docs.filter((each: { type: string }) => each.type === type).length;
    const all = [...(await reportsSent())];
    assert.equal(count('report_transmitted'), all.length);
    assert.equal(count('report_not_accepted'), 1);
    assert.equal(count('report_status'), all.flatMap(({ statuses }) => statuses).length);
  });

  test('a report without an answer waits while no platform is connected, and leaves once one is', async () => {
    await takings('2028-01-07', 12_000);
    const { connections } = await books.done('list-platform-connections');
    await transmitted('2028-01-02');
    await books.done('disconnect-platform', connections[0].id);
    await later(10 * MINUTE);
    assert.deepEqual(await standing('2028-01-02'), ['RE', 'waiting']);
    await books.done('connect-platform', undefined, PLATFORM);
    await later(20 * MINUTE);
    assert.deepEqual(await standing('2028-01-02'), ['RE', 'accepted', 300]);
  });
});
