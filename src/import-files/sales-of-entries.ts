import type { ForeignDocument, ForeignPayment, ForeignSum } from '../domain/billing/past/foreign-document.ts';
import { cents } from '../domain/money/cents.ts';
import { slices } from '../limits/time-slices.ts';
import type { EntryLine, PaymentEntry, Sale } from './booked-sale.ts';
import { customerOf } from './customer-of-file.ts';
import { paidBy } from './payments-of-entries.ts';
import { ratesOfSale } from './rates-of-sale.ts';
import { AMOUNT_CENTS_MAX } from './read-amount.ts';

// Accounts of the French chart of accounts (PCG): 411 customers, 4191 advances received, 4457 VAT
// collected, 7 income, 51 and 53 bank and cash.

const isCustomer = ({ account }: EntryLine): boolean => account.startsWith('411');
const isIncome = ({ account }: EntryLine): boolean => /^7[0-8]|^4191/.test(account);
const isVat = ({ account }: EntryLine): boolean => /^445[78]/.test(account);
const isMoney = ({ account }: EntryLine): boolean => /^5[1-38]/.test(account);

/**
 * The sales of accounting entries: entries with a customer (411) and income (7) or VAT collected.
 * Entries with a customer and money (51, 53) are payments, matched by letter, document number or
 * label. Other entries are ignored.
 */
export async function salesOfEntries(lines: readonly EntryLine[]): Promise<readonly ForeignDocument[]> {
  const sales: Sale[] = [];
  const payments: PaymentEntry[] = [];
  const turn = slices();
  for (const entry of entriesOf(lines)) {
    const customers = entry.filter(isCustomer);
    if (customers.length > 0 && entry.some(isIncome)) sales.push(...saleOf(entry, customers));
    else if (entry.some(isMoney)) payments.push(...customers.filter(({ debit }) => debit !== 0).map(paymentOf));
    await turn();
  }
  const matched = await paidBy(sales, payments);
  return sales.map((sale) => withPayments(sale, matched.get(sale) ?? []));
}

/** Lines by entry; an entry with several balanced documents is split. */
function entriesOf(lines: readonly EntryLine[]): readonly (readonly EntryLine[])[] {
  const entries = groupedBy(lines, ({ journal, entry, piece, on }) => `${journal}|${entry || `${piece}|${on}`}`);
  return entries.flatMap((entry) => {
    const pieces = groupedBy(entry, ({ piece }) => piece ?? '');
    return pieces.length > 1 && pieces.every((piece) => balance(piece) === 0) ? pieces : [entry];
  });
}

function groupedBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return [...groups.values()];
}

const balance = (lines: readonly EntryLine[]): number => lines.reduce((all, { debit }) => all + debit, 0);

function saleOf(entry: readonly EntryLine[], customers: readonly EntryLine[]): Sale[] {
  const first = customers[0] as EntryLine;
  const total = balance(customers);
  const number = first.piece ?? entry.find(({ piece }) => piece !== undefined)?.piece;
  if (total === 0 || number === undefined || Math.abs(total) > AMOUNT_CENTS_MAX) return [];
  const sign = total < 0 ? -1 : 1;
  const amountsOf = (which: (line: EntryLine) => boolean) =>
    entry.filter(which).map(({ account, debit }) => ({ account, amount: 0 - debit * sign }));
  const { sums, isExact } = ratesOfSale(amountsOf(isIncome), amountsOf(isVat));
  const { customer, isNamed } = customerOf(
    { key: first.auxiliary, name: first.auxiliaryName ?? nameOfAccount(first) },
    first.auxiliary ?? number,
  );
  const stated = sums.reduce((all, { net, vat }) => all + net + vat, 0);
  const document = {
    kind: sign < 0 ? ('credit_note' as const) : ('invoice' as const),
    number,
    issuedOn: first.pieceOn ?? first.on,
    ...(first.label !== undefined && { title: first.label }),
    ...{ customer, currency: 'EUR' as const, sums: sums.map(wholeCents), row: first.row },
    doubts: [
      ...(isExact ? [] : (['rate_computed'] as const)),
      ...(stated === total * sign ? [] : (['total_differs'] as const)),
      ...(isNamed ? [] : (['customer_without_name'] as const)),
    ],
  };
  const letters = new Set(customers.flatMap(({ letter }) => letter ?? []));
  return [{ document, total, account: accountOf(first), letters }];
}

const wholeCents = ({ net, vat, ...rest }: { rate: number; net: number; vat: number }): ForeignSum => ({
  ...{ ...rest, net: cents(net), vat: cents(vat) },
});

/** An account of one customer, such as 411DUPONT, has the name of that customer. */
const nameOfAccount = ({ account, accountName }: EntryLine): string | undefined =>
  /^411\d{0,5}0*$/.test(account) ? undefined : accountName;

/** What distinguishes one customer from another. */
const accountOf = ({ account, auxiliary }: EntryLine): string => `${account}|${auxiliary ?? ''}`;

const paymentOf = (line: EntryLine): PaymentEntry => ({
  ...{ on: line.on, amount: 0 - line.debit, account: accountOf(line) },
  ...(line.letter !== undefined && { letter: line.letter }),
  ...(line.piece !== undefined && { piece: line.piece }),
  ...(line.label !== undefined && { label: line.label }),
});

function withPayments(sale: Sale, payments: readonly ForeignPayment[]): ForeignDocument {
  const paid = payments.reduce((all, { amount }) => all + amount, 0);
  const doubts = paid > Math.abs(sale.total) ? ([...sale.document.doubts, 'overpaid'] as const) : sale.document.doubts;
  return { ...sale.document, payments, doubts };
}
