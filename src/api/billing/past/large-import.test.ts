import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { booksOf } from '../../../../test/support/documents/example-books.ts';
import { openImport } from '../../../../test/support/documents/past-lists.ts';
import { COMPANY } from '../../../../test/support/service/company.ts';
import { MONDAY, type TestService, testService } from '../../../../test/support/service/in-process-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

/** Documents of the list; `PAST_DOCUMENTS` has more. */
const COUNT = Number(process.env.PAST_DOCUMENTS ?? 2_000);
/** Milliseconds per thousand documents, on two busy processors. */
const MS_PER_THOUSAND = 5_000;

const day = (nth: number): string => {
  const date = new Date(Date.UTC(2024, 0, 1 + (nth % 720)));
  return date.toISOString().slice(0, 10);
};
const list = (count: number): string => {
  const rows = Array.from({ length: count }, (_, nth) => {
    const net = 100 + (nth % 900);
    const paid = nth % 5 === 0 ? '' : day(nth + 10);
    const total = (net * 1.2).toFixed(2);
    return `P-${String(nth).padStart(6, '0')};${day(nth)};Client ${nth % 500} SARL;${net}.00;${(net * 0.2).toFixed(2)};${total};${paid}`;
  });
  return `Number;Date;Customer;Net;VAT;Total;Paid on\n${rows.join('\n')}\n`;
};

test(`${COUNT} past documents are read, planned and taken over in one transaction; home is read at once`, async () => {
  const { books } = await (async () => {
    service.clock.now = MONDAY;
    const account = await service.newAccount('Atelier');
    const made = booksOf(service, account.live);
    await made.company(COMPANY);
    return { books: made };
  })();
  const took: Record<string, number> = {};
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    const made = await work();
    took[name] = Math.round(performance.now() - began);
    return made;
  };
  const id = await timed('read', () => openImport(books, { 'liste.csv': list(COUNT) }));
  await timed('plan', () => books.ask('get-import', { path: { id } }));
  const done = await timed('run', () => books.ask('run-import', { path: { id } }));
  const home = await timed('home', () => books.ask('get-dashboard', { query: { year: '2026' } }));
  const again = await timed('home again', () => books.ask('get-dashboard', { query: { year: '2026' } }));
  const book = await timed('first page of the book', () =>
    books.ask('list-receipts-book', { query: { from: '2025-01-01', to: '2025-12-31', limit: 100 } }),
  );
  console.log(COUNT, took);
  assert.equal(done.json.result.documents, COUNT);
  assert.equal(done.json.result.customers, 500);
  assert.equal(home.json.owed.count, COUNT / 5);
  assert.equal(again.refused ?? book.refused, undefined);
  const sum = (took.read ?? 0) + (took.plan ?? 0) + (took.run ?? 0);
  assert.ok(sum < (COUNT / 1_000) * MS_PER_THOUSAND + 2_000, `${sum} ms`);
});
