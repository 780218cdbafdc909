import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest';
import { type Lived, lived } from '../../../test/jobs/recurring-simulation.ts';
import { type Books, booksOf, TRAINING } from '../../../test/support/documents/example-books.ts';
import { COMPANY } from '../../../test/support/service/company.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { approvedPlatform, PLATFORM } from '../../../test/support/stand-ins/approved-platform.ts';
import { setSending } from '../../db/einvoicing/platform-connections.ts';
import { beginFlow } from '../../db/einvoicing/platform-flows.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { readPlatform } from '../../jobs/einvoicing/read-platform.ts';
import { sendToPlatform } from '../../jobs/einvoicing/send-document.ts';
import { sendMessage } from '../../jobs/einvoicing/send-message.ts';
import { stateCollected } from '../../jobs/einvoicing/state-collected.ts';

// Sales to consumers and abroad, reported by the platform from documents of 1,200.00 and their 212.

const MINUTE = 60;
const SEPTEMBER_2 = Date.UTC(2027, 8, 2, 10) / 1000;
const OCTOBER_5 = Date.UTC(2027, 9, 5, 10) / 1000;
const BERLIN = { address: 'Hauptstr. 1', zipCode: '10115', city: 'Berlin', country: 'DE' };

let service: TestService;
let books: Books;
let life: Lived;
let platform: ReturnType<typeof approvedPlatform>;
beforeAll(async () => {
  service = await testService();
  service.clock.now = SEPTEMBER_2;
  books = booksOf(service);
  await books.company({ ...COMPANY, vatRegime: 'normal', vatDeclaredQuarterly: true });
  life = lived(service, [sendToPlatform, sendMessage, stateCollected, readPlatform]);
});
beforeEach(async () => {
  platform = approvedPlatform(service);
  await books.done('connect-platform', undefined, { ...PLATFORM, ...BY_PLATFORM });
});
afterAll(() => service.close());

const BY_PLATFORM = { isAutomatic: true, reports: 'by_platform', syntax: 'CII' };
const stored = (write: (tx: Tx) => void): Promise<void> =>
  inTransaction(service.services.pool, { accountId: service.accountId, test: false }, async (tx) => {
    write(tx);
    return { commit: true, answer: undefined };
  });
const later = (seconds: number) => life.until(service.clock.now + seconds);
const transmission = (id: string) => books.done('get-transmission', id);
const connectionId = async (): Promise<string> =>
  (await books.done('list-platform-connections')).connections.find(({ sends }: any) => sends).id;
const reportsBy = async (reports: 'by_us' | 'by_platform') =>
  books.done('update-platform-connection', await connectionId(), { reports });
const consumer = () => books.contact();
const foreign = () =>
  books.organization({ siret: null, name: 'Berliner Werke GmbH', billingAddress: BERLIN, vatNumber: 'DE136695976' });
const withoutSiren = () => books.organization({ siret: null, name: 'Les Amis du Lavoir' });
const invoiced = async (customer: string) => books.finalized(books.invoice(customer));
const report = async (kind = 'transactions', on = '2027-09-02') =>
  (await books.ask('get-e-report', { path: { kind }, query: { on } } as never)).json;
const netReported = async (): Promise<number> =>
  (await report()).sales.reduce((all: number, { net }: any) => all + net, 0);
/** What the platform was given: the description and the text of each file. */
const deposits = () =>
  Promise.all(
    platform.deposits.map(async ({ body, headers }) => {
      const type = { 'content-type': headers['content-type'] ?? '' };
      const form = await new Response(Buffer.from(body ?? []), { headers: type }).formData();
      const info = JSON.parse(await (form.get('flowInfo') as Blob).text());
      return { info, text: await (form.get('file') as File).text() };
    }),
  );
const barOf = (xml: string) => xml.match(/<ram:Content>([^<]*)<\/ram:Content>\s*<ram:SubjectCode>BAR</)?.[1];

describe('update-platform-connection', () => {
  test('reports are by_us unless by_platform was chosen, and each member is kept when the other changes', async () => {
    await books.done('connect-platform', undefined, PLATFORM);
    const id = await connectionId();
    const shown = async () => {
      const { connections } = await books.done('list-platform-connections');
      const [{ reports, isAutomatic }] = connections;
      return [reports, isAutomatic];
    };
    assert.deepEqual(await shown(), ['by_us', false]);
    await reportsBy('by_platform');
    await books.done('update-platform-connection', id, { isAutomatic: true });
    assert.deepEqual(await shown(), ['by_platform', true]);
    await reportsBy('by_us');
    assert.deepEqual(await shown(), ['by_us', true]);
  });

  test('a body without members, another maker, and a test key are refused', async () => {
    const id = await connectionId();
    const heard = async (body: object, caller = service.live) =>
      (await booksOf(service, caller).ask('update-platform-connection', { path: { id }, body })).refused;
    assert.equal(await heard({}), 'input_invalid');
    assert.equal(await heard({ reports: 'by_accountant' }), 'input_invalid');
    assert.equal(await heard({ reports: 'by_us' }, service.test), 'live_key_needed');
  });

  test('needs account:admin, and another account or the other mode changes nothing', async () => {
    const id = await connectionId();
    const asked = async (at: TestService, caller: TestService['live']) =>
      (await booksOf(at, caller).ask('update-platform-connection', { path: { id }, body: { reports: 'by_us' } }))
        .refused;
    for (const scopes of [['billing:read'], ['billing:read', 'billing:write'], ['account:read']])
      assert.equal(await asked(service, { ...service.live, scopes: scopes as never }), 'scope_missing');
    assert.equal(await asked(service, { ...service.test, scopes: ['billing:write'] as never }), 'scope_missing');
    const other = await testService();
    try {
      assert.equal(await asked(other, other.live), 'platform_connection_not_found');
    } finally {
      await other.close();
    }
    const { connections } = await books.done('list-platform-connections');
    assert.deepEqual(
      connections.map(({ reports }: any) => reports),
      ['by_platform'],
    );
  });

  test('a test document and a live one follow the connection of their own mode', async () => {
    const tests = booksOf(service, service.test);
    await books.done('connect-platform', undefined, { preset: 'trial' });
    const wayOf = async (of: Books) => {
      const { id } = await of.invoice(await of.contact());
      const { way, outsideReason } = await of.done('get-transmission', id);
      return [way, outsideReason];
    };
    assert.deepEqual(await wayOf(tests), ['outside', 'consumer']);
    assert.deepEqual(await wayOf(books), ['on_finalization', undefined]);
  });

  test('a connection that only receives reports nothing: the rule and the database say so', async () => {
    await books.done('connect-platform', undefined, { ...PLATFORM, sends: false, reports: 'by_platform' });
    const { connections } = await books.done('list-platform-connections');
    const { id } = connections.find(({ receives }: any) => receives);
    assert.equal(
      await books.refusal('update-platform-connection', id, { reports: 'by_platform' }),
      'platform_not_for_sending',
    );
    const writing = stored((tx) => setSending(tx, { id, isAutomatic: false, reports: 'by_platform' }));
    await assert.rejects(writing, /platform_connection_reports/);
  });
});

describe('send-to-platform', () => {
  test('invoices to a consumer, abroad and to an association without SIREN leave with their BAR and rule', async () => {
    const sent = [
      await invoiced(await consumer()),
      await invoiced(await foreign()),
      await invoiced(await withoutSiren()),
    ];
    await later(5 * MINUTE);
    const found = (await deposits()).map(({ info, text }) => [info.processingRule, barOf(text)]);
    assert.deepEqual(found.toSorted(), [
      ['B2BInt', 'B2BINT'],
      ['B2C', 'B2C'],
      ['B2C', 'B2C'],
    ]);
    for (const { id } of sent) {
      const { stage, statuses, trialActions, unsentReason } = await transmission(id);
      const codes = statuses.map(({ code }: any) => code);
      assert.deepEqual([stage, codes, trialActions, unsentReason], ['deposited', [200], [], undefined]);
    }
  });

  test('with by_us the same invoices are refused, each with its reason', async () => {
    await reportsBy('by_us');
    const reasons = await Promise.all(
      [await consumer(), await foreign(), await withoutSiren()].map(async (customer) => {
        const { id } = await invoiced(customer);
        assert.equal(await books.refusal('send-to-platform', id), 'document_not_for_platform');
        return (await transmission(id)).outsideReason;
      }),
    );
    assert.deepEqual(reasons, ['consumer', 'foreign', 'customer_without_siren']);
  });

  test('a draft for a consumer says by which way it will go, and exempt lessons stay outside', async () => {
    const draft = await books.invoice(await consumer());
    assert.equal((await transmission(draft.id)).way, 'on_finalization');
    const lessons = await books.invoice(await consumer(), { lines: [{ ...TRAINING, vatCode: 'FR_00HT' }] });
    const mention = { vatMention: 'vat_article_261c_cgi' };
    await books.done('update-invoice-general-informations', lessons.id, mention);
    const { id } = await books.finalized(lessons);
    const { way, outsideReason } = await transmission(id);
    assert.deepEqual([way, outsideReason], ['outside', 'consumer']);
  });
});

describe('get-e-report', () => {
  test('1,200.00 paid by a consumer are stated to the State alone at 20 %, and are in no report of ours', async () => {
    await later(5 * MINUTE);
    const before = [await netReported(), (await report('payments')).receipts.length];
    const { id, number } = await invoiced(await consumer());
    await later(5 * MINUTE);
    await books.pay('invoice', id, 120_000);
    await later(20 * MINUTE);
    const { collected } = await transmission(id);
    assert.deepEqual(
      collected.map(({ amounts, delivery }: any) => [amounts, delivery]),
      [[[{ rate: 2000, amount: 120_000, currency: 'EUR' }], 'accepted']],
    );
    const { text } = (await deposits()).find(({ info }) => info.flowSyntax === 'CDAR') as { text: string };
    assert.match(text, /<ram:ID>B2C<\/ram:ID>/);
    const recipients = [...text.matchAll(/<ram:RecipientTradeParty>.*?<\/ram:RecipientTradeParty>/gs)];
    assert.equal(recipients.length, 1);
    assert.match(String(recipients[0]), /schemeID="0238">0000</);
    assert.deepEqual([await netReported(), (await report('payments')).receipts.length], before);
    const { leftOut } = await report();
    assert.ok(
      leftOut.some(({ why }: any) => why === 'by_platform'),
      number,
    );
    await books.done('mark-unpaid', id);
    await later(20 * MINUTE);
    const amounts = (await transmission(id)).collected.flatMap((each: any) =>
      each.amounts.map(({ amount }: any) => amount),
    );
    assert.equal(amounts.length, 2);
    assert.equal(amounts[0] + amounts[1], 0);
  });

  test('takings of 60.00 without an invoice stay in our report', async () => {
    const before = await netReported();
    await books.done('create-counter-sale', undefined, {
      on: '2027-09-02',
      sold: 'services',
      rate: 2_000,
      amount: 6_000,
    });
    assert.equal(await netReported(), before + 5_000);
  });

  test('a document that the platform refuses comes back into our report, and leaves it once accepted', async () => {
    const before = await netReported();
    await platform.order('faults', { virus: {} });
    const { id } = await invoiced(await consumer());
    await later(5 * MINUTE);
    assert.equal((await transmission(id)).stage, 'not_accepted');
    assert.equal(await netReported(), before + 100_000);
    await platform.order('faults', {});
    await books.done('send-to-platform', id);
    await later(5 * MINUTE);
    assert.equal((await transmission(id)).stage, 'deposited');
    assert.equal(await netReported(), before);
  });

  test('a change within a period: 3 documents before, 2 after, 1 back: each is on one side', async () => {
    const before = await netReported();
    await reportsBy('by_us');
    const ours = [
      await invoiced(await consumer()),
      await invoiced(await consumer()),
      await invoiced(await withoutSiren()),
    ];
    await reportsBy('by_platform');
    const theirs = [await invoiced(await consumer()), await invoiced(await withoutSiren())];
    await later(5 * MINUTE);
    await reportsBy('by_us');
    ours.push(await invoiced(await consumer()));
    await later(5 * MINUTE);
    const stages = await Promise.all([...ours, ...theirs].map(async ({ id }) => (await transmission(id)).stage));
    assert.deepEqual(stages, ['not_sent', 'not_sent', 'not_sent', 'not_sent', 'deposited', 'deposited']);
    assert.equal(await netReported(), before + 400_000);
    await books.pay('invoice', theirs[0]?.id, 120_000);
    await later(20 * MINUTE);
    const { collected } = await transmission(theirs[0]?.id);
    assert.equal(collected.length, 1, 'the platform reports the sale, so it gets the receipt');
  });

  test('a document on its way when the setting changes still arrives, once, and is on one side', async () => {
    const before = await netReported();
    await platform.order('faults', { unavailable: {} });
    const { id } = await invoiced(await consumer());
    await later(MINUTE);
    assert.equal((await transmission(id)).stage, 'waiting');
    await reportsBy('by_us');
    await platform.order('faults', {});
    await later(120 * MINUTE);
    assert.equal((await transmission(id)).stage, 'deposited');
    assert.equal(await netReported(), before);
  });

  test('a consumer without an e-mail address has no electronic form (BR-FR-12): our report keeps the sale', async () => {
    const before = await netReported();
    const { id } = await invoiced(await books.contact({ emails: [] }));
    await later(5 * MINUTE);
    const { stage, notSentReason, unsentReason } = await transmission(id);
    assert.deepEqual([stage, notSentReason, unsentReason], ['not_sent', 'electronic_form_incomplete', undefined]);
    const { todo } = await books.done('get-dashboard');
    assert.ok(!todo.some(({ billingId }: any) => billingId === id), 'there is nothing to do');
    assert.equal(await netReported(), before + 100_000);
  });

  test('a sale in a report that was sent is not given to the platform: by the rule, and by the database', async () => {
    await reportsBy('by_us');
    const { id } = await invoiced(await consumer());
    service.clock.now = OCTOBER_5;
    const on = '2027-09-02';
    const path = { kind: 'transactions' };
    const sent = await books.ask('transmit-e-report', { path, body: { on, platform: '0123' } } as never);
    assert.equal(sent.refused, undefined, JSON.stringify(sent));
    await later(5 * MINUTE);
    await reportsBy('by_platform');
    assert.equal(await books.refusal('send-to-platform', id), 'document_not_for_platform');
    const { outsideReason, way } = await transmission(id);
    assert.deepEqual([outsideReason, way], ['already_reported', 'outside']);
    const flow = { id: service.services.newId(), test: false, documentId: id, connectionId: await connectionId() };
    const begun = { ...flow, attempt: 1, syntax: 'CII', sha256: '0'.repeat(64), createdAt: OCTOBER_5 } as const;
    await assert.rejects(
      stored((tx) => beginFlow(tx, { ...begun, processingRule: 'B2C' })),
      /is in an e-report/,
    );
    const { id: late } = await invoiced(await consumer());
    await stored((tx) => beginFlow(tx, { ...begun, documentId: late, processingRule: 'B2C' }));
  });
});
