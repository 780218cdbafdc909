import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest';
import { statusExample } from '../../../test/einvoice/example-statuses.ts';
import { killedAt, type Lived, lived } from '../../../test/jobs/recurring-simulation.ts';
import { type Books, booksOf } from '../../../test/support/documents/example-books.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { approvedPlatform, PLATFORM } from '../../../test/support/stand-ins/approved-platform.ts';
import { storeMessage } from '../../db/einvoicing/sent-messages.ts';
import { inTransaction } from '../../db/transaction.ts';
import { civilDayOf } from '../../domain/time/civil-day.ts';
import { cdarOf } from '../../einvoice/cdar/cdar.ts';
import type { CdarMessage } from '../../einvoice/cdar/cdar-message.ts';
import { readCdar } from '../../einvoice/cdar/read-cdar.ts';
import { readPlatform } from '../../jobs/einvoicing/read-platform.ts';
import { sendMessage } from '../../jobs/einvoicing/send-message.ts';
import type { Caller } from '../../services/caller.ts';
import { flowService } from '../../services/einvoicing/flow-service.ts';

// Answers to invoices of suppliers: the trial platform stands between Zoé and Atelier Lumen.

const MINUTE = 60;
const ZOE = '732829320';
const LUMEN = '100000009';

let service: TestService;
let books: Books;
let life: Lived;
let platform: ReturnType<typeof approvedPlatform>;
beforeAll(async () => {
  service = await testService();
  books = booksOf(service);
  await books.company();
  life = lived(service, [sendMessage, readPlatform]);
  // One platform for all tests: it never gives two invoices the same number.
  platform = approvedPlatform(service);
  await books.done('connect-platform', undefined, PLATFORM);
});
beforeEach(async () => {
  await platform.order('faults', {});
  platform.deposits.length = 0;
});
afterAll(() => service.close());

const later = (seconds: number) => life.until(service.clock.now + seconds);

/** An invoice of Atelier Lumen of 1,000.00 and 20 % that the platform delivered. */
async function received() {
  const before = new Set((await listed()).map(({ id }) => id));
  await platform.order('supplier-invoices', { from: LUMEN, to: ZOE, netCents: 100_000 }, 'POST');
  await later(20 * MINUTE);
  const fresh = (await listed()).find(({ id }) => !before.has(id));
  assert.ok(fresh);
  return fresh;
}
const listed = async (): Promise<{ id: string; number: string }[]> =>
  (await books.ask('list-supplier-invoices', { query: { limit: 100 } })).json.docs;
type Heard = {
  refused?: string | undefined;
  because?: string | undefined;
  most?: number | undefined;
  json?: { statuses: any[] } | undefined;
};
const answering = async (supplierInvoiceId: string, body: object, caller: Caller = service.live): Promise<Heard> =>
  service.call('answer-supplier-invoice', { caller, path: { supplierInvoiceId }, body } as never);
const answered = async (id: string, body: object) => {
  const heard = await answering(id, body);
  assert.equal(heard.refused, undefined, JSON.stringify(heard));
  assert.ok(heard.json);
  return heard.json;
};
const statuses = async (supplierInvoiceId: string): Promise<any[]> =>
  (await books.ask('get-supplier-invoice', { path: { supplierInvoiceId } })).json.statuses;
/** What Atelier Lumen, the supplier, knows of the statuses of its invoice. */
async function atSupplier(number: string): Promise<string[]> {
  const url = 'https://platform.example.org/trial/invoices';
  const answer = await platform.calm({ method: 'GET', url, headers: {} });
  const { invoices } = JSON.parse(Buffer.from(answer.body).toString());
  const found = invoices.find((each: any) => each.invoice.number === number);
  assert.ok(found, number);
  return found.statuses.map(({ status }: { status: string }) => status).filter((code: string) => Number(code) > 203);
}
/** The messages that were handed over, in order. */
const messages = (): Promise<CdarMessage[]> =>
  Promise.all(
    platform.deposits.map(async ({ body, headers }) => {
      const form = await new Response(Buffer.from(body ?? []), {
        headers: { 'content-type': headers['content-type'] ?? '' },
      }).formData();
      return (await readCdar(await (form.get('file') as File).text())) as CdarMessage;
    }),
  );

describe('answer-supplier-invoice', () => {
  test('a dispute reaches the supplier once, with its reason and its text, and its timeline says so', async () => {
    const { id, number } = await received();
    const reasons = ['QTE_ERR', 'PU_ERR'];
    const { statuses: waiting } = await answered(id, { status: 'disputed', reasons, text: '2 cartons sur 3' });
    assert.equal(waiting.at(-1).delivery, 'waiting');
    await later(10 * MINUTE);
    const own = (await statuses(id)).filter(({ direction }) => direction === 'sent');
    assert.deepEqual(
      own.map(({ code, status, delivery, reasons }) => ({ code, status, delivery, reasons })),
      [
        {
          ...{ code: 207, status: 'disputed', delivery: 'accepted' },
          reasons: [{ code: 'QTE_ERR', text: '2 cartons sur 3' }, { code: 'PU_ERR' }],
        },
      ],
    );
    assert.deepEqual(await atSupplier(number), ['207']);
    const [message] = await messages();
    assert.deepEqual(
      [
        message?.issuer.role,
        message?.issuer.id?.value,
        message?.recipients.map(({ role, address }) => [role, address]),
      ],
      ['BY', ZOE, [['SE', { scheme: '0225', value: LUMEN }]]],
    );
    assert.deepEqual(
      message?.details.map(({ sequence, reason, note }) => [sequence, reason, note]),
      [
        [1, 'QTE_ERR', '2 cartons sur 3'],
        [2, 'PU_ERR', undefined],
      ],
    );
  });

  test('taken over, approved, then 500.00 and 700.00 paid of 1,200.00: four statuses at the supplier', async () => {
    const { id, number } = await received();
    for (const body of [
      { status: 'taken_over' },
      { status: 'approved' },
      { status: 'payment_sent', amount: 50_000 },
      { status: 'payment_sent' },
    ]) {
      await answered(id, body);
      await later(MINUTE);
    }
    await later(10 * MINUTE);
    assert.deepEqual(await atSupplier(number), ['204', '205', '211', '211']);
    const paid = (await statuses(id)).flatMap(({ amounts }) => amounts);
    assert.deepEqual(paid, [
      { type: 'MPA', amount: 50_000, currency: 'EUR' },
      { type: 'MPA', amount: 70_000, currency: 'EUR' },
    ]);
    const more = await answering(id, { status: 'payment_sent', amount: 1 });
    assert.deepEqual([more.refused, more.most], ['supplier_payment_amount', 0]);
  });

  test('a refusal also goes to the State, and is final in the rule and in the database', async () => {
    const { id, number } = await received();
    await answered(id, { status: 'refused', reasons: ['TX_TVA_ERR'] });
    await later(10 * MINUTE);
    assert.deepEqual(await atSupplier(number), ['210']);
    const [message] = await messages();
    assert.deepEqual(
      message?.recipients.map(({ role, id: of }) => [role, of?.value]),
      [
        ['SE', LUMEN],
        ['DFH', '0000'],
      ],
    );
    const again = await answering(id, { status: 'approved' });
    assert.deepEqual([again.refused, again.because], ['supplier_status_not_possible', 'refused']);
    const bytes = Buffer.from('<a/>');
    const file = { name: 'a.xml', syntax: 'CDAR' as const, bytes, sha256: await digest(bytes) };
    const message205 = { id: crypto.randomUUID(), test: false, about: { supplierInvoiceId: id }, code: 205 };
    const now = service.clock.now;
    const forced = inTransaction(service.services.pool, { accountId: service.accountId, test: false }, async (tx) => {
      storeMessage(tx, { ...message205, statedAt: now, createdAt: now, reasons: [], amounts: [], file }, now);
      return { commit: true, answer: undefined };
    });
    await assert.rejects(forced, /is refused/);
  });

  test('an upload, an unknown reason, a missing reason and a missing invoice are refused by their codes', async () => {
    const { id } = await received();
    const refusal = async (of: string, body: object) => (await answering(of, body)).refused;
    assert.equal(await refusal(id, { status: 'disputed' }), 'supplier_status_reasons');
    assert.equal(await refusal(id, { status: 'suspended', reasons: ['PU_ERR'] }), 'supplier_status_reasons');
    assert.equal(await refusal(id, { status: 'approved', amount: 5 }), 'supplier_status_member');
    assert.equal(await refusal(crypto.randomUUID(), { status: 'approved' }), 'supplier_invoice_not_found');
    const content = btoa('<a/>');
    const upload = await books.done('upload-supplier-invoice', undefined, { name: 'a.xml', content });
    const refused = await answering(upload.supplierInvoice.id, { status: 'approved' });
    assert.deepEqual([refused.refused, refused.because], ['supplier_status_not_possible', 'no_platform']);
    assert.deepEqual(
      await statuses(id),
      (await statuses(id)).filter(({ direction }) => direction === 'received'),
    );
  });

  test('a status the platform does not accept is shown with its reason, and may be stated again', async () => {
    const { id, number } = await received();
    await platform.order('faults', { virus: { times: 1 } });
    await answered(id, { status: 'refused', reasons: ['DOUBLON'] });
    await later(10 * MINUTE);
    const [first] = (await statuses(id)).filter(({ direction }) => direction === 'sent');
    assert.deepEqual([first.delivery, first.faults[0].code], ['not_accepted', 'VirusFound']);
    assert.deepEqual(await atSupplier(number), []);
    const query = { type: 'supplier_invoice.status_changed', orderDirection: 'DESC', limit: 1 };
    const [event] = (await books.ask('list-events', { query })).json.docs;
    assert.deepEqual([event.status.code, event.status.delivery], [210, 'not_accepted']);
    await answered(id, { status: 'refused', reasons: ['DOUBLON'] });
    await later(10 * MINUTE);
    assert.deepEqual(await atSupplier(number), ['210']);
  });

  test('a connection cut after the platform took a status leads to one status there', async () => {
    const { id, number } = await received();
    await platform.order('faults', { cut_after_acceptance: { times: 1 } });
    await answered(id, { status: 'approved' });
    await later(30 * MINUTE);
    assert.deepEqual(await atSupplier(number), ['205']);
    assert.equal((await statuses(id)).at(-1).delivery, 'accepted');
    assert.equal(platform.deposits.length, 1);
  });

  test('a worker killed at any statement states a status once', async () => {
    for (let statement = 1; ; statement += 3) {
      const { id, number } = await received();
      await answered(id, { status: 'approved' });
      const killed = killedAt(service.services.pool, statement);
      await life.worked((job) => (job === sendMessage && !killed.isDead() ? killed.pool : undefined));
      await later(12 * MINUTE);
      assert.deepEqual(await atSupplier(number), ['205'], `killed at ${statement}`);
      assert.equal((await statuses(id)).at(-1).delivery, 'accepted', `killed at ${statement}`);
      if (!killed.isDead()) break;
    }
  }, 240_000);

  test('a status handed over twice would be seen: the supplier has it twice', async () => {
    const { id, number } = await received();
    await answered(id, { status: 'approved' });
    await later(10 * MINUTE);
    const [message] = await messages();
    assert.ok(message);
    await handOver(PLATFORM, Buffer.from(cdarOf(message)));
    service.clock.now += MINUTE;
    assert.deepEqual(await atSupplier(number), ['205', '205']);
  });

  test('what the supplier and the platforms state about the invoice is in its timeline, once', async () => {
    await platform.order('faults', { duplicate_statuses: {} });
    const { id, number } = await received();
    await asLumen(number, '209');
    await later(20 * MINUTE);
    const arrived = (await statuses(id)).filter(({ direction }) => direction === 'received');
    assert.deepEqual(
      arrived.map(({ code, status }) => ({ code, status })),
      [{ code: 209, status: 'completed' }],
    );
  });

  test('needs billing:write, and another account or the other mode changes nothing', async () => {
    const { id } = await received();
    const reader = { ...service.live, scopes: ['billing:read'] as never };
    assert.equal((await answering(id, { status: 'approved' }, reader)).refused, 'scope_missing');
    const foreign = (await service.newAccount('Otto')).live;
    for (const caller of [foreign, service.test])
      assert.equal((await answering(id, { status: 'approved' }, caller)).refused, 'supplier_invoice_not_found');
    assert.equal((await statuses(id)).filter(({ direction }) => direction === 'sent').length, 0);
  });

  test('without a connection nothing is stated; one that is removed later sends when connected again', async () => {
    const { id, number } = await received();
    const { connections } = await books.done('list-platform-connections');
    await answered(id, { status: 'approved' });
    await books.done('disconnect-platform', connections[0].id);
    assert.equal((await answering(id, { status: 'taken_over' })).refused, 'platform_not_connected');
    await later(10 * MINUTE);
    assert.deepEqual(await atSupplier(number), []);
    await books.done('connect-platform', undefined, PLATFORM);
    await later(20 * MINUTE);
    assert.deepEqual(await atSupplier(number), ['205']);
  });
});

const digest = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');

/** Atelier Lumen states a status about its own invoice. */
async function asLumen(number: string, code: '209'): Promise<void> {
  const example = statusExample(code);
  const sellerId = { scheme: '0002', value: LUMEN };
  const bytes = Buffer.from(
    cdarOf({
      ...example,
      ...{ writtenAt: service.clock.now, statusAt: service.clock.now, issuer: { role: 'SE', id: sellerId } },
      recipients: [{ role: 'BY', id: { scheme: '0002', value: ZOE }, address: { scheme: '0225', value: ZOE } }],
      invoice: { number, type: '380', issuedOn: civilDayOf(service.clock.now, 'Europe/Paris'), sellerId },
    }),
  );
  const clientId = `trial-${LUMEN}`;
  await handOver({ clientId, clientSecret: `secret-of-${clientId}` }, bytes);
}

/** A client of the platform hands over a status. */
async function handOver(
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
  bytes: Buffer<ArrayBuffer>,
): Promise<void> {
  const addresses = { flowUrl: 'https://platform.example.org/flow-service', tokenUrl: PLATFORM.tokenUrl };
  const client = flowService(addresses, { clientId, clientSecret }, platform.calm);
  const sent = await client.send({
    ...{ trackingId: crypto.randomUUID(), name: 'statut.xml', syntax: 'CDAR', mediaType: 'application/xml', bytes },
    sha256: await digest(bytes),
  });
  assert.ok('ok' in sent, JSON.stringify(sent));
}
