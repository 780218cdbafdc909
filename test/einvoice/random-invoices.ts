import fc from 'fast-check';
import type { RequestedAdvance } from '../../src/domain/billing/advance/advance-amount.ts';
import type { Finalized, Said } from '../../src/domain/billing/document/document.ts';
import type { Line } from '../../src/domain/billing/document/lines/line.ts';
import type { Party } from '../../src/domain/customers/party.ts';
import { type CurrencyCode, type DocumentCurrency } from '../../src/domain/money/currency.ts';
import type { VatMention } from '../../src/domain/vat/mention-text.ts';
import { electronicInvoiceOf } from '../../src/einvoice/build-electronic-invoice.ts';
import { type ElectronicInvoice } from '../../src/einvoice/electronic-invoice.ts';
import type { Bill } from '../../src/einvoice/related-documents.ts';
import { electronicFaults } from '../../src/einvoice/requirements.ts';
import {
  edited,
  type RandomDocument,
  type RandomEdit,
  randomDocument,
  randomEdit,
} from '../support/documents/random-documents.ts';
import { type DocumentGroup, family, type Written } from './document-group.ts';
import {
  buyerAtCompany,
  company,
  consumer,
  germanCompany,
  islandCompany,
  MONDAY,
  workshop,
} from './example-companies.ts';

/** A finalized document with its group and its electronic form. */
export type RandomBill = {
  readonly bill: Finalized<Bill>;
  readonly made: DocumentGroup;
  readonly invoice: ElectronicInvoice;
};

type Drawn = {
  readonly entry: RandomDocument;
  readonly course: 'invoice' | 'credit' | 'advances';
  readonly goods: readonly boolean[];
  readonly zeroRated: 'FR_00HT' | 'FR_00UE' | 'FR_0HUE';
  readonly mention: VatMention;
  readonly customer: Party;
  readonly currency: CurrencyCode;
  readonly withoutDecimals: CurrencyCode;
  readonly asked: readonly RequestedAdvance[];
  readonly withDisbursement: boolean;
  readonly edits: readonly RandomEdit[];
  readonly note: string;
};

const drawn = (): fc.Arbitrary<Drawn> =>
  fc.record({
    entry: randomDocument(),
    course: fc.constantFrom('invoice', 'credit', 'advances'),
    goods: fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }),
    zeroRated: fc.constantFrom('FR_00HT', 'FR_00HT', 'FR_00UE', 'FR_0HUE'),
    mention: fc.constantFrom<VatMention>(
      'vat_article_261c_cgi',
      'vat_construction',
      'travel_agency',
      'vat_not_applicable_2',
    ),
    customer: fc.constantFrom(company, buyerAtCompany, consumer, germanCompany, islandCompany),
    currency: fc.constantFrom<CurrencyCode>('EUR', 'EUR', 'CHF', 'CNH'),
    withoutDecimals: fc.constantFrom<CurrencyCode>('JPY', 'XPF', 'KRW'),
    asked: fc.array(
      fc.oneof(
        fc.integer({ min: 1, max: 60 }).map((percentage): RequestedAdvance => ({ mode: 'PERCENTAGE', percentage })),
        fc.integer({ min: 1, max: 90_000 }).map((amount) => ({ mode: 'AMOUNT', amount }) as RequestedAdvance),
      ),
      { minLength: 1, maxLength: 3 },
    ),
    withDisbursement: fc.boolean(),
    edits: fc.array(randomEdit(), { minLength: 1, maxLength: 3 }),
    note: fc.constantFrom('', 'Merci', 'a < b & "c"\u0000\u0008 #PMT#\r\nfin', '\uD800 🪵'),
  });

/**
 * Every bill of random document groups: invoices with all kinds of lines, credit notes, advances
 * and final invoices, in euros, other currencies and currencies without decimals.
 */
export const randomBills = (): fc.Arbitrary<RandomBill[]> => drawn().map(billsOf);

function billsOf(given: Drawn): RandomBill[] {
  const made = family({ settings: workshop, customer: given.customer, now: MONDAY });
  const bills = given.course === 'advances' ? advancesOf(given, made) : invoicesOf(given, made);
  const around = made.around();
  return bills
    .filter((bill) => bill !== undefined)
    .map((bill) => ({ bill, made, invoice: electronicInvoiceOf(bill, around) }));
}

function invoicesOf(given: Drawn, made: DocumentGroup): (Finalized<Bill> | undefined)[] {
  const invoice = made.invoice(written(given));
  if (!invoice) return [];
  const credits = given.course === 'credit' ? given.edits : [];
  const partial = credits.map((edit) => made.creditNote(invoice, (lines) => edited(lines, edit)));
  return [invoice, ...partial, ...(credits.length > 0 ? [made.creditNote(invoice)] : [])];
}

function advancesOf(given: Drawn, made: DocumentGroup): (Finalized<Bill> | undefined)[] {
  const kind = given.withDisbursement ? 'purchase_order' : 'estimate';
  const estimate = made.estimate(written(given), kind);
  if (!estimate) return [];
  const advances = given.asked.map((asked) => made.advance(estimate, asked, given.withDisbursement));
  const [first] = advances;
  const credited = given.edits.length > 1 && first ? made.creditNote(first) : undefined;
  const final = made.finalInvoice(estimate);
  return [...advances, credited, final, final && made.creditNote(final)];
}

function written({ entry, goods, zeroRated, mention, note, currency, withoutDecimals }: Drawn): Written {
  const code = entry.step === 100 ? withoutDecimals : currency;
  const lines = entry.lines.map(
    (line, place): Line => ({
      ...line,
      designation: `Ligne ${place + 1}`,
      deliveryOfGoods: goods[place % goods.length] as boolean,
      ...(line.vatCode === 'FR_00HT' && line.type !== 'disbursement' && { vatCode: zeroRated }),
    }),
  );
  const { discount, includeDiscountDisbursement } = entry;
  const said = (usual: Said): Said => ({
    ...usual,
    currency: currencyOf(code),
    legals: { ...usual.legals, vatMention: suiting(lines, mention), ...(note && { headerNote: note }) },
  });
  return { lines, discount, includeDiscountDisbursement, said };
}

/** The mention matches the content: that of the first line without VAT, or none if all have VAT. */
function suiting(lines: readonly Line[], ofExempt: VatMention): VatMention {
  const first = lines.find(({ type, vatCode }) => type !== 'disbursement' && vatCode.startsWith('FR_0'));
  if (!first) return 'not_subject';
  if (first.vatCode === 'FR_00UE') return first.deliveryOfGoods ? 'vat_exemption_eu_sale' : 'vat_exemption_eu_service';
  if (first.vatCode === 'FR_0HUE') return first.deliveryOfGoods ? 'vat_exemption' : 'vat_not_applicable_2';
  return ofExempt;
}

const rates: Partial<Record<CurrencyCode, number>> = {
  CHF: 0.9437,
  CNH: 8.1234,
  JPY: 171.37,
  XPF: 119.331742,
  KRW: 1_612.5,
};

const currencyOf = (code: CurrencyCode): DocumentCurrency => ({
  code,
  base: 'EUR',
  rate: rates[code] ?? 1,
  origin: code === 'EUR' ? 'FIXED' : 'USER',
  at: MONDAY,
});

/** Whether a bill has everything its electronic form requires. */
export function faultless({ bill, made }: RandomBill): boolean {
  const parent = made.around().relatives.find(({ id }) => id === bill.parentId);
  return electronicFaults(bill, { settings: workshop, now: MONDAY, ...(parent && { parent }) }).length === 0;
}
