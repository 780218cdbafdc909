import type { OutgoingBill } from '../../../db/billing/outgoing-documents.ts';
import type { ThirdParty } from '../../../db/customers/third-parties.ts';
import type { PaymentMethod } from '../../../domain/billing/document/terms/payment-terms.ts';
import type { Product } from '../../../domain/catalogue/product.ts';
import type { OrganizationDetails } from '../../../domain/customers/customer.ts';
import { sirenOfOrganization } from '../../../domain/customers/customer.ts';
import { TEN_THOUSAND } from '../../../domain/money/ten-thousandths.ts';
import { rateOfKey } from '../../../domain/vat/breakdown.ts';
import { rateOf } from '../../../domain/vat/vat-code.ts';
import { amount, number, unitPrice } from './amounts.ts';
import {
  type BillCredit,
  type BillLine,
  type BillPayment,
  creditsOfBill,
  isSettled,
  linesOfBill,
  paymentsOfBill,
  signOf,
} from './bill-rows.ts';
import { type AnyProgramFile, type ProgramColumn, programFile } from './program-file.ts';

// The fields are those of the import profiles of Dolibarr 22, in their order: its wizard then
// matches them by position. The last three files need the module of `dolibarr-module.ts`, because
// Dolibarr has no profile for payments.

const PERCENT = 100;
const CODE_LENGTH = 12;
const codeOf = (prefix: string, id: string): string => `${prefix}-${id.slice(-CODE_LENGTH)}`;
const isOwn = ({ organization }: ThirdParty): boolean => organization === undefined;
const companyOf = ({ customer }: ThirdParty): Partial<OrganizationDetails> =>
  customer.kind === 'organization' ? customer.details : {};
const addressOf = ({ customer }: ThirdParty) => customer.details.billingAddress;
const street = (party: ThirdParty): string | undefined =>
  [addressOf(party)?.address, addressOf(party)?.complement, addressOf(party)?.state].filter(Boolean).join('\n') ||
  undefined;
const dayOf = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(0, 10);

/** Fields that we have nothing for. */
const blank = (...fields: string[]): (readonly [string])[] => fields.map((field) => [field] as const);

const thirdParties: readonly ProgramColumn<ThirdParty>[] = [
  ['s.nom', ({ name }) => name],
  ['s.name_alias', (party) => companyOf(party).commercialName],
  ['s.parent'],
  ['s.status', ({ customer }) => (customer.archivedAt === undefined ? '1' : '0')],
  ['s.code_client', ({ id }) => codeOf('CU', id)],
  ['s.code_fournisseur'],
  ['s.code_compta'],
  ['s.code_compta_fournisseur'],
  ['s.address', street],
  ['s.zip', (party) => addressOf(party)?.zipCode ?? undefined],
  ['s.town', (party) => addressOf(party)?.city ?? undefined],
  ['s.fk_departement'],
  ['s.fk_pays', (party) => addressOf(party)?.country],
  ['s.phone', ({ customer }) => customer.details.phone],
  ['s.phone_mobile'],
  ['s.fax'],
  ['s.url', ({ customer }) => customer.details.website],
  ['s.email', ({ customer }) => customer.details.emails[0]],
  ['s.fk_effectif'],
  ['s.fk_typent', ({ customer }) => (customer.kind === 'contact' ? 'TE_PRIVATE' : undefined)],
  ['s.fk_forme_juridique'],
  ['s.siren', (party) => sirenOfOrganization(companyOf(party))],
  ['s.siret', (party) => companyOf(party).siret],
  ['s.ape', (party) => companyOf(party).nafCode],
  ...blank('s.idprof4', 's.idprof5', 's.idprof6'),
  ['s.tva_intra', (party) => companyOf(party).vatNumber],
  ['s.capital'],
  ['s.fk_stcomm', () => '0'],
  ['s.note_private', ({ customer }) => customer.details.notes],
  ['s.note_public'],
  ['s.client', () => '1'],
  ['s.fournisseur', () => '0'],
  ...blank('s.fk_prospectlevel', 's.mode_reglement', 's.cond_reglement', 's.mode_reglement_supplier'),
  ...blank('s.cond_reglement_supplier', 's.outstanding_limit', 's.fk_account', 's.fk_incoterms'),
  ['s.tva_assuj', () => '1'],
  ...blank('s.barcode', 's.default_lang', 's.canvas'),
  ['s.datec', ({ customer }) => dayOf(customer.createdAt)],
  ['s.fk_multicurrency'],
  ['s.multicurrency_code'],
];

const contacts: readonly ProgramColumn<ThirdParty>[] = [
  ['s.rowid'],
  ['s.datec', ({ customer }) => dayOf(customer.createdAt)],
  ['s.fk_soc', ({ organization }) => organization && `ref:${organization}`],
  ['s.civility'],
  ['s.lastname', ({ customer, name }) => (customer.kind === 'contact' && customer.details.lastname) || name],
  ['s.firstname', ({ customer }) => (customer.kind === 'contact' ? customer.details.firstname : undefined)],
  ['s.address', street],
  ['s.zip', (party) => addressOf(party)?.zipCode ?? undefined],
  ['s.town', (party) => addressOf(party)?.city ?? undefined],
  ['s.fk_departement'],
  ['s.fk_pays', (party) => addressOf(party)?.country],
  ['s.birthday'],
  ['s.poste', ({ customer }) => (customer.kind === 'contact' ? customer.details.jobTitle : undefined)],
  ['s.phone', ({ customer }) => customer.details.phone],
  ['s.phone_perso'],
  ['s.phone_mobile'],
  ['s.fax'],
  ['s.email', ({ customer }) => customer.details.emails[0]],
  ['s.note_private', ({ customer }) => customer.details.notes],
  ['s.note_public'],
];

const CENT_PARTS = 1_000_000;
const WHOLE = 10_000;
/** The price of a product in euros, without and with tax. */
function pricesOf({ unitPrice: price, taxesIncluded, vatCode }: Product): { net: string; total: string } {
  const factor = (WHOLE + rateOf(vatCode)) / WHOLE;
  const entered = price / CENT_PARTS;
  const net = taxesIncluded ? entered / factor : entered;
  const total = taxesIncluded ? entered : entered * factor;
  return { net: net.toFixed(6), total: total.toFixed(6) };
}

const products: readonly ProgramColumn<Product>[] = [
  ['p.ref', ({ id }) => codeOf('P', id)],
  ['p.label', ({ designation }) => designation],
  ['p.fk_product_type', ({ type }) => (type === 'sale_of_goods' || type === 'sale_of_manufactured_goods' ? '0' : '1')],
  ['p.tosell', () => '1'],
  ['p.tobuy', () => '0'],
  ['p.description', ({ description }) => description],
  ...blank('p.url', 'p.customcode', 'p.fk_country', 'p.accountancy_code_sell', 'p.accountancy_code_sell_intra'),
  ...blank('p.accountancy_code_sell_export', 'p.accountancy_code_buy', 'p.accountancy_code_buy_intra'),
  ...blank('p.accountancy_code_buy_export', 'p.note_public'),
  ['p.note', ({ reference }) => reference],
  ...blank('p.weight', 'p.weight_units', 'p.length', 'p.length_units', 'p.width', 'p.width_units', 'p.height'),
  ...blank('p.height_units', 'p.surface', 'p.surface_units', 'p.volume', 'p.volume_units', 'p.duration', 'p.finished'),
  ['p.price', (product) => ({ decimal: pricesOf(product).net })],
  ['p.price_min'],
  ['p.price_ttc', (product) => ({ decimal: pricesOf(product).total })],
  ['p.price_min_ttc'],
  ['p.price_base_type', ({ taxesIncluded }) => (taxesIncluded ? 'TTC' : 'HT')],
  ['p.tva_tx', ({ vatCode }) => number(rateOf(vatCode) / PERCENT)],
  ['p.default_vat_code'],
  ['p.datec', ({ createdAt }) => dayOf(createdAt)],
  [
    'p.cost_price',
    ({ purchasePrice }) => (purchasePrice === undefined ? undefined : number(purchasePrice / TEN_THOUSAND / PERCENT)),
  ],
];

const types: Readonly<Record<OutgoingBill['kind'], string>> = { invoice: '0', credit_note: '2', advance: '3' };

const bills: readonly ProgramColumn<OutgoingBill>[] = [
  ['f.ref', (bill) => bill.number],
  ['f.ref_ext', ({ id }) => id],
  ['f.ref_client'],
  ['f.type', ({ kind }) => types[kind]],
  ['f.fk_soc', ({ customer }) => `ref:${customer}`],
  ['f.datec', ({ emittedOn }) => emittedOn],
  ['f.datef', ({ emittedOn }) => emittedOn],
  ['f.date_valid', ({ emittedOn }) => emittedOn],
  ['f.paye', (bill) => (isSettled(bill) ? '1' : '0')],
  ['f.total_tva', (bill) => amount(signOf(bill) * bill.vat)],
  ['f.total_ht', (bill) => amount(signOf(bill) * bill.net)],
  ['f.total_ttc', (bill) => amount(signOf(bill) * bill.total)],
  ['f.fk_statut', (bill) => (isSettled(bill) ? '2' : '1')],
  ...blank('f.fk_user_modif', 'f.fk_user_valid', 'f.fk_user_closing', 'f.fk_facture_source', 'f.fk_projet'),
  ['f.fk_account'],
  ['f.fk_currency', ({ currency }) => currency],
  // A code that every Dolibarr has: the due date is given below.
  ['f.fk_cond_reglement', () => 'RECEP'],
  ['f.fk_mode_reglement'],
  ['f.date_lim_reglement', ({ dueOn }) => dueOn ?? undefined],
  ['f.note_public', ({ title }) => title ?? undefined],
  ...blank('f.note_private', 'f.model_pdf'),
];

const lines: readonly ProgramColumn<BillLine>[] = [
  ['fd.fk_facture', ({ bill }) => `ref:${bill.number}`],
  ['fd.fk_parent_line'],
  ['fd.fk_product'],
  ['fd.label'],
  ['fd.description', ({ label, description }) => [label, description].filter(Boolean).join('\n')],
  ['fd.vat_src_code'],
  ['fd.tva_tx', ({ key }) => number(rateOfKey(key) / PERCENT)],
  ['fd.qty', ({ quantity }) => number(quantity)],
  ['fd.remise_percent', () => '0'],
  ['fd.subprice', ({ bill, net, quantity }) => unitPrice(signOf(bill) * net, quantity)],
  ['fd.total_ht', ({ bill, net }) => amount(signOf(bill) * net)],
  ['fd.total_tva', ({ bill, vat }) => amount(signOf(bill) * vat)],
  ['fd.total_ttc', ({ bill, net, vat }) => amount(signOf(bill) * (net + vat))],
  ['fd.product_type', ({ isGoods }) => (isGoods ? '0' : '1')],
  ...blank('fd.date_start', 'fd.date_end', 'fd.fk_unit'),
];

/** The numbers of the modes of payment in a new Dolibarr. */
const modes: Readonly<Record<PaymentMethod, string>> = {
  transfer: '2',
  direct_debit: '3',
  credit_card: '6',
  cheque: '7',
  universal_employment_service_cheque: '7',
  cash: '4',
  paypal: '50',
  stripe: '50',
  other: '2',
};

const payments: readonly ProgramColumn<BillPayment>[] = [
  ['p.ref', ({ id }) => codeOf('PAY', id)],
  ['p.datec', ({ on }) => on],
  ['p.datep', ({ on }) => on],
  ['p.amount', (payment) => amount(payment.amount)],
  ['p.fk_paiement', ({ method }) => modes[method]],
];

const allocations: readonly ProgramColumn<BillPayment>[] = [
  ['pf.fk_paiement', ({ id }) => `ref:${codeOf('PAY', id)}`],
  ['pf.fk_facture', ({ bill }) => `ref:${bill.number}`],
  ['pf.amount', (payment) => amount(payment.amount)],
];

const credits: readonly ProgramColumn<BillCredit>[] = [
  ['sr.fk_soc', ({ bill }) => `ref:${bill.customer}`],
  ['sr.datec', ({ bill }) => bill.emittedOn],
  ['sr.amount_ht', ({ net }) => amount(net)],
  ['sr.amount_tva', ({ vat }) => amount(vat)],
  ['sr.amount_ttc', ({ net, vat }) => amount(net + vat)],
  ['sr.tva_tx', ({ key }) => number(rateOfKey(key) / PERCENT)],
  ['sr.fk_facture', ({ target }) => `ref:${target}`],
  ['sr.fk_facture_source', ({ source }) => `ref:${source}`],
  // The words by which Dolibarr tells a credit note from a deposit.
  ['sr.description', ({ bill }) => (bill.kind === 'credit_note' ? '(CREDIT_NOTE)' : '(DEPOSIT)')],
];

/** The files for Dolibarr, in the order of import. */
export const dolibarrFiles: readonly AnyProgramFile[] = [
  programFile('1-tiers.csv', 'customers', (party) => (isOwn(party) ? [party] : []), thirdParties),
  programFile('2-contacts.csv', 'customers', (party) => (isOwn(party) ? [] : [party]), contacts),
  programFile('3-produits.csv', 'products', (product) => [product], products),
  programFile('4-factures.csv', 'bills', (bill) => [bill], bills),
  programFile('5-lignes.csv', 'bills', linesOfBill, lines),
  programFile('6-paiements.csv', 'bills', paymentsOfBill, payments),
  programFile('7-reglements.csv', 'bills', paymentsOfBill, allocations),
  programFile('8-avoirs-et-acomptes.csv', 'bills', creditsOfBill, credits),
];
