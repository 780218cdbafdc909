import { type PaymentMethod, paymentMethods } from '../../billing/document/terms/payment-terms.ts';
import type { Sold } from '../../home/turnover-part.ts';
import type { Refused } from '../../refusal.ts';
import type { ShareKey } from '../../vat/breakdown.ts';
import { isZeroRated, rateOf, type VatCode, vatCodes, type ZeroRatedCode } from '../../vat/vat-code.ts';
import { type PurchaseNature, purchaseNatures } from '../purchase.ts';

/**
 * When sales and purchases are booked: when they are invoiced, with what customers owe, or when
 * they are paid (professional services, CGI art. 93 and 93 A).
 */
export const accountingBases = ['invoices', 'payments'] as const;
export type AccountingBasis = (typeof accountingBases)[number];

/** An account of the general ledger. */
export type LedgerAccount = { readonly number: string; readonly label: string };

type TaxedCode = Exclude<VatCode, ZeroRatedCode>;
const taxedCodes = vatCodes.filter((code): code is TaxedCode => !isZeroRated(code));

/** What an account is for: one role of each entry. The names are those of the API. */
export type AccountRole =
  | 'customers'
  | 'customer_advances'
  | 'customer_credits'
  | 'disbursements'
  | 'suppliers'
  | 'internal_transfers'
  | 'exchange_losses'
  | 'exchange_gains'
  | 'vat_deductible'
  | 'vat_deductible_on_assets'
  | 'vat_owed_on_union_purchases'
  | 'vat_owed_on_other_purchases'
  | 'purchase_of_assets'
  | 'mileage'
  | 'mileage_deducted'
  | 'mileage_reimbursed'
  | `sales_of_${Sold}_${VatCode}`
  | `vat_collected_${TaxedCode}`
  | `vat_awaiting_payment_${TaxedCode}`
  | `purchase_of_${PurchaseNature}`
  | `money_${PaymentMethod | 'unstated'}`;

/** The row of a role: its account by default, and the beginnings an account of it may have. */
type RoleRow = LedgerAccount & { readonly within: readonly string[] };

/** Tenths of a percent, which end the number of a VAT account: 055 for 5.5 %. */
const digitsOf = (code: TaxedCode): string => String(rateOf(code) / 10).padStart(3, '0');
const percentOf = (code: TaxedCode): string => `${String(rateOf(code) / 100).replace('.', ',')} %`;

/** The end of a sales account: one for each place where the customer is, when no VAT is charged. */
const placeOf = (code: VatCode): { readonly digit: string; readonly label: string } =>
  code === 'FR_00UE'
    ? { digit: '2', label: ', Union européenne' }
    : code === 'FR_0HUE'
      ? { digit: '3', label: ', hors Union européenne' }
      : { digit: '', label: '' };

const salesRows = (sold: Sold, { number, label }: LedgerAccount): [AccountRole, RoleRow][] =>
  vatCodes.map((code) => {
    const place = placeOf(code);
    return [
      `sales_of_${sold}_${code}`,
      { number: `${number}${place.digit}`, label: `${label}${place.label}`, within: ['7'] },
    ];
  });

const purchaseAccounts: Readonly<Record<PurchaseNature, LedgerAccount>> = {
  goods_for_resale: { number: '607', label: 'Achats de marchandises' },
  raw_materials: { number: '601', label: 'Achats de matières premières' },
  supplies: { number: '6064', label: 'Fournitures administratives' },
  services: { number: '611', label: 'Sous-traitance générale' },
  travel: { number: '625', label: 'Déplacements, missions et réceptions' },
  equipment: { number: '6063', label: 'Fournitures d’entretien et petit équipement' },
  other: { number: '6068', label: 'Autres matières et fournitures' },
};

const moneyAccount = (method: PaymentMethod | 'unstated'): LedgerAccount =>
  method === 'cash' ? { number: '530', label: 'Caisse' } : { number: '512', label: 'Banque' };

/**
 * The accounts by default (plan comptable général, règlement ANC 2014-03 as amended by 2022-06,
 * art. 932-1 and 94x). A taxed sale has the rate in its VAT account, not in its sales account.
 */
const rows = new Map<AccountRole, RoleRow>([
  ['customers', { number: '411', label: 'Clients', within: ['41'] }],
  ['customer_advances', { number: '4191', label: 'Clients, avances et acomptes reçus', within: ['41'] }],
  ['customer_credits', { number: '4197', label: 'Clients, autres avoirs', within: ['41', '46'] }],
  ['disbursements', { number: '467', label: 'Autres comptes débiteurs ou créditeurs', within: ['4'] }],
  ['suppliers', { number: '401', label: 'Fournisseurs', within: ['40'] }],
  ['internal_transfers', { number: '580', label: 'Virements internes', within: ['58', '47'] }],
  ['exchange_losses', { number: '656', label: 'Pertes de change sur créances commerciales', within: ['6'] }],
  ['exchange_gains', { number: '756', label: 'Gains de change sur créances commerciales', within: ['7'] }],
  ['vat_deductible', { number: '44566', label: 'TVA déductible sur autres biens et services', within: ['445'] }],
  ['vat_deductible_on_assets', { number: '44562', label: 'TVA déductible sur immobilisations', within: ['445'] }],
  ['vat_owed_on_union_purchases', { number: '4452', label: 'TVA due intracommunautaire', within: ['445'] }],
  ['vat_owed_on_other_purchases', { number: '44578', label: 'TVA due par autoliquidation', within: ['445'] }],
  ['mileage', { number: '6251', label: 'Voyages et déplacements', within: ['6'] }],
  ['mileage_deducted', { number: '108', label: 'Compte de l’exploitant', within: ['108', '455', '467'] }],
  ['mileage_reimbursed', { number: '455', label: 'Associés – Comptes courants', within: ['108', '455', '42', '467'] }],
  ['purchase_of_assets', { number: '2183', label: 'Matériel de bureau et matériel informatique', within: ['2'] }],
  ...salesRows('services', { number: '706', label: 'Prestations de services' }),
  ...salesRows('goods', { number: '707', label: 'Ventes de marchandises' }),
  ...taxedCodes.map((code): [AccountRole, RoleRow] => [
    `vat_collected_${code}`,
    {
      number: `44571${digitsOf(code)}`,
      label: `TVA collectée ${percentOf(code)}`,
      within: ['445'],
    },
  ]),
  ...taxedCodes.map((code): [AccountRole, RoleRow] => [
    `vat_awaiting_payment_${code}`,
    {
      number: `44574${digitsOf(code)}`,
      label: `TVA en attente d’encaissement ${percentOf(code)}`,
      within: ['445'],
    },
  ]),
  ...purchaseNatures.map((nature): [AccountRole, RoleRow] => [
    `purchase_of_${nature}`,
    { ...purchaseAccounts[nature], within: ['6', '2'] },
  ]),
  ...[...paymentMethods, 'unstated' as const].map((method): [AccountRole, RoleRow] => [
    `money_${method}`,
    { ...moneyAccount(method), within: ['5', '108', '455', '467'] },
  ]),
]);

export const accountRoles = [...rows.keys()] as readonly AccountRole[] as readonly [AccountRole, ...AccountRole[]];

/** Characters of an account number and of its label. */
export const ACCOUNT_NUMBER_MAX = 12;
export const ACCOUNT_LABEL_MAX = 100;

/** A role whose account the business chose. */
export type ChosenAccount = LedgerAccount & { readonly role: AccountRole };

/** The chart of a business: how it books, and the account of each role. */
export type ChartOfAccounts = {
  readonly basis: AccountingBasis;
  readonly chosen: readonly ChosenAccount[];
};

export const chartByDefault: ChartOfAccounts = { basis: 'invoices', chosen: [] };

const rowOf = (role: AccountRole): RoleRow => rows.get(role) as RoleRow;

export const defaultAccount = (role: AccountRole): LedgerAccount => {
  const { number, label } = rowOf(role);
  return { number, label };
};

/**
 * A number is digits, then digits or capitals. The file of entries needs three digits first, those
 * of the chart of accounts (LPF art. A47 A-1, VII, 3°, field 5).
 */
const NUMBER = /^[1-8]\d{2}[0-9A-Z]{0,9}$/;
/** Tabs, line breaks and `|` would break the file of entries. */
const IN_LABEL = /^[^\p{Cc}|]+$/u;
export const isLabelOfFile = (label: string): boolean => IN_LABEL.test(label);

/**
 * Why accounts cannot be chosen: a number outside its class, two choices for one role, or two
 * labels for one number.
 */
export function chartRefused(
  chosen: readonly ChosenAccount[],
): Refused<'account_number_unusable' | 'account_chosen_twice'> | undefined {
  const roles = new Set<AccountRole>();
  for (const [place, { role, number, label }] of chosen.entries()) {
    if (roles.has(role)) return { refused: 'account_chosen_twice', place, role };
    roles.add(role);
    const { within } = rowOf(role);
    const isUsable = NUMBER.test(number) && within.some((start) => number.startsWith(start)) && isLabelOfFile(label);
    if (!isUsable) return { refused: 'account_number_unusable', place, role, within: within.join(', ') };
  }
  return undefined;
}

/** The account of each role. An account has one label: that of its first role in the table. */
export function accountsOf({ chosen }: ChartOfAccounts): ReadonlyMap<AccountRole, LedgerAccount> {
  const byRole = new Map(chosen.map(({ role, number, label }) => [role, { number, label }]));
  const byNumber = new Map<string, LedgerAccount>();
  // A label that was chosen takes precedence over one by default.
  for (const account of byRole.values()) if (!byNumber.has(account.number)) byNumber.set(account.number, account);
  return new Map(
    accountRoles.map((role) => {
      const account = byRole.get(role) ?? defaultAccount(role);
      const known = byNumber.get(account.number) ?? account;
      byNumber.set(account.number, known);
      return [role, known];
    }),
  );
}

/** The VAT code whose rate takings have, in basis points. */
export const codeOfRate = (rate: number): VatCode =>
  rate === 0 ? 'FR_00HT' : (taxedCodes.find((code) => rateOf(code) === rate) ?? 'FR_00HT');

/** The code of a taxed key; undefined for a key without VAT. */
export const taxedCodeOf = (key: ShareKey): TaxedCode | undefined =>
  key === 'disbursement' || isZeroRated(key) ? undefined : key;
