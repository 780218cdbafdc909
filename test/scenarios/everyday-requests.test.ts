import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { inTransaction } from '../../src/db/transaction.ts';
import { copyCustomers } from '../support/database/copy-customers.ts';
import { copyDrafts } from '../support/database/copy-drafts.ts';
import { type Books, booksOf, TRAINING } from '../support/documents/example-books.ts';
import { MONDAY, type TestService, testService } from '../support/service/in-process-service.ts';

// Everyday tasks next to creating documents: the next number, a copy, the activity, and searches.

const DAY = 86_400;
let service: TestService;
let books: Books;
let lea: string;
beforeAll(async () => {
  service = await testService();
  books = booksOf(service);
  await books.company();
  lea = await books.contact();
});
afterAll(() => service.close());

const read = async (name: string, id?: string, query: Record<string, unknown> = {}, whose: Books = books) => {
  const heard = await whose.ask(name, { ...(id !== undefined && { path: { id } }), query });
  assert.equal(heard.refused, undefined, `${name}: ${JSON.stringify(heard)}`);
  return heard.json;
};

test('the announced next number is the one assigned, and no document may predate the last of its series', async () => {
  const first = await read('get-next-number', undefined, { type: 'invoice' });
  assert.deepEqual(
    [first.number, first.counter, 'earliestDate' in first, first.latestDate],
    ['F-2026-0001', 1, false, '2026-03-02'],
  );
  const { number } = await books.finalized(books.invoice(lea));
  assert.equal(number, first.number);
  const next = await read('get-next-number', undefined, { type: 'advance' });
  assert.deepEqual([next.number, next.earliestDate], ['F-2026-0002', '2026-03-02'], 'advances share the series');
  assert.equal((await read('get-next-number', undefined, { type: 'asset' })).number, 'AV-2026-0001');
  assert.equal(
    (await read('get-next-number', undefined, { type: 'invoice', date: '2027-01-01' })).number,
    'F-2027-0001',
  );
  const tests = booksOf(service, service.test);
  assert.equal((await read('get-next-number', undefined, { type: 'invoice' }, tests)).number, 'TEST-F-2026-0001');
  await books.done('update-company', undefined, {
    numbering: { D: { format: 'DEV{year}-{counter:3}', startsAt: 42 } },
  });
  assert.equal((await read('get-next-number', undefined, { type: 'estimate' })).number, 'DEV2026-042');
  assert.equal(
    (await books.ask('get-next-number', { query: { type: 'invoice', date: '2026-02-30' } })).refused,
    'input_invalid',
  );
});

test('a copied invoice has the same content and today’s date, without the original’s history', async () => {
  const draft = await books.invoice(lea, {
    title: 'Formation de mars',
    lines: [TRAINING, { ...TRAINING, quantity: 2 }],
  });
  await books.done('update-invoice-timeline', draft.id, { emittedAt: MONDAY, paymentDelay: 'forty_five_days' });
  const { id } = await books.finalized(draft);
  await books.pay('invoice', id, 360_000);
  service.clock.now = MONDAY + 40 * DAY;
  const copy = await books.done('duplicate-billing', id);
  assert.notEqual(copy.id, id);
  assert.deepEqual(
    [copy.state, copy.title, copy.total.amountWithTaxAfterDiscount, copy.total.remainingReconciliateAmount],
    ['draft', 'Formation de mars', 360_000, 360_000],
  );
  const finalized = await books.finalized(copy);
  assert.equal(finalized.emittedAt, MONDAY + 40 * DAY);
  assert.equal(finalized.dueAt > MONDAY + 84 * DAY && finalized.dueAt < MONDAY + 86 * DAY, true);
  const lineIds = (lines: { id: string }[]) => lines.map((line) => line.id);
  assert.equal(
    lineIds(copy.lines).some((line) => lineIds(draft.lines).includes(line)),
    false,
  );
  service.clock.now = MONDAY;
});

test('every kind can be copied: estimate, advance of the same estimate, final invoice as a plain one, remaining credit note', async () => {
  service.clock.now = MONDAY + 41 * DAY;
  const { id: estimate } = await books.signedEstimate(lea);
  const offer = await books.done('duplicate-billing', estimate);
  assert.deepEqual([offer.type, offer.state, offer.advances], ['estimate', 'draft', []]);
  const { id: advance } = await books.finalizedAdvance(estimate, { mode: 'AMOUNT', amount: 20_000 });
  const another = await books.done('duplicate-billing', advance);
  assert.deepEqual([another.type, another.advanceAmount, another.parent.id], ['advance', 20_000, estimate]);
  await books.done('delete-billing', another.id);
  const { id: final } = await books.finalized(books.done('create-final-invoice', estimate));
  const plain = await books.done('duplicate-billing', final);
  assert.deepEqual(
    [plain.isFinalInvoice, plain.total.remainingAmountWithTax, 'parent' in plain],
    [false, 120_000, false],
  );
  const { id: note } = await books.done('create-asset', final);
  await books.done('update-billing-lines', note, { lines: [{ ...TRAINING, unitPrice: 50_000 }] });
  await books.finalized({ id: note });
  const rest = await books.done('duplicate-billing', note);
  assert.deepEqual(
    [rest.type, rest.total.amountWithTaxAfterDiscount],
    ['asset', 40_000],
    '1,200.00 less 200.00 and 600.00',
  );
  assert.equal(await books.refusal('duplicate-billing', advance), 'final_invoice_exists');
  service.clock.now = MONDAY;
});

test('a document’s activity lists events newest first with author, payments and derived documents', async () => {
  service.clock.now = MONDAY + 42 * DAY;
  const { id } = await books.finalized(books.invoice(lea));
  service.clock.now += 60;
  await books.pay('invoice', id, 50_000);
  service.clock.now += 60;
  const note = await books.finalized(books.done('create-asset', id));
  const { docs, nextCursor } = await read('get-billing-activity', id);
  assert.equal(nextCursor, undefined);
  assert.deepEqual(
    docs.map(({ type, amount, billingType }: any) => [type, amount, billingType]),
    [
      ['finalized', 120_000, 'asset'],
      ['paid', 50_000, 'invoice'],
      ['finalized', 120_000, 'invoice'],
      ['created', undefined, undefined],
    ],
  );
  assert.deepEqual(docs[0].actor, { kind: 'other', name: 'Zoé Martin live' });
  assert.deepEqual([docs[0].number, docs[1].customerName], [note.number, 'Léa Moreau']);
  const page = await read('get-billing-activity', id, { limit: 2 });
  const second = await read('get-billing-activity', id, { limit: 2, cursor: page.nextCursor });
  assert.deepEqual([...page.docs, ...second.docs], docs);
  const account = await read('get-activity', undefined, { limit: 3 });
  assert.deepEqual(account.docs.slice(0, 2), docs.slice(0, 2));
  const onward = await read('get-activity', undefined, { limit: 3, cursor: account.nextCursor });
  assert.ok(Number(onward.docs[0].id) < Number(account.docs[2].id));
  service.clock.now = MONDAY;
});

test('audit records of a document are found by index, whatever the chain length', async () => {
  const plan = await inTransaction(service.owner, { accountId: service.accountId, test: false }, async (tx) => {
    await tx.read({ text: 'set local role facturier_across' });
    await tx.read({ text: 'set local enable_seqscan = off' });
    const about = String.raw`substring(l.link from '"subject":\{"id":"([0-9a-f-]{36})"')::text = any (array['x', 'y'])`;
    const text = `explain select seq from billing.chain_link l where l.account_id = billing.here() and ${about}`;
    return { commit: false, answer: await tx.read({ text }) };
  });
  assert.match(JSON.stringify(plan), /chain_link_of_subject/);
  const { body } = await functionText();
  assert.ok(body.includes(String.raw`substring(l.link from '"subject":\{"id":"([0-9a-f-]{36})"')::text = any (ids)`));
});

const functionText = async (): Promise<{ body: string }> =>
  inTransaction(service.owner, { accountId: service.accountId, test: false }, async (tx) => {
    const [row] = await tx.read({ text: `select prosrc as body from pg_proc where proname = 'links_about'` });
    return { commit: false, answer: row as { body: string } };
  });

test('account payments are listed by receipt date with their documents and paged by cursor', async () => {
  const { books: shop, customer } = await freshShop();
  const numbers: string[] = [];
  for (const days of [0, 1, 2]) {
    service.clock.now = MONDAY + days * DAY;
    const { id, number } = await shop.finalized(shop.invoice(customer));
    numbers.push(number);
    await shop.pay('invoice', id, 120_000);
    if (days === 2) await shop.done('mark-unpaid', id);
  }
  const whole = await read('get-payments-of-account', undefined, {}, shop);
  assert.deepEqual(
    whole.docs
      .map(({ amount, number, turnover, customerName }: any) => [amount, number, turnover, customerName])
      .slice(2),
    [
      [120_000, numbers[1], 100_000, 'Léa Moreau'],
      [120_000, numbers[0], 100_000, 'Léa Moreau'],
    ],
  );
  assert.deepEqual(
    whole.docs
      .slice(0, 2)
      .map(({ amount }: any) => amount)
      .sort(),
    [-120_000, 120_000],
  );
  const first = await read('get-payments-of-account', undefined, { limit: 3 }, shop);
  const second = await read('get-payments-of-account', undefined, { limit: 3, cursor: first.nextCursor }, shop);
  assert.deepEqual([...first.docs, ...second.docs], whole.docs);
  const { currencies } = await read('get-payments-totals', undefined, { from: '2026-03-03', method: 'transfer' }, shop);
  assert.deepEqual(currencies, [{ currency: 'EUR', count: 3, amount: 120_000, turnover: 100_000, vatDue: 20_000 }]);
  assert.equal((await read('get-payments-of-account', undefined, { method: 'cash' }, shop)).totalDocs, 0);
  service.clock.now = MONDAY;
});

async function freshShop(): Promise<{ books: Books; customer: string }> {
  const shop = booksOf(service, (await service.newAccount('Boutique')).live);
  await shop.company();
  return { books: shop, customer: await shop.contact() };
}

test('sent mails appear in the activity with recipients and the name of the key used', async () => {
  const key = await books.done('create-api-key', undefined, { name: 'Boutique' });
  const byKey = booksOf(service, { ...service.live, actor: key.id });
  service.clock.now = MONDAY + 100 * DAY;
  const { id: live } = await byKey.finalized(byKey.estimate(lea));
  service.clock.now = MONDAY;
  const [finalized] = (await read('get-billing-activity', live)).docs;
  assert.deepEqual(finalized.actor, { kind: 'key', id: key.id, name: 'Boutique' });
  const tests = booksOf(service, service.test);
  const contact = await tests.contact();
  const { id } = await tests.finalized(tests.invoice(contact));
  await tests.done('send-billing-by-email', id, {
    emails: ['lea@example.org'],
    type: 'invoice_simple',
    subject: 'Facture',
    content: 'Bonjour',
  });
  const { docs } = await read('get-billing-activity', id, {}, tests);
  const [sent] = docs;
  assert.equal(sent.type, 'sent');
  assert.deepEqual(
    sent.mails.map(({ recipients, state }: any) => [recipients, state]),
    [[['lea@example.org'], 'kept']],
  );
});

test('a search finds documents, customers, products and projects by parts of words, without accents and case', async () => {
  await books.organization({ name: 'Hôtel des Carmes' });
  await books.done('create-product', undefined, {
    designation: 'Nuit d’hôtel',
    type: 'SERVICE_DELIVERY',
    unit: 'DAY',
    priceWithoutTaxes: 9_000,
    vatCode: 'FR_1000',
  });
  const [category] = await read('get-project-categories');
  await books.done('create-project', undefined, {
    name: 'Hôtel : nouveau site',
    amount: 100,
    customerId: lea,
    categoryId: category.id,
  });
  await books.invoice(lea, { title: 'Séjour à l’HÔTEL', lines: [TRAINING] });
  const found = await read('search-everything', undefined, { search: 'hotel' });
  assert.deepEqual(
    [found.documents.map(({ title }: any) => title), found.customers.map(({ name }: any) => name)],
    [['Séjour à l’HÔTEL'], ['Hôtel des Carmes']],
  );
  assert.deepEqual([found.products.length, found.projects.length], [1, 1]);
  const [byNumber] = (await read('search-everything', undefined, { search: 'f-2026-0001' })).documents;
  assert.deepEqual(
    [byNumber.number, byNumber.situation, byNumber.customerName],
    ['F-2026-0001', 'final', 'Léa Moreau'],
  );
  const none = { documents: [], customers: [], products: [], projects: [] };
  assert.deepEqual(await read('search-everything', undefined, { search: 'verdigris' }), none);
  const narrow = booksOf(service, { ...service.live, scopes: ['billing:read'] });
  const narrowed = await read('search-everything', undefined, { search: 'hotel' }, narrow);
  assert.deepEqual(
    [narrowed.documents.length, narrowed.customers, narrowed.products, narrowed.projects],
    [1, [], [], []],
  );
  const other = booksOf(service, (await service.newAccount('Autre')).live);
  assert.deepEqual(await read('search-everything', undefined, { search: 'hotel' }, other), none);
});

test('among hundreds of matches, search returns the first of each list, a rare one and a draft by current customer name', async () => {
  const many = await service.newAccount('Menuiserie Durand');
  const own = booksOf(service, many.live);
  const { accountId } = many;
  const customerId = await own.organization({ name: 'Verdière' });
  const { id: oldest } = await own.invoice(customerId, { title: 'Escalier tournant', lines: [TRAINING] });
  const { id: documentId } = await own.invoice(customerId, { title: 'Volets', lines: [TRAINING] });
  await copyDrafts(service.owner, { accountId, documentId, copies: 400 });
  await copyCustomers(service.owner, { accountId, customerId, copies: 600 });
  const found = (search: string) => read('search-everything', undefined, { search, limit: 5 }, own);
  const ids = (all: readonly { id: string }[]) => all.map(({ id }) => id);
  const all = await found('verdiere');
  const { docs } = await read('get-billings', undefined, { search: 'verdiere', limit: 5 }, own);
  assert.deepEqual(ids(all.documents), ids(docs));
  const names = (each: { customers: readonly { id: string }[] }) => sortNames(ids(each.customers));
  const sortNames = async (wanted: readonly string[]) => {
    const sorted = 'select id, sort_name from billing.customer where account_id = $1';
    const { rows } = await service.owner.query(sorted, [accountId]);
    return wanted.map((each) => rows.find(({ id }) => id === each)?.sort_name);
  };
  assert.deepEqual(await names(all), ['verdiere', 'verdiere 1', 'verdiere 10', 'verdiere 100', 'verdiere 101']);
  // Of those with 99, only two are among the first 300 by name.
  const ninetyNine = ['verdiere 199', 'verdiere 299', 'verdiere 399', 'verdiere 499', 'verdiere 599'];
  assert.deepEqual(await names(await found('verdiere 99')), ninetyNine);
  assert.deepEqual(ids((await found('tournant verdiere')).documents), [oldest], 'it is the oldest of 402');
  await own.done('update-organization', customerId, { name: 'Ébénisterie Faure' });
  assert.deepEqual(ids((await found('ébénisterie')).documents), ids(docs));
});

test('a customer’s balance shows due, overdue, billed this year and in total, and 21 days to pay', async () => {
  const paul = await books.contact({ firstname: 'Paul', lastname: 'Faure' });
  const issued = async (daysAgo: number) => {
    const draft = await books.invoice(paul);
    await books.done('update-invoice-timeline', draft.id, {
      emittedAt: service.clock.now - daysAgo * DAY,
      paymentDelay: 'thirty_days',
    });
    return books.finalized(draft);
  };
  service.clock.now = MONDAY + 50 * DAY;
  const paid = await issued(0);
  service.clock.now += 21 * DAY;
  await books.pay('invoice', paid.id, 120_000);
  await issued(0);
  service.clock.now += 31 * DAY;
  await issued(0);
  const balance = await read('get-customer-balance', paul);
  assert.deepEqual([balance.owed.amount, balance.owed.count, balance.late.amount], [240_000, 2, 120_000]);
  assert.deepEqual([balance.billedThisYear.amount, balance.billed.amount], [300_000, 300_000]);
  assert.deepEqual([balance.paidCount, balance.averageDaysToPay], [1, 21]);
  for (const { amount, lists } of [balance.owed, balance.late, balance.billedThisYear, balance.billed]) {
    const [{ query, member }] = lists;
    const { currencies } = await read('get-billings-totals', undefined, { ...query, booked: 'true' });
    assert.equal(currencies[0][member], amount, member);
  }
  const other = booksOf(service, (await service.newAccount('Autre')).live);
  assert.equal(await other.refusal('get-customer-balance', paul), 'customer_not_found');
  service.clock.now = MONDAY;
});

test('a statement explains 820.00 due: 240.00 before, 1,200.00 billed, 500.00 paid, 120.00 credited, 0.00 refunded', async () => {
  const zoe = await books.contact({ firstname: 'Zoé', lastname: 'Faure' });
  const issued = async (on: string, unitPrice: number) => {
    const draft = await books.invoice(zoe, { lines: [{ ...TRAINING, unitPrice }] });
    const emittedAt = Date.parse(`${on}T10:00:00+02:00`) / 1000;
    await books.done('update-invoice-timeline', draft.id, { emittedAt, paymentDelay: 'thirty_days' });
    return books.finalized(draft);
  };
  service.clock.now = MONDAY + 161 * DAY;
  await issued('2026-08-10', 20_000);
  service.clock.now += 30 * DAY;
  const { id } = await issued('2026-09-09', 100_000);
  await books.pay('invoice', id, 50_000);
  const { json: note } = await service.call('create-asset', { path: { id } });
  const [line] = note.lines;
  await books.done('update-billing-lines', note.id, { lines: [{ ...line, unitPrice: 10_000, quantity: 1 }] });
  await books.finalized(note);
  const period = { from: '2026-09-01', to: '2026-09-30' };
  const told = await read('get-customer-statement', zoe, period);
  assert.deepEqual(
    [told.opening, told.billed, told.paid, told.credited, told.refunded, told.closing],
    [24_000, 120_000, 50_000, 12_000, 0, 82_000],
  );
  assert.deepEqual(
    told.entries.map(({ type, balance }: any) => [type, balance]),
    [
      ['invoice', 144_000],
      ['asset', 132_000],
      ['payment', 82_000],
    ],
  );
  // The closing balance equals the remaining amounts in the lists. The credit note caused no
  // overpayment, so its refund changes nothing.
  const { currencies } = await read('get-billings-totals', undefined, { customerId: zoe, unpaid: 'true' });
  assert.equal(currencies[0].remainingToPay, told.closing);
  await books.done('refund-asset', note.id, { refundAt: service.clock.now });
  assert.equal((await read('get-customer-statement', zoe, period)).closing, 82_000);
  assert.equal((await read('get-customer-statement', zoe, { ...period, currency: 'CHF' })).closing, 0);

  const printed = (query: object) =>
    service.call('download-customer-statement', { path: { id: zoe }, query: { ...period, ...query } });
  for (const locale of ['fr', 'en', 'de', 'it', 'nl', 'pt', 'es']) {
    const { file } = await printed({ locale });
    assert.match(file?.bytes.subarray(0, 5).toString() ?? '', /^%PDF-/, locale);
  }
  const inverted = { from: '2026-09-30', to: '2026-09-01' };
  assert.equal((await printed(inverted)).refused, 'period_inverted');
  assert.equal(
    (await books.ask('get-customer-statement', { path: { id: zoe }, query: inverted })).refused,
    'period_inverted',
  );
  const other = await service.newAccount('Ailleurs');
  const foreign = { caller: other.live, path: { id: zoe }, query: period };
  assert.equal((await service.call('get-customer-statement', foreign)).refused, 'customer_not_found');
  assert.equal((await service.call('download-customer-statement', foreign)).refused, 'customer_not_found');
  service.clock.now = MONDAY;
});
