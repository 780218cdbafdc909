import type { OutgoingBill } from '../../../db/billing/outgoing-documents.ts';
import type { ThirdParty } from '../../../db/customers/third-parties.ts';
import type { Product } from '../../../domain/catalogue/product.ts';
import type { OrganizationDetails } from '../../../domain/customers/customer.ts';
import type { ShareKey } from '../../../domain/vat/breakdown.ts';
import { amount, number, unitPrice } from './amounts.ts';
import { type BillLine, type BillPayment, creditsOfBill, linesOfBill, paymentsOfBill } from './bill-rows.ts';
import { type AnyProgramFile, type ProgramColumn, programFile } from './program-file.ts';

// Columns are named as Odoo names its fields, so that its import matches them without help. `/id`
// is an external ID: rows of one file refer to rows of another, and a second import updates.

const partnerId = (id: string): string => `facturier.partner_${id.replaceAll('-', '')}`;
const productId = (id: string): string => `facturier.product_${id.replaceAll('-', '')}`;
const moveId = (id: string): string => `facturier.move_${id.replaceAll('-', '')}`;
const companyOf = ({ customer }: ThirdParty): Partial<OrganizationDetails> =>
  customer.kind === 'organization' ? customer.details : {};
const addressOf = ({ customer }: ThirdParty) => customer.details.billingAddress;
/** Odoo names Great Britain after its domain. */
const countryId = (country: string | undefined): string | undefined =>
  country && `base.${country === 'GB' ? 'uk' : country.toLowerCase()}`;

const partners: readonly ProgramColumn<ThirdParty>[] = [
  ['id', ({ id }) => partnerId(id)],
  ['name', ({ name }) => name],
  ['is_company', ({ customer }) => (customer.kind === 'organization' ? 'True' : 'False')],
  [
    'parent_id/id',
    ({ customer }) =>
      customer.kind === 'contact' ? customer.organizationId && partnerId(customer.organizationId) : undefined,
  ],
  ['function', ({ customer }) => (customer.kind === 'contact' ? customer.details.jobTitle : undefined)],
  ['email', ({ customer }) => customer.details.emails[0]],
  ['phone', ({ customer }) => customer.details.phone],
  ['website', ({ customer }) => customer.details.website],
  ['street', (party) => addressOf(party)?.address ?? undefined],
  ['street2', (party) => addressOf(party)?.complement ?? undefined],
  ['zip', (party) => addressOf(party)?.zipCode ?? undefined],
  ['city', (party) => addressOf(party)?.city ?? undefined],
  ['country_id/id', (party) => countryId(addressOf(party)?.country)],
  ['vat', (party) => companyOf(party).vatNumber],
  ['company_registry', (party) => companyOf(party).siret ?? companyOf(party).siren],
  ['customer_rank', () => '1'],
  ['comment', ({ customer }) => customer.details.notes],
];

/** External IDs of the sales taxes that the French chart of accounts (l10n_fr) installs. */
const taxes: Readonly<Record<ShareKey, string>> = {
  FR_210: 'account.1_tva_super_reduite',
  FR_550: 'account.1_tva_reduite',
  FR_850: 'account.1_tva_specifique',
  FR_1000: 'account.1_tva_intermediaire',
  FR_2000: 'account.1_tva_normale',
  FR_00HT: 'account.1_tva_0',
  FR_00UE: 'account.1_tva_intra_0',
  FR_0HUE: 'account.1_tva_export_0',
  disbursement: 'account.1_tva_0',
};

const CENT_PARTS = 1_000_000;
const products: readonly ProgramColumn<Product>[] = [
  ['id', ({ id }) => productId(id)],
  ['name', ({ designation }) => designation],
  ['default_code', ({ reference }) => reference],
  ['type', ({ type }) => (type === 'sale_of_goods' || type === 'sale_of_manufactured_goods' ? 'consu' : 'service')],
  ['list_price', (product) => number(product.unitPrice / CENT_PARTS)],
  ['description_sale', ({ description }) => description],
  ['taxes_id/id', ({ vatCode }) => taxes[vatCode]],
  ['sale_ok', () => 'True'],
  ['purchase_ok', () => 'False'],
];

/** A line of a bill, or an advance that a final invoice deducts. The bill is in its first row. */
type MoveRow = Pick<BillLine, 'key' | 'net' | 'label' | 'quantity'> & {
  readonly bill: OutgoingBill;
  readonly isFirst: boolean;
};

function movesOf(bill: OutgoingBill): MoveRow[] {
  const deducted = bill.kind === 'credit_note' ? [] : creditsOfBill(bill);
  const rows = [
    ...linesOfBill(bill),
    ...deducted.map(({ key, net, source }) => ({ key, net: -net, label: `Acompte ${source}`, quantity: 1 })),
  ];
  return rows.map(({ key, net, label, quantity }, index) => ({
    key,
    net,
    label,
    quantity,
    bill,
    isFirst: index === 0,
  }));
}

const ofFirst =
  (show: (bill: OutgoingBill) => string | undefined) =>
  ({ bill, isFirst }: MoveRow): string | undefined =>
    isFirst ? show(bill) : undefined;

const moves: readonly ProgramColumn<MoveRow>[] = [
  ['id', ofFirst(({ id }) => moveId(id))],
  ['move_type', ofFirst(({ kind }) => (kind === 'credit_note' ? 'out_refund' : 'out_invoice'))],
  ['name', ofFirst((bill) => bill.number)],
  ['partner_id/id', ofFirst(({ customerId }) => partnerId(customerId))],
  ['invoice_date', ofFirst(({ emittedOn }) => emittedOn)],
  ['invoice_date_due', ofFirst(({ dueOn }) => dueOn ?? undefined)],
  ['currency_id/id', ofFirst(({ currency }) => `base.${currency}`)],
  ['invoice_origin', ofFirst(({ title }) => title ?? undefined)],
  ['reversed_entry_id/id', ofFirst(({ parentId }) => (parentId === null ? undefined : moveId(parentId)))],
  ['invoice_line_ids/name', ({ label }) => label],
  ['invoice_line_ids/quantity', ({ quantity }) => number(quantity)],
  ['invoice_line_ids/price_unit', ({ net, quantity }) => unitPrice(net, quantity)],
  ['invoice_line_ids/tax_ids/id', ({ key }) => taxes[key]],
];

const payments: readonly ProgramColumn<BillPayment>[] = [
  ['id', ({ id }) => `facturier.payment_${id.replaceAll('-', '')}`],
  ['payment_type', (payment) => (payment.amount < 0 ? 'outbound' : 'inbound')],
  ['partner_type', () => 'customer'],
  ['partner_id/id', ({ bill }) => partnerId(bill.customerId)],
  ['amount', (payment) => amount(Math.abs(payment.amount))],
  ['currency_id/id', ({ bill }) => `base.${bill.currency}`],
  ['date', ({ on }) => on],
  ['memo', ({ bill }) => bill.number],
];

/** The files for Odoo, in the order of import. */
export const odooFiles: readonly AnyProgramFile[] = [
  programFile('1-res.partner.csv', 'customers', (party) => [party], partners),
  programFile('2-product.template.csv', 'products', (product) => [product], products),
  programFile('3-account.move.csv', 'bills', movesOf, moves),
  programFile('4-account.payment.csv', 'bills', paymentsOfBill, payments),
];
