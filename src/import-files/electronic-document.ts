import type {
  ForeignDocument,
  ForeignDoubt,
  ForeignKind,
  ForeignSum,
  LeftOut,
} from '../domain/billing/past/foreign-document.ts';
import type { ReceivedInvoice, ReceivedParty } from '../domain/einvoicing/received-invoice.ts';
import { cents } from '../domain/money/cents.ts';
import { customerOf, sirenIn, vatNumberIn } from './customer-of-file.ts';
import { isOwnName, type OwnBusiness } from './own-business.ts';
import { paymentsOf } from './payments-of-file.ts';
import { AMOUNT_CENTS_MAX } from './read-amount.ts';
import { currencyIn } from './read-words.ts';
import { NUMBER_CHARACTERS_MAX, tidyText } from './tidy-text.ts';

/** UNTDID 1001: credit notes and corrections, prepayment invoices. Others are invoices. */
const CREDIT_NOTES: ReadonlySet<string> = new Set([
  '81',
  '83',
  '261',
  '262',
  '296',
  '308',
  '381',
  '396',
  '420',
  '458',
  '502',
  '503',
]);
const ADVANCES: ReadonlySet<string> = new Set(['386', '500']);

/** A document from an electronic invoice (EN 16931), or why it is left out. */
export function documentOfInvoice(invoice: ReceivedInvoice, own: OwnBusiness): ForeignDocument | LeftOut {
  const number = tidyText(invoice.number, NUMBER_CHARACTERS_MAX);
  if (number === undefined) return { reason: 'without_number' };
  if (!isOwn(invoice.seller, own)) return { reason: isOwn(invoice.buyer, own) ? 'purchase' : 'of_others', number };
  const currency = currencyIn(invoice.currency);
  if (currency === undefined) return { reason: 'unknown_currency', number };
  const { total, prepaid, due } = invoice.totals;
  if ([total, prepaid, due].some((amount) => Math.abs(amount) > AMOUNT_CENTS_MAX))
    return { reason: 'unreadable_cell', number };
  const isReversed = total < 0;
  const kind = kindOf(invoice.type, isReversed);
  const { customer, isNamed } = customerOf(writtenCustomer(invoice.buyer), number);
  const sums = sumsOf(invoice, isReversed);
  const stated = sums.reduce((all, { net, vat }) => all + net + vat, 0);
  const paid =
    kind === 'credit_note' || prepaid <= 0
      ? { payments: [], doubts: [] }
      : paymentsOf({ total: cents(stated), issuedOn: invoice.issuedOn, dueOn: invoice.dueOn, paid: prepaid });
  const [corrected] = invoice.preceding;
  const corrects = kind === 'credit_note' ? tidyText(corrected?.number, NUMBER_CHARACTERS_MAX) : undefined;
  const doubts: ForeignDoubt[] = [
    ...(Math.abs(total) !== stated ? (['total_differs'] as const) : []),
    ...paid.doubts,
    ...(isNamed ? [] : (['customer_without_name'] as const)),
  ];
  return {
    ...{ kind, number, issuedOn: invoice.issuedOn },
    ...(invoice.dueOn !== undefined && { dueOn: invoice.dueOn }),
    ...{ customer, currency, sums, payments: paid.payments },
    ...(corrects !== undefined && { corrects }),
    doubts,
  };
}

function kindOf(type: string, isReversed: boolean): ForeignKind {
  if (CREDIT_NOTES.has(type)) return 'credit_note';
  if (isReversed) return 'credit_note';
  return ADVANCES.has(type) ? 'advance' : 'invoice';
}

/** BG-23, each rate once; reversed where a program writes a credit note as a negative invoice. */
function sumsOf({ breakdown, totals }: ReceivedInvoice, isReversed: boolean): ForeignSum[] {
  const sign = isReversed ? -1 : 1;
  const groups =
    breakdown.length > 0 ? breakdown : [{ vat: { category: 'O', rate: 0 }, net: totals.net, tax: totals.tax }];
  const rates = new Map<number, { net: number; vat: number }>();
  for (const { vat, net, tax } of groups) {
    const before = rates.get(vat.rate ?? 0) ?? { net: 0, vat: 0 };
    rates.set(vat.rate ?? 0, { net: before.net + net, vat: before.vat + tax });
  }
  return [...rates].map(([rate, { net, vat }]) => ({ rate, net: cents(net * sign), vat: cents(vat * sign) }));
}

/** Whether a party is this account: by its numbers, or by its name if either has none. */
function isOwn(party: ReceivedParty, own: OwnBusiness): boolean {
  const sirens = [party.legalId?.value, ...party.ids.map(({ value }) => value)].flatMap((id) => sirenIn(id) ?? []);
  const vatNumber = vatNumberIn(party.vatNumber);
  if (vatNumber?.startsWith('FR')) sirens.push(...[sirenIn(vatNumber.slice(4)) ?? []].flat());
  const isNumbered = sirens.length > 0 || vatNumber !== undefined;
  if (own.siren !== undefined && sirens.includes(own.siren)) return true;
  if (own.vatNumber !== undefined && vatNumber === vatNumberIn(own.vatNumber)) return true;
  if (isNumbered && (own.siren !== undefined || own.vatNumber !== undefined)) return false;
  return [party.name, party.tradingName].some((name) => isOwnName(name, own));
}

function writtenCustomer(party: ReceivedParty): Parameters<typeof customerOf>[0] {
  const { address, contact } = party;
  const siren = [party.legalId?.value, ...party.ids.map(({ value }) => value)].find((id) => sirenIn(id) !== undefined);
  const isCompany = siren !== undefined || party.vatNumber !== undefined;
  return {
    ...(isCompany ? { company: party.name } : { name: party.name }),
    email: contact?.email,
    siren,
    vatNumber: party.vatNumber,
    address: address?.line1,
    complement: address?.line2,
    zipCode: address?.postCode,
    city: address?.city,
    country: address?.country,
  };
}
