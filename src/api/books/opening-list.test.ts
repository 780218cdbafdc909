import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type Books, booksOf } from '../../../test/support/documents/example-books.ts';
import { OPENING } from '../../../test/support/documents/opening-balances.ts';
import { COMPANY } from '../../../test/support/service/company.ts';
import { MONDAY, type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { sha256Hex } from '../../audit/chain/chain-link.ts';
import { findOpeningEntries } from '../../db/books/opening-entries.ts';
import { inTransaction, sql } from '../../db/transaction.ts';
import { scopesOfRole } from '../../domain/people/role.ts';
import { shapeOf } from '../../schemas/events/event-description.ts';
import { textOfOpening } from '../../services/books/record-opening.ts';

// Opening balances that were typed: their list, their reversal, their entries in the audit trail.

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

async function business() {
  service.clock.now = MONDAY;
  const account = await service.newAccount('Atelier');
  const books = booksOf(service, account.live);
  await books.company(COMPANY);
  return { books, account };
}
const record = (books: Books, body: object = {}) =>
  books.done('record-opening-balances', undefined, { ...OPENING, ...body });
const listed = async (books: Books, query: object = {}) =>
  (await books.ask('list-opening-balances', { query: { limit: 100, ...query } })).json;
const balances = async (books: Books): Promise<[string, number][]> =>
  (await books.ask('get-trial-balance', { query: { from: '2026-01-01', to: '2026-12-31' } })).json.accounts.map(
    ({ account, balance }: any) => [account, balance],
  );

test('list-opening-balances: the latest first, with its lines, who recorded it and when; two of five a page', async () => {
  const { books, account } = await business();
  assert.deepEqual((await listed(books)).docs, []);
  for (let nth = 1; nth <= 5; nth++) {
    service.clock.now = MONDAY + nth;
    await record(books, { label: `Reprise ${nth}` });
  }
  const { docs, totalDocs } = await listed(books);
  assert.deepEqual(
    docs.map(({ number, label, author, createdAt, reversed }: any) => [
      number,
      label,
      author,
      createdAt - MONDAY,
      reversed,
    ]),
    [5, 4, 3, 2, 1].map((nth) => [nth, `Reprise ${nth}`, account.live.actor, nth, false]),
  );
  assert.deepEqual(
    [totalDocs, docs[0].lines[0]],
    [5, { account: '512', label: 'Ma banque', debit: 420_000, credit: 0 }],
  );
  const numbers: number[][] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await listed(books, { limit: 2, ...(cursor && { cursor }) });
    numbers.push(page.docs.map(({ number }: any) => number));
    cursor = page.nextCursor;
    if (!cursor) break;
  }
  assert.deepEqual(numbers, [[5, 4], [3, 2], [1]]);
});

test('reverse-opening-balances takes 4,200.00 back on their day, once; a reversal is not taken back in turn', async () => {
  const { books } = await business();
  const { id } = await record(books);
  const reversal = await books.done('reverse-opening-balances', id);
  assert.deepEqual(
    [reversal.number, reversal.on, reversal.label, reversal.reversesId, reversal.lines[0]],
    [
      2,
      '2026-01-01',
      'Annulation de la reprise 1',
      id,
      { account: '512', label: 'Ma banque', debit: 0, credit: 420_000 },
    ],
  );
  assert.ok((await balances(books)).every(([, balance]) => balance === 0));
  assert.deepEqual(
    (await listed(books)).docs.map(({ number, reversed }: any) => [number, reversed]),
    [
      [2, false],
      [1, true],
    ],
  );
  assert.equal(await books.refusal('reverse-opening-balances', id), 'opening_entry_reversed');
  assert.equal(await books.refusal('reverse-opening-balances', reversal.id), 'opening_entry_is_reversal');
  await record(books, { label: 'Les soldes justes' });
  assert.deepEqual(await balances(books), [
    ['101', -120_000],
    ['164', -300_000],
    ['512', 420_000],
  ]);
});

test('balances of a closed day are taken back on the first open day; of five reversals at once one is recorded', async () => {
  const { books } = await business();
  const { id } = await record(books);
  await books.done('close-books', undefined, { through: '2026-01-31' });
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => books.ask('reverse-opening-balances', { path: { id }, body: {} })),
  );
  assert.deepEqual(answers.map(({ refused = 'recorded' }) => refused).toSorted(), [
    ...['opening_entry_reversed', 'opening_entry_reversed', 'opening_entry_reversed', 'opening_entry_reversed'],
    'recorded',
  ]);
  assert.deepEqual(
    (await listed(books)).docs.map(({ on }: any) => on),
    ['2026-02-01', '2026-01-01'],
  );
});

test('recorded and taken back are entries of the audit trail, which seal the content, and events with the entry', async () => {
  const { books, account } = await business();
  const { id } = await record(books);
  const reversal = await books.done('reverse-opening-balances', id);
  assert.equal(
    await books.refusal('record-opening-balances', undefined, { ...OPENING, on: '2026-03-03' }),
    'opening_day_unusable',
  );
  const { accountId } = account.live;
  const { rows, texts } = await inTransaction(service.services.pool, { accountId, test: false }, async (tx) => {
    const found = await findOpeningEntries(tx, [id, reversal.id]);
    found.sort((a, b) => a.number - b.number);
    const links = await tx.read(
      sql`select link from billing.chain_link where account_id = $1 and not test order by seq`,
      [accountId],
    );
    return { commit: false, answer: { rows: links, texts: found.map(textOfOpening) } };
  });
  const links = rows.map(({ link }) => JSON.parse(link)).filter(({ type }) => type.startsWith('opening_'));
  assert.deepEqual(
    links.map(({ type, subject, sha256, actor }) => [type, subject.id, subject.number, sha256, actor]),
    [
      ['opening_recorded', id, '1', sha256Hex(texts[0] ?? ''), account.live.actor],
      ['opening_reversed', reversal.id, '2', sha256Hex(texts[1] ?? ''), account.live.actor],
    ],
  );
  assert.equal((await books.ask('verify-audit-chain')).json.intact, true);
  const { docs: activity } = (await books.ask('get-activity', { query: {} })).json;
  assert.deepEqual(
    activity.slice(0, 2).map(({ type }: any) => type),
    ['opening_reversed', 'opening_recorded'],
  );
  const { docs: events } = (await books.ask('list-events', { query: {} })).json;
  assert.deepEqual(
    events.map(({ event, openingBalances }: any) => [event.type, openingBalances.id, openingBalances.reversesId]),
    [
      ['opening_balances.recorded', id, undefined],
      ['opening_balances.reversed', reversal.id, id],
    ],
  );
  for (const event of events) assert.ok(shapeOf(event.event.type).schema.safeParse(event).success);
});

test('members list opening balances and take none back; another account and test mode see none of them', async () => {
  const { books, account } = await business();
  const { id } = await record(books);
  const member = booksOf(service, { ...account.live, scopes: scopesOfRole('member', { test: false }) });
  assert.equal((await listed(member)).totalDocs, 1);
  for (const name of ['record-opening-balances', 'reverse-opening-balances'])
    assert.equal((await member.ask(name, { path: { id }, body: OPENING })).refused, 'scope_missing', name);
  const stranger = (await business()).books;
  for (const other of [stranger, booksOf(service, account.test)]) {
    assert.deepEqual((await listed(other)).docs, []);
    assert.equal(await other.refusal('reverse-opening-balances', id), 'opening_entry_not_found');
  }
  assert.equal(
    (await service.call('list-opening-balances', { caller: { ...account.live, scopes: ['catalog:read'] } })).refused,
    'scope_missing',
  );
});

test('PostgreSQL refuses a reversal with other lines, a second one, one of a reversal, and one before its entry', async () => {
  const { books, account } = await business();
  const first = await record(books);
  const second = await record(books, { on: '2026-02-01' });
  const reversal = await books.done('reverse-opening-balances', first.id);
  const written = (reversesId: string, number: number, lines: [string, number][], on = '2026-03-01') =>
    inTransaction(service.services.pool, { accountId: account.live.accountId, test: false }, async (tx) => {
      const id = crypto.randomUUID();
      tx.write(
        sql`insert into billing.opening_entry (account_id, id, test, number, on_day, label, created_at, actor, reverses_id)
          values ($1, $2, false, $3, $4, 'Annulation', 1, 'x', $5)`,
        [tx.accountId, id, number, on, reversesId],
      );
      for (const [place, [account_number, amount]] of lines.entries())
        tx.write(
          sql`insert into billing.opening_line (account_id, entry_id, test, place, account_number, label, amount_cents)
            values ($1, $2, false, $3, $4, 'Compte', $5)`,
          [tx.accountId, id, place + 1, account_number, amount],
        );
      return { commit: true, answer: undefined };
    });
  const reverse: [string, number][] = [
    ['512', -420_000],
    ['164', 300_000],
    ['101', 120_000],
  ];
  await assert.rejects(written(second.id, 4, reverse.slice(0, 2)), /does not balance/);
  for (const lines of [
    [...reverse, ['512', 1], ['101', -1]],
    [
      ['512', -420_000],
      ['101', 420_000],
    ],
    reverse.map(([number, amount]) => [number, -amount]),
  ] as [string, number][][])
    await assert.rejects(written(second.id, 4, lines), /differs from the one it takes back/);
  await assert.rejects(written(first.id, 4, reverse), /opening_entry_reversed_once/);
  await assert.rejects(written(reversal.id, 4, reverse), /cannot take that one back/);
  await assert.rejects(written(second.id, 4, reverse, '2026-01-31'), /cannot take that one back/);
  // Control: the same statements with the right lines and day.
  await written(second.id, 4, reverse);
  assert.equal((await listed(books)).docs[1].reversed, false);
  assert.equal((await listed(books)).docs[2].reversed, true);
});
