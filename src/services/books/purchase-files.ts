import { moved, readNumber } from '../../csv/read-number.ts';
import { settingsOf } from '../../db/account/settings.ts';
import {
  countPurchases,
  type KeptPurchase,
  type PurchaseFilter,
  type PurchasePlace,
  type PurchaseSpan,
  purchaseSums,
  purchasesAfter,
} from '../../db/books/purchases.ts';
import type { Reading } from '../../db/transaction.ts';
import type { AccountSettings } from '../../domain/account/settings.ts';
import { purchaseTotals, purchaseTotalsBy } from '../../domain/books/purchase-totals.ts';
import { periodRefused } from '../../domain/customers/statement.ts';
import type { Refused } from '../../domain/refusal.ts';
import { type CivilDay, civilDayOf } from '../../domain/time/civil-day.ts';
import type { Context } from '../context.ts';
import { openWorkbook, WORKBOOK_TYPE } from '../import-export/workbook.ts';
import { themeOfKindToday } from '../themes/find-theme.ts';
import type { BookPeriodAsked } from './book-files.ts';
import { closingPrinted } from './closing-printed.ts';
import { purchaseColumns, purchaseMethodName, purchaseNatureNames } from './purchase-columns.ts';
import { vatText } from './purchase-vat-text.ts';

/** Lines of a workbook: bounds its time. */
const REGISTER_LINES_MAX = 200_000;
/** Lines of a printed register: about sixty pages. */
const PRINTED_LINES_MAX = 2_000;
/** Lines read per batch: bounds the memory of an export. */
export const REGISTER_BATCH = 1_000;

/** Before any purchase: all lines of a received invoice are of interest. */
const FIRST_DAY = '0001-01-01';

export type OpenRegister = {
  readonly span: PurchaseSpan;
  readonly settings: AccountSettings;
  readonly today: CivilDay;
};

type RegisterAsked = BookPeriodAsked & {
  readonly supplierInvoiceId?: string | undefined;
  readonly search?: string | undefined;
} & Pick<PurchaseFilter, 'nature' | 'method'>;

/** The register of the requested period in the caller’s mode; by default this year until today. */
export async function registerAsked(
  { tx, now }: Pick<Context, 'tx' | 'now'>,
  { from, to, supplierInvoiceId, search, nature, method }: RegisterAsked,
): Promise<OpenRegister | Refused<'period_inverted'>> {
  const { settings } = await settingsOf(tx);
  const today = civilDayOf(now, settings.zone);
  const last = to ?? today;
  const first = from ?? (supplierInvoiceId === undefined ? `${last.slice(0, 4)}-01-01` : FIRST_DAY);
  const inverted = periodRefused({ from: first, to: last });
  const filter = { ...(search?.trim() && wordsOf(search)), nature, method };
  return inverted ?? { span: { from: first, to: last, supplierInvoiceId, filter }, settings, today };
}

/** A search for a text, and for an amount if it is one. */
function wordsOf(search: string): Pick<PurchaseFilter, 'words' | 'amount'> {
  const read = readNumber(search, { comma: 'decimal' });
  const cents = Math.abs(Number(moved(read?.decimal ?? 'x', 2)));
  return { words: search.trim(), ...(Number.isSafeInteger(cents) && { amount: cents }) };
}

type RegisterFile = { readonly name: string; readonly mediaType: string; readonly bytes: Buffer };

const fileName = ({ span: { from, to } }: OpenRegister, ending: string): string =>
  `registre-des-achats-${from}-${to}.${ending}`;

/** The register as a workbook. */
export async function registerWorkbook(
  { tx }: Context,
  opened: OpenRegister,
): Promise<RegisterFile | Refused<'purchases_register_too_long'>> {
  const columns = purchaseColumns.map(({ names, isDay }) => ({ name: names[0] ?? '', ...(isDay && { isDay }) }));
  const workbook = openWorkbook('Registre des achats', columns);
  const tooLong = await readAll({ tx }, opened, {
    most: REGISTER_LINES_MAX,
    see: (lines) => workbook.add(lines.map((line) => purchaseColumns.map(({ show }) => show(line)))),
  });
  return tooLong ?? { name: fileName(opened, 'xlsx'), mediaType: WORKBOOK_TYPE, bytes: workbook.end() };
}

/** Reads the register; returns the function that renders its PDF after the transaction. */
export async function registerPdf(
  context: Context,
  opened: OpenRegister,
): Promise<(() => Promise<RegisterFile>) | Refused<'purchases_register_too_long'>> {
  const { span, settings, today } = opened;
  const read: KeptPurchase[] = [];
  const tooLong = await readAll(context, opened, { most: PRINTED_LINES_MAX, see: (lines) => void read.push(...lines) });
  if (tooLong) return tooLong;
  const [sums, theme] = [await purchaseSums(context.tx, span), await themeOfKindToday(context, 'invoice')];
  const { printer, accountId, gone, now, serviceName } = context;
  const lines = read.map((line) => ({
    ...{ line, nature: purchaseNatureNames[line.nature], method: purchaseMethodName(line), vat: line.vat.map(vatText) },
  }));
  const closed = await closingPrinted(context, { ...opened, ...span });
  return async () => {
    const { printedRegister } = await import('../../pdf/layout/purchases-register.ts');
    const printed = printedRegister({
      ...{ lines, from: span.from, to: span.to, settings, theme, serviceName, today: { day: today, at: now } },
      ...{ months: purchaseTotalsBy(sums, 'month'), quarters: purchaseTotalsBy(sums, 'quarter') },
      ...{ closed, total: purchaseTotals(sums), natureNames: purchaseNatureNames },
    });
    const bytes = await printer.renderPdf({ printed, ...(theme.logo && { logo: theme.logo }) }, { accountId, gone });
    return { name: fileName(opened, 'pdf'), mediaType: 'application/pdf', bytes };
  };
}

async function readAll(
  { tx }: Pick<Context, 'tx'>,
  { span }: OpenRegister,
  { most, see }: { most: number; see: (lines: readonly KeptPurchase[]) => void },
): Promise<Refused<'purchases_register_too_long'> | undefined> {
  if ((await countPurchases(tx, span)) > most) return { refused: 'purchases_register_too_long', limit: most };
  for await (const lines of eachPurchase(tx, span)) see(lines);
  return undefined;
}

/** The register of a span, batch by batch. */
export async function* eachPurchase(tx: Reading, span: PurchaseSpan): AsyncGenerator<KeptPurchase[]> {
  for (let place: PurchasePlace | undefined; ; ) {
    const lines = await purchasesAfter(tx, span, { place, limit: REGISTER_BATCH });
    yield lines;
    const last = lines.at(-1);
    if (!last || lines.length < REGISTER_BATCH) return;
    place = { on: last.bookedOn, n: last.number };
  }
}
