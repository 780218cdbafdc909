import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { type Lived, lived } from '../../../test/jobs/recurring-simulation.ts';
import { type Books, booksOf } from '../../../test/support/documents/example-books.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { approvedPlatform, PLATFORM } from '../../../test/support/stand-ins/approved-platform.ts';
import { readPlatform } from '../../jobs/einvoicing/read-platform.ts';
import { sendToPlatform } from '../../jobs/einvoicing/send-document.ts';
import { sendMessage } from '../../jobs/einvoicing/send-message.ts';
import { stateCollected } from '../../jobs/einvoicing/state-collected.ts';

// A payment of a 1,200.00 invoice for services is reported to its buyer and the State (status 212).

const MINUTE = 60;
const LUMEN = { name: 'Atelier Lumen SAS', siret: '10000000900017' };

let service: TestService;
let books: Books;
let life: Lived;
let platform: ReturnType<typeof approvedPlatform>;
beforeAll(async () => {
  service = await testService();
  books = booksOf(service);
  await books.company();
  life = lived(service, [sendToPlatform, sendMessage, stateCollected, readPlatform]);
});
beforeEach(async () => {
  platform = approvedPlatform(service);
  await books.done('connect-platform', undefined, PLATFORM);
});
afterAll(() => service.close());

const later = (seconds: number) => life.until(service.clock.now + seconds);
const invoiced = async () => books.finalized(books.invoice(await books.organization(LUMEN)));
const collected = async (id: string): Promise<any[]> => (await books.done('get-transmission', id)).collected;
const amounts = async (id: string): Promise<number[]> =>
  (await collected(id)).flatMap((each) => each.amounts.map(({ amount }: { amount: number }) => amount));
/** How many statuses 212 the buyer has of an invoice. */
async function atBuyer(number: string): Promise<number> {
  const url = 'https://platform.example.org/trial/invoices';
  const answer = await platform.calm({ method: 'GET', url, headers: {} });
  const { invoices } = JSON.parse(Buffer.from(answer.body).toString());
  const found = invoices.find((each: any) => each.invoice.number === number);
  return found.statuses.filter(({ status }: { status: string }) => status === '212').length;
}

test('get-transmission: 600.00 paid after the platform accepted the invoice are stated once, at 20 %', async () => {
  const { id, number } = await invoiced();
  await books.done('send-to-platform', id);
  await later(5 * MINUTE);
  assert.deepEqual(await collected(id), []);
  await books.pay('invoice', id, 60_000);
  await later(20 * MINUTE);
  const [only, ...others] = await collected(id);
  assert.deepEqual(
    [only.amounts, only.delivery, others],
    [[{ rate: 2000, amount: 60_000, currency: 'EUR' }], 'accepted', []],
  );
  assert.equal(await atBuyer(number), 1);
});

test('1,200.00 paid before the platform took the invoice are stated once it accepted it', async () => {
  const { id, number } = await invoiced();
  await books.pay('invoice', id, 120_000);
  await books.done('send-to-platform', id);
  await later(20 * MINUTE);
  assert.deepEqual(await amounts(id), [120_000]);
  assert.equal(await atBuyer(number), 1);
});

test('a payment that is reversed is taken back: the sum stated is zero', async () => {
  const { id } = await invoiced();
  await books.done('send-to-platform', id);
  await books.pay('invoice', id, 120_000);
  await later(20 * MINUTE);
  await books.done('mark-unpaid', id);
  await later(20 * MINUTE);
  const all = await amounts(id);
  assert.equal(all[0], 120_000);
  assert.equal(
    all.reduce((sum, each) => sum + each, 0),
    0,
  );
});

test('an invoice that its buyer refused states nothing as collected', async () => {
  await platform.order('companies/100000009', { behaviour: { action: 'refuse', reason: 'CMD_ERR' } });
  const { id } = await invoiced();
  await books.done('send-to-platform', id);
  await later(10 * MINUTE);
  await books.pay('invoice', id, 120_000);
  await later(10 * MINUTE);
  assert.deepEqual(await collected(id), []);
});
