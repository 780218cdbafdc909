import { type CivilDay, civilDayOf } from '../../time/civil-day.ts';
import type { Purchase } from '../purchase.ts';
import type { PurchaseVat, PurchaseVatTreatment } from '../purchase-vat.ts';
import type { AccountRole } from './chart-of-accounts.ts';
import { auxiliaryOfSupplier, type Booking, type Entry, entryOf, LinesInProgress } from './entry.ts';
import { journalOf } from './receipt-entries.ts';

/**
 * The largest price without VAT, in cents, of equipment that may be an expense
 * (BOI-BIC-CHG-20-30-10, § 20). Dearer equipment is a fixed asset.
 */
const EXPENSED_EQUIPMENT_MAX = 50_000;

/**
 * The entries of a paid purchase: the expense and its deductible VAT against the supplier (401),
 * then the payment. Both are on the day of payment, the only day the register records. A
 * business that books payments has one entry. VAT owed for the supplier is both owed (4452) and
 * deducted (4456); what of it is not deductible is a part of the expense. A counter-entry is the
 * reverse.
 */
export function entriesOfPurchase(purchase: Purchase, booking: Booking, zone: string): Entry[] {
  const { amount, deductibleVat, supplierName } = purchase;
  const { bought, vat } = rolesOf(purchase);
  const moneyRole: AccountRole = `money_${purchase.method}`;
  const paidFrom = journalOf(booking, moneyRole);
  const said = saidOf(purchase, civilDayOf(purchase.createdAt, zone));
  // Both entries have the same amount and day, so they are always lettered.
  const letter = { code: registerNumber(purchase), on: said.on };
  const supplier = { auxiliary: auxiliaryOfSupplier(supplierName), letter };
  const lines = new LinesInProgress(booking.accounts);
  lines.add(bought, amount - deductibleVat);
  lines.add(vat, deductibleVat);
  for (const row of purchase.vat) addOwed(lines, row, { bought, vat });
  if (booking.basis === 'payments') {
    lines.add(moneyRole, -amount);
    return entryOf({ ...said, journal: paidFrom, label: `Achat ${said.label}`, method: purchase.method }, lines);
  }
  lines.add('suppliers', -amount, supplier);
  const payment = new LinesInProgress(booking.accounts);
  payment.add('suppliers', amount, supplier);
  payment.add(moneyRole, -amount);
  return [
    ...entryOf({ ...said, journal: 'AC', label: `Achat ${said.label}` }, lines),
    ...entryOf({ ...said, journal: paidFrom, label: `Règlement ${said.label}` }, payment),
  ];
}

function addOwed(
  lines: LinesInProgress,
  { treatment, vat: owed, deductible }: PurchaseVat,
  { bought, vat }: ReturnType<typeof rolesOf>,
): void {
  if (treatment === 'charged') return;
  lines.add(bought, owed - deductible);
  lines.add(vat, deductible);
  lines.add(owedRoles[treatment], -owed);
}

/** Services from abroad mostly come from the Union; the chart of accounts has no other account. */
const owedRoles = {
  union_goods: 'vat_owed_on_union_purchases',
  foreign_services: 'vat_owed_on_union_purchases',
  foreign_supplies: 'vat_owed_on_other_purchases',
  domestic_reverse_charge: 'vat_owed_on_other_purchases',
} as const satisfies Readonly<Record<Exclude<PurchaseVatTreatment, 'charged'>, AccountRole>>;

function rolesOf({ nature, amount, deductibleVat }: Purchase): { bought: AccountRole; vat: AccountRole } {
  const isKept = nature === 'equipment' && Math.abs(amount - deductibleVat) > EXPENSED_EQUIPMENT_MAX;
  return isKept
    ? { bought: 'purchase_of_assets', vat: 'vat_deductible_on_assets' }
    : { bought: `purchase_of_${nature}`, vat: 'vat_deductible' };
}

function saidOf({ id, paidOn, bookedOn, number, reference, supplierName, designation }: Purchase, validOn: CivilDay) {
  const words = [supplierName, designation].filter((word) => word !== undefined);
  return {
    ...{ on: bookedOn, pieceOn: paidOn, validOn, purchaseId: id },
    piece: reference ?? registerNumber({ bookedOn, number }),
    label: words.join(' '),
  };
}

/** The number in the register of purchases; an account has it once. */
const registerNumber = ({ bookedOn, number }: Pick<Purchase, 'bookedOn' | 'number'>): string =>
  `ACHAT-${bookedOn.slice(0, 4)}-${number}`;
