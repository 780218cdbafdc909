import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { accountingReference, type Sold } from '../../../test/support/documents/accounting-reference.ts';
import { type Books, booksOf } from '../../../test/support/documents/example-books.ts';
import { fecFaults, fecRows } from '../../../test/support/documents/fec-checks.ts';
import { payMoreThanDue } from '../../../test/support/documents/overpaid-invoice.ts';
import { parisDay } from '../../../test/support/documents/paris-day.ts';
import { type Chance, seeded, seedOf } from '../../../test/support/runner/seeded-random.ts';
import { COMPANY } from '../../../test/support/service/company.ts';
import { MONDAY, type TestService, testService } from '../../../test/support/service/in-process-service.ts';

// Random years of a business through the API, and their accounting entries against those that an
// accountant writes by hand, apart from the rules.

const DAY = 86_400;
/** Acts of a year. */
const ACTS = 14;
const YEAR = { from: '2026-01-01', to: '2026-12-31' };
const METHODS = ['transfer', 'cash', 'credit_card', 'cheque'] as const;
const NATURES = ['goods_for_resale', 'raw_materials', 'supplies', 'services', 'travel', 'equipment', 'other'];
let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const today = (): string => parisDay(service.clock.now);

type Year = {
  books: Books;
  customer: string;
  german: string;
  random: Chance;
  hasVat: boolean;
  book: ReturnType<typeof accountingReference>;
  /** The debts of documents by ID: the invoice that a credit note corrects, and the estimate. */
  debts: Map<string, { owed: string; estimate?: string }>;
};

/** The lines of a draft, and their amounts by VAT code, in the order of the codes. */
function drawn({ random, hasVat }: Year): { lines: any[]; sold: Sold[] } {
  const price = random.int(101, 90_001);
  const vatCode = hasVat ? 'FR_2000' : 'FR_00HT';
  const lines: any[] = [{ designation: 'Conseil', quantity: 1, unitPrice: price, vatCode }];
  const [hasGoods, hasParts, hasStamp] = [random.chance(50), random.chance(30), random.chance(30)];
  const [honey, parts, stamp] = [random.int(101, 30_001), random.int(101, 20_000), random.int(100, 9_000)];
  const goods = { quantity: 1, type: 'sale_of_goods' };
  if (hasGoods) lines.push({ ...goods, designation: 'Miel', unitPrice: honey, vatCode: hasVat ? 'FR_550' : vatCode });
  // Goods under the same code as the service.
  if (hasParts) lines.push({ ...goods, designation: 'Pièces', unitPrice: parts, vatCode });
  if (hasStamp)
    lines.push({ designation: 'Timbre', quantity: 1, unitPrice: stamp, vatCode: 'FR_00HT', type: 'disbursement' });
  const big = (is: boolean, amount: number): bigint => (is ? BigInt(amount) : 0n);
  const [honeyNet, partsNet] = [big(hasGoods, honey), big(hasParts, parts)];
  const sold: Sold[] = hasVat
    ? [
        ...(hasGoods ? [{ code: 'FR_550', rate: 550, net: honeyNet, goods: honeyNet }] : []),
        { code: 'FR_2000', rate: 2_000, net: BigInt(price) + partsNet, goods: partsNet },
      ]
    : [{ code: 'FR_00HT', rate: 0, net: BigInt(price) + honeyNet + partsNet, goods: honeyNet + partsNet }];
  if (hasStamp) sold.push({ code: 'disbursement', rate: 0, net: BigInt(stamp), goods: 0n });
  return { lines, sold };
}

async function invoiced(year: Year) {
  const { books, customer, random, book } = year;
  const { lines, sold } = drawn(year);
  const draft = await books.invoice(customer, { lines });
  const isForeign = random.chance(20);
  if (isForeign) await books.done('update-invoice-currency', draft.id, { currency: 'CHF', currencyRate: 0.95 });
  const { id, total } = await books.finalized(draft);
  book.billed(today(), id, sold, { euroRate: isForeign ? [100n, 95n] : undefined });
  year.debts.set(id, { owed: id });
  return { id, lines, sold, isForeign, whole: total.remainingReconciliateAmount as number };
}

async function paid(
  { books, book, random }: Year,
  id: string,
  amount: number,
  kind: 'invoice' | 'advance' = 'invoice',
) {
  const method = random.pick(METHODS);
  await books.done(kind === 'invoice' ? 'mark-paid' : 'mark-advance-paid', id, {
    payments: [{ amount, receivedAt: service.clock.now, method }],
  });
  return { method, parts: book.paid(today(), id, amount, method) };
}

/** An invoice paid in up to three parts, then reversed or credited and refunded; or overpaid. */
async function sale(year: Year): Promise<void> {
  const { books, random, book } = year;
  const { id, lines, sold, isForeign, whole } = await invoiced(year);
  const act = random.int(0, 5);
  if (act === 0) return beyond(year, { id, whole, isForeign });
  const first = random.int(1, whole - 2);
  const payments = [await paid(year, id, first)];
  if (act === 1) return;
  service.clock.now += random.int(0, 6) * DAY;
  const second = random.int(1, whole - first - 1);
  payments.push(await paid(year, id, second));
  payments.push(await paid(year, id, whole - first - second));
  service.clock.now += random.int(0, 6) * DAY;
  if (act === 2) {
    await books.done('mark-unpaid', id);
    for (const { parts, method } of payments) book.reversed(today(), id, parts, method);
    return;
  }
  if (act === 3) return;
  // What happens in one second has no order.
  service.clock.now += 1;
  const note = await books.done('create-asset', id);
  const [line] = lines;
  const credit = random.int(1, line.unitPrice);
  await books.done('update-billing-lines', note.id, { lines: [{ ...line, unitPrice: credit }] });
  const { total } = await books.finalized(note);
  year.debts.set(note.id, { owed: id });
  const { code, rate } = sold.find((each) => each.code === line.vatCode) as Sold;
  // A credit note states the VAT of the invoice in proportion.
  const vat = BigInt(total.amountWithTaxAfterDiscount - credit);
  const amounts = book.credited(today(), id, { code, rate, net: BigInt(credit), goods: 0n, vat });
  if (random.chance(70)) {
    await books.done('refund-asset', note.id, { refundAt: service.clock.now });
    book.refunded(today(), id, amounts);
  }
}

/** Overpays an invoice. A part of the excess pays another invoice, a part is returned. */
async function beyond(year: Year, { id, whole, isForeign }: { id: string; whole: number; isForeign: boolean }) {
  const { books, random, book, customer } = year;
  if (isForeign) return;
  const excess = random.int(2, 5_000);
  const at = service.clock.now;
  const path = await payMoreThanDue(books, { id, customer }, { amount: whole + excess, at });
  book.paid(today(), id, whole, 'cheque');
  book.kept(today(), excess, 'cheque');
  service.clock.now += random.int(0, 6) * DAY;
  const used = random.int(1, excess - 1);
  const other = await invoiced(year);
  if (!other.isForeign && other.whole > used) {
    await books.ask('apply-online-payment', { path, body: { billingId: other.id, amount: used } });
    book.applied(today(), used);
    book.paid(today(), other.id, used, 'kept');
  }
  if (random.chance(60)) {
    await books.ask('mark-online-payment-returned', { path, body: { by: 'otherwise', amount: 1 } });
    book.kept(today(), -1, 'cheque');
  }
}

/** An advance of 30 % on a signed estimate, paid or not, and the final invoice that deducts it. */
async function advance(year: Year): Promise<void> {
  const { books, customer, random, book, hasVat } = year;
  const [price, parts] = [random.int(1_000, 90_000), random.chance(50) ? random.int(1_000, 50_000) : 0];
  const [code, rate] = hasVat ? (['FR_2000', 2_000] as const) : (['FR_00HT', 0] as const);
  const work = { designation: 'Chantier', quantity: 1, unitPrice: price, vatCode: code };
  const goods = { designation: 'Pièces', quantity: 1, unitPrice: parts, vatCode: code, type: 'sale_of_goods' };
  const { id } = await books.signedEstimate(customer, { lines: parts === 0 ? [work] : [work, goods] });
  const sold: Sold[] = [{ code, rate, net: BigInt(price + parts), goods: BigInt(parts) }];
  const made = await books.finalizedAdvance(id);
  // The lines of the estimate give the share of goods in the advance.
  const net = BigInt(made.total.amountWithoutTaxAfterDiscount);
  const vat = BigInt(made.total.remainingReconciliateAmount) - net;
  const share: Sold[] = [{ code, rate, net, vat, goods: BigInt(parts), goodsOf: BigInt(price + parts) }];
  book.billed(today(), made.id, share, { isAdvance: true });
  year.debts.set(made.id, { owed: made.id, estimate: id });
  if (random.chance(70)) await paid(year, made.id, made.total.remainingReconciliateAmount, 'advance');
  service.clock.now += random.int(0, 6) * DAY;
  if (random.chance(40)) return;
  const final = await books.finalized(books.done('create-final-invoice', id));
  year.debts.set(final.id, { owed: final.id, estimate: id });
  book.billed(today(), final.id, sold, { deducted: book.amountsUnder(made.id, sold) });
  const due = final.total.remainingReconciliateAmount;
  if (random.chance(60)) await paid(year, final.id, random.chance(50) ? due : random.int(1, due));
}

/** A service to a business of the Union: it pays the VAT itself (CGI art. 283-2). */
async function abroad(year: Year): Promise<void> {
  const { books, german, random, book, debts } = year;
  const price = random.int(101, 90_001);
  const lines = [{ designation: 'Beratung', quantity: 1, unitPrice: price, vatCode: 'FR_00UE' }];
  const { id } = await books.invoice(german, { lines });
  await books.done('update-invoice-general-informations', id, { vatMention: 'vat_exemption_eu_service' });
  await books.finalized(Promise.resolve({ id }));
  debts.set(id, { owed: id });
  book.billed(today(), id, [{ code: 'FR_00UE', rate: 0, net: BigInt(price), goods: 0n }]);
  await paid(year, id, random.int(1, price));
}

async function takings({ books, random, hasVat, book }: Year): Promise<void> {
  const method = random.pick(METHODS);
  const sold = { sold: random.pick(['goods', 'services']), rate: hasVat ? random.pick([2000, 550]) : 0, method };
  const [on, amount] = [today(), random.int(1, 90_000)];
  const reference = { isGoods: sold.sold === 'goods', rate: sold.rate, method };
  const { id } = await books.done('create-counter-sale', undefined, { ...sold, on, amount });
  book.takings(on, { ...reference, amount });
  if (random.chance(60)) return;
  const corrected = random.int(1, 90_000);
  await books.done('correct-counter-sale', id, { ...sold, on, amount: corrected });
  book.takings(on, { ...reference, amount }, -1);
  book.takings(on, { ...reference, amount: corrected });
}

const owedAccounts = {
  ...{ union_goods: '4452', foreign_services: '4452' },
  ...{ foreign_supplies: '44578', domestic_reverse_charge: '44578' },
} as const;

/** A purchase whose VAT is owed for the supplier; under the franchise nothing is deducted. */
async function owedPurchase({ books, random, hasVat, book }: Year): Promise<void> {
  const treatment = random.pick(Object.keys(owedAccounts) as (keyof typeof owedAccounts)[]);
  const sign = random.chance(15) ? -1 : 1;
  const [net, rate] = [random.int(10, 90_000), random.pick([2000, 550])];
  // Rounded half up.
  const tax = Math.floor((2 * net * rate + 10_000) / 20_000);
  const back = hasVat ? random.pick([tax, 0, Math.floor(tax / 3)]) : 0;
  const paper = {
    ...{ on: today(), kind: random.pick(NATURES), cents: sign * net, tax: 0, method: random.pick(METHODS) },
    owed: { account: owedAccounts[treatment], tax: sign * tax, back: back === 0 ? 0 : sign * back },
  };
  const row = { treatment, rate, net: sign * net, ...(back !== tax && hasVat && { deductible: paper.owed.back }) };
  const body = {
    ...{ paidOn: paper.on, supplierName: `Lieferant ${random.int(1, 5)}`, nature: paper.kind, amount: sign * net },
    ...{ vat: [row], method: paper.method },
  };
  const { id } = await books.done('record-purchase', undefined, body);
  book.bought(paper);
  if (random.chance(75)) return;
  await books.done('correct-purchase', id, {});
  book.bought(paper, -1);
}

async function purchase(year: Year): Promise<void> {
  if (year.random.chance(40)) return owedPurchase(year);
  const { books, random, hasVat, book } = year;
  const sign = random.chance(15) ? -1 : 1;
  const cents = sign * random.int(1, 200_000);
  const tax = hasVat && random.chance(70) ? sign * random.int(0, Math.floor(Math.abs(cents) / 6)) : 0;
  const paper = {
    on: today(),
    kind: random.pick(NATURES),
    cents,
    tax: tax === 0 ? 0 : tax,
    method: random.pick(METHODS),
  };
  const body = {
    ...{ paidOn: paper.on, supplierName: `Fournisseur ${random.int(1, 5)}`, nature: paper.kind, amount: cents },
    ...{ deductibleVat: paper.tax, method: paper.method },
  };
  const { id } = await books.done('record-purchase', undefined, body);
  book.bought(paper);
  if (random.chance(75)) return;
  await books.done('correct-purchase', id, {});
  book.bought(paper, -1);
}

const asText = ({ journal, on, lines }: any): string => {
  const all = lines.map(({ account, debit, credit }: any) => `${account}:${debit - credit}`).sort();
  return `${journal} ${on} ${all.join(' ')}`;
};

async function entriesRead(books: Books, limit: number): Promise<any[]> {
  const docs: any[] = [];
  for (let cursor: string | undefined; ; ) {
    const query = { ...YEAR, limit, ...(cursor && { cursor }) };
    const { json } = await books.ask('list-accounting-entries', { query });
    docs.push(...json.docs);
    cursor = json.nextCursor;
    if (!cursor) return docs;
  }
}

async function opened(random: Chance) {
  service.clock.now = MONDAY - 50 * DAY;
  const hasVat = random.chance(65);
  const onDebits = hasVat && random.chance(40);
  const booksPayments = random.chance(30);
  const { live } = await service.newAccount('Atelier');
  const books = booksOf(service, live);
  const regime = hasVat ? (onDebits ? { vatOnDebits: true } : {}) : { vatRegime: 'franchise' };
  await books.company({ ...COMPANY, ...regime });
  if (booksPayments) await books.done('update-chart-of-accounts', undefined, { basis: 'payments' });
  const german = await books.organization({
    ...{ name: 'Müller GmbH', siret: null, vatNumber: 'DE136695976' },
    billingAddress: { address: 'Hauptstr. 1', city: 'Berlin', zipCode: '10115', country: 'DE' },
  });
  const book = accountingReference({ onDebits, booksPayments });
  return {
    year: { books, customer: await books.contact(), german, random, hasVat, book, debts: new Map() },
    booksPayments,
  };
}

test('in random years the entries are those of an accountant to the cent, and the file passes the checks of the tax office', async () => {
  const seed = seedOf('ACCOUNTS_SEED');
  console.log(`ACCOUNTS_SEED=${seed}`);
  const random = seeded(seed);
  const years = Number(process.env.ACCOUNTS_YEARS ?? 10);
  let count = 0;
  const letters = { settled: 0, open: 0 };
  for (let n = 0; n < years; n++) {
    const { year, booksPayments } = await opened(random);
    for (let act = 0; act < ACTS; act++) {
      const which = random.int(0, 12);
      if (which < 5) await sale(year);
      else if (which < 7) await takings(year);
      else if (which < 9) await advance(year);
      else if (which < 12) await purchase(year);
      else if (year.hasVat) await abroad(year);
      service.clock.now += random.int(0, 16) * DAY;
    }
    const about = `ACCOUNTS_SEED=${seed}, year ${n}`;
    const { books, book } = year;
    const entries = await entriesRead(books, random.int(1, 40));
    count += entries.length;
    assert.deepEqual(entries.map(asText).toSorted(), book.written.toSorted(), about);
    // Control: one cent more in one line is found.
    const [first] = entries;
    const off = {
      ...first,
      lines: first.lines.map((line: any, at: number) => ({ ...line, debit: line.debit + (at ? 0 : 1) })),
    };
    assert.notDeepEqual([off, ...entries.slice(1)].map(asText).toSorted(), book.written.toSorted(), about);
    lettersAgree(year, { entries, letters }, about);
    await sumsAgree(year, about);
    await fileAgrees(books, { entries, basis: booksPayments ? 'payments' : 'invoices' }, about);
  }
  console.log(JSON.stringify({ years, entries: count, ...letters }));
  assert.ok(letters.settled > 0 && letters.open > 0);
  service.clock.now = MONDAY;
}, 3_600_000);

/** The debt of a line by the acts of the year; undefined if its account has no debts. */
function debtOf({ debts }: Year, { account }: any, { billingId, purchaseId }: any): string | undefined {
  const { owed, estimate } = debts.get(billingId) ?? {};
  const debt = { '411': owed, '4191': estimate, '4197': billingId, '401': purchaseId }[account as string];
  return debt && `${account} ${debt}`;
}

/** Lines of a debt share a letter and its day if they add up to zero; no other line has one. */
function lettersAgree(
  year: Year,
  { entries, letters }: { entries: any[]; letters: { settled: number; open: number } },
  about: string,
): void {
  const lines = entries.flatMap((entry) =>
    entry.lines.map((line: any) => ({ ...line, on: entry.on, debt: debtOf(year, line, entry) })),
  );
  const used = new Set<string>();
  for (const [debt, all] of Map.groupBy(lines, (line: any) => line.debt)) {
    const sum = all.reduce((rest: number, { debit, credit }: any) => rest + debit - credit, 0);
    const isSettled = debt !== undefined && sum === 0;
    if (debt !== undefined) letters[isSettled ? 'settled' : 'open'] += 1;
    const last = all
      .map(({ on }: any) => on as string)
      .toSorted()
      .at(-1);
    const { account, auxiliary, letter } = all[0];
    for (const line of all)
      assert.deepEqual([line.letter, line.letteredOn], isSettled ? [letter, last] : [undefined, undefined], about);
    if (!isSettled) continue;
    assert.ok(letter, about);
    const key = `${account} ${auxiliary} ${letter}`;
    assert.ok(!used.has(key), `${about}: ${key} letters two debts`);
    used.add(key);
  }
}

/** The trial balance is that of the accountant; bank and cash are receipts less purchases. */
async function sumsAgree({ books, book }: Year, about: string): Promise<void> {
  const { accounts, total } = (await books.ask('get-trial-balance', { query: YEAR })).json;
  assert.ok(accounts.length > 0, about);
  const sum = (of: (each: any) => number): number => accounts.reduce((all: number, each: any) => all + of(each), 0);
  assert.deepEqual([sum(({ debit }) => debit), sum(({ credit }) => credit)], [total, total], about);
  for (const { account, balance } of accounts)
    assert.equal(BigInt(balance), book.balance(account), `${about}: ${account}`);
  const balanceOf = (account: string): number => accounts.find((each: any) => each.account === account)?.balance ?? 0;
  const receipts = (await books.ask('get-receipts-book-totals', { query: YEAR })).json.total;
  const purchases = (await books.ask('get-purchases-totals', { query: YEAR })).json.total;
  const money = balanceOf('512') + balanceOf('530');
  assert.equal(money, receipts.amount + receipts.disbursements - purchases.amount, `${about}: bank and cash`);
  assert.equal(balanceOf('580'), 0, about);
}

async function fileAgrees(books: Books, { entries, basis }: { entries: any[]; basis: string }, about: string) {
  const { file } = await books.ask('download-accounting-entries', { query: YEAR });
  assert.ok(file);
  assert.deepEqual(fecFaults(file.bytes, { basis }), [], about);
  const lines = entries.flatMap((entry) =>
    entry.lines.map((line: any) => `${entry.number} ${line.account} ${line.debit}`),
  );
  const ofFile = fecRows(file.bytes.toString()).map(
    ({ EcritureNum, CompteNum, Debit = '' }) => `${EcritureNum} ${CompteNum} ${Number(Debit.replace(',', ''))}`,
  );
  assert.deepEqual(ofFile, lines, about);
}
