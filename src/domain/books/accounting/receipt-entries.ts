import { type Cents, cents } from '../../money/cents.ts';
import type { CivilDay } from '../../time/civil-day.ts';
import type { ReceiptEvent, ReceiptLine } from '../receipts-book.ts';
import { type AccountRole, codeOfRate, taxedCodeOf } from './chart-of-accounts.ts';
import { type Auxiliary, type Booking, type Entry, entryOf, type Journal, LinesInProgress } from './entry.ts';

/** A line of the receipts book, as its entry states it. */
export type BookedReceipt = {
  readonly line: ReceiptLine;
  readonly validOn: CivilDay;
  readonly customer?: Auxiliary;
  /** The payment applies money that was received before: no money moves. */
  readonly isFromExcess: boolean;
  /** What converting payments apart leaves on the customer’s account: a debit if positive. */
  readonly exchangeGap?: Cents | undefined;
};

/** What a line states, in the words of the entry. */
const labels: Readonly<Record<ReceiptEvent, string>> = {
  payment: 'Règlement',
  payment_reversed: 'Annulation de règlement',
  refund: 'Remboursement',
  refund_withdrawn: 'Annulation de remboursement',
  overpayment: 'Trop-perçu',
  overpayment_applied: 'Imputation de trop-perçu',
  overpayment_restored: 'Imputation annulée',
  overpayment_returned: 'Trop-perçu rendu',
  takings: 'Recettes du jour',
  takings_corrected: 'Correction de recettes du jour',
};

/**
 * The entry of money that came or went back, in the bank or cash journal. A payment settles the
 * customer (411), and its VAT that was waiting falls due (44574 to 44571; CGI art. 269, 2 c). Money
 * beyond a document is kept for the customer (4197); when it pays another document, it passes
 * through an internal transfer (58), so that the bank has each amount once. A business that books
 * payments has the sale here.
 */
export function entriesOfReceipt(receipt: BookedReceipt, booking: Booking): Entry[] {
  const { line, validOn } = receipt;
  // Without a rate the amounts in euros are not known; the lists count these lines.
  if (line.lacksRate) return [];
  const { event, on, method } = line;
  const documentId = line.documentId ?? line.pastDocumentId;
  const lines = linesOf(receipt, booking);
  const transfers = isTransfer(receipt);
  const journal = transfers ? 'OD' : journalOf(booking, moneyRole(receipt));
  const piece = line.reference ?? `${event === 'takings' || event === 'takings_corrected' ? 'RECETTES' : 'BQ'}-${on}`;
  const words = [labels[event], line.reference, receipt.customer?.name, line.note].filter((word) => word !== undefined);
  return entryOf(
    {
      ...{ journal, on, piece, pieceOn: line.receivedOn ?? on, validOn, label: words.join(' ') },
      ...(line.foreign && { currency: line.foreign.currency }),
      ...(documentId !== undefined && { documentId }),
      ...(method !== undefined && { method }),
    },
    lines,
  );
}

const isTransfer = ({ line, isFromExcess }: BookedReceipt): boolean =>
  isFromExcess || line.event === 'overpayment_applied' || line.event === 'overpayment_restored';

const moneyRole = (receipt: BookedReceipt): AccountRole =>
  isTransfer(receipt) ? 'internal_transfers' : `money_${receipt.line.method ?? 'unstated'}`;

/** Cash has its own journal; an account that is no bank account is an operation apart. */
function journalOf({ accounts }: Booking, role: AccountRole): Journal {
  const { number } = accounts.get(role) as { number: string };
  return number.startsWith('53') ? 'CA' : number.startsWith('5') ? 'BQ' : 'OD';
}

function linesOf(receipt: BookedReceipt, { basis, accounts }: Booking): LinesInProgress {
  const { line, customer } = receipt;
  const { amount, disbursements, foreign, parts } = line;
  const lines = new LinesInProgress(accounts);
  const whole = amount + disbursements;
  const auxiliary = customer ? { auxiliary: customer } : {};
  lines.add(moneyRole(receipt), whole, foreign ? { foreign: foreign.amount } : {});
  const owed = foreign ? { ...auxiliary, foreign: negated(foreign.amount) } : auxiliary;
  switch (line.event) {
    case 'payment':
    case 'payment_reversed':
    case 'refund':
    case 'refund_withdrawn':
      if (basis === 'payments') addSold(lines, parts);
      else {
        lines.add('customers', -whole, owed);
        addFallenDue(lines, parts);
        addExchangeGap(lines, receipt);
      }
      return lines;
    case 'overpayment':
    case 'overpayment_applied':
    case 'overpayment_restored':
    case 'overpayment_returned':
      lines.add('customer_credits', -whole, owed);
      return lines;
    case 'takings':
    case 'takings_corrected':
      addTakings(lines, line);
      return lines;
  }
}

const negated = <T extends number>(amount: T): T => (0 - amount) as T;

function addExchangeGap(lines: LinesInProgress, { exchangeGap = cents(0), customer }: BookedReceipt): void {
  lines.add('customers', exchangeGap, customer ? { auxiliary: customer } : {});
  lines.add(exchangeGap > 0 ? 'exchange_gains' : 'exchange_losses', -exchangeGap);
}

type Parts = ReceiptLine['parts'];

/** The VAT that waited for this payment; a payment that goes back makes it wait again. */
function addFallenDue(lines: LinesInProgress, parts: Parts): void {
  for (const { key, isDue, vat } of parts) {
    const code = taxedCodeOf(key);
    if (!isDue || !code) continue;
    lines.add(`vat_awaiting_payment_${code}`, vat);
    lines.add(`vat_collected_${code}`, -vat);
  }
}

function addSold(lines: LinesInProgress, parts: Parts): void {
  for (const { key, sold, net, vat } of parts) {
    if (key === 'disbursement') {
      lines.add('disbursements', -net);
      continue;
    }
    lines.add(`sales_of_${sold}_${key}`, -net);
    const code = taxedCodeOf(key);
    if (code) lines.add(`vat_collected_${code}`, -vat);
  }
}

/** Takings are sold and paid at once. */
function addTakings(lines: LinesInProgress, { rates, natures }: ReceiptLine): void {
  const sold = natures.some(({ nature }) => nature === 'bic_goods') ? 'goods' : 'services';
  for (const { rate, net, vat } of rates) {
    const key = codeOfRate(rate);
    const code = taxedCodeOf(key);
    lines.add(`sales_of_${sold}_${key}`, -net);
    if (code) lines.add(`vat_collected_${code}`, -vat);
  }
}

export { journalOf };
