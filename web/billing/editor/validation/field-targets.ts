import type { Billing } from '../draft/draft.ts';
import type { Unread } from '../fields/unreadable-input.ts';
import type { Beside } from '../side-dialog.ts';

type Requirement = Billing['finalizeRequirements'][number]['name'];
type Warning = Billing['warnings'][number];

/** A focusable field of the sheet, by its element id. */
export type Place =
  | 'place-customer'
  | 'place-issued'
  | 'place-due'
  | 'place-valid'
  | 'place-delivered'
  | 'place-lines'
  | 'place-amount'
  | 'place-references'
  | 'place-subject';

/**
 * Target of a requirement or a warning: a field, a dialog or another page, with a fix if there is
 * one.
 */
export type Lead = {
  readonly place?: Place;
  /** A cell of a line: the key of the line, and the cell's name. */
  readonly cell?: { readonly line: string; readonly name: string };
  readonly beside?: Beside;
  readonly page?: '/reglages/entreprise' | 'parent';
  /** Fixes the page can apply itself. */
  readonly mend?: 'issue_today' | 'due_in_thirty_days' | 'due_in_sixty_days';
};

const requirements: Readonly<Record<string, Lead>> = {
  hasLines: { place: 'place-lines' },
  hasValidAmount: { place: 'place-lines' },
  hasCustomerBillingAddress: { place: 'place-customer', beside: 'customer-details' },
  hasEmitterIdentity: { page: '/reglages/entreprise' },
  hasEmitterVatNumber: { page: '/reglages/entreprise' },
  hasVatMention: { beside: 'mention' },
  hasConsistentVatMention: { beside: 'mention' },
  hasCustomerVatNumber: { place: 'place-customer', beside: 'customer-details' },
  hasCustomerSiren: { place: 'place-customer', beside: 'customer-details' },
  hasServiceCode: { beside: 'terms' },
  hasOrderNumber: { beside: 'terms' },
  hasServiceCodeOrOrderNumber: { beside: 'terms' },
  hasChronologicalDate: { place: 'place-issued', mend: 'issue_today' },
  hasPaymentTerms: { beside: 'terms' },
  hasDueDate: { place: 'place-due', mend: 'due_in_thirty_days' },
  hasCurrencyRate: { beside: 'language' },
  hasAdvanceWithinEstimate: { place: 'place-amount' },
  hasPersonalServiceUnits: { place: 'place-lines' },
  hasParentFinalized: { page: 'parent' },
  hasReference: { place: 'place-references' },
  hasPrintableLetters: { place: 'place-subject' },
  hasElectronicForm: { page: '/reglages/entreprise' },
};

const warnings: Readonly<Record<Warning['name'], Lead>> = {
  franchise_threshold_near: {},
  customer_without_email: { beside: 'customer-details' },
  customer_without_siren: { beside: 'customer-details' },
  transfer_without_iban: { beside: 'bank' },
  due_date_in_the_past: { place: 'place-due', mend: 'issue_today' },
  payment_terms_too_long: { place: 'place-due', mend: 'due_in_sixty_days' },
  reduced_rate_without_certificate: { beside: 'mention' },
  stock_below_zero: { place: 'place-lines' },
  online_payment_not_offered: { page: '/reglages/entreprise' },
  payment_request_not_sent: { beside: 'request' },
  payment_request_unfit: { beside: 'request' },
  price_with_part_of_cent: { place: 'place-lines' },
  line_without_price: { place: 'place-lines' },
  line_without_quantity: { place: 'place-lines' },
  discount_below_one_percent: { beside: 'discount' },
  discount_exceeds_amount: { beside: 'discount' },
};

/** Target of a requirement. An advance has its amount in place of lines. */
export const targetOfRequirement = (name: Requirement, document: Billing): Lead => {
  const lead = requirements[name] ?? {};
  return lead.place === 'place-lines' && document.type === 'advance' ? { ...lead, place: 'place-amount' } : lead;
};

const refusals: readonly (readonly [RegExp, Lead])[] = [
  [/-currency$/, { beside: 'language' }],
  [/-advance-lines$/, { beside: 'advances' }],
  [/-amount$/, { place: 'place-amount' }],
  [/-references$/, { place: 'place-references' }],
  [/-customer$/, { beside: 'customer' }],
  [/-opportunity$/, { beside: 'project' }],
  [/-theme$/, { beside: 'theme' }],
  [/-display-settings$/, { beside: 'display' }],
  [/-delivery-address$/, { beside: 'delivery' }],
  [/-bank-information$/, { beside: 'bank' }],
  [/-payment-request$/, { beside: 'request' }],
  [/-timeline$/, { place: 'place-issued' }],
  [/-title$/, { place: 'place-subject' }],
  [/-general-informations$/, { beside: 'terms' }],
];

/** Target of a refusal, by operation. */
export const targetOfRefusal = (operation: string): Lead =>
  refusals.find(([name]) => name.test(operation))?.[1] ?? { place: 'place-lines' };

/** Target of a warning: the cell of the first affected line, if it is about lines. */
export function targetOfWarning({ name, lines: [first] = [] }: Warning, document: Billing): Lead {
  const line = first !== undefined && 'lines' in document ? document.lines[first - 1] : undefined;
  const cell = warnedCells[name];
  return line && cell ? { cell: { line: line.generatedId ?? line.id, name: cell } } : warnings[name];
}

const warnedCells: Readonly<Partial<Record<Warning['name'], string>>> = {
  price_with_part_of_cent: 'price',
  line_without_price: 'price',
  line_without_quantity: 'quantity',
  discount_below_one_percent: 'discount',
  discount_exceeds_amount: 'discount',
};

/** The fields with an unmet requirement, shown on amber. */
export const incompleteTargets = (document: Billing): ReadonlySet<Place> =>
  new Set(document.finalizeRequirements.flatMap(({ name }) => targetOfRequirement(name, document).place ?? []));

/** Target of an unreadable text. */
export function targetOfUnreadable(unread: Unread): Lead {
  if (unread.of === 'cell') return { cell: { line: unread.line.key, name: CELL_NAMES[unread.cell] } };
  const [field = ''] = unread.field.split(' ');
  return unreadFields[field] ?? {};
}

/** Maps API names to the cells of a row. */
const CELL_NAMES = { quantity: 'quantity', unitPrice: 'price', discount: 'discount' } as const;

const request: Lead = { beside: 'request' };
const unreadFields: Readonly<Record<string, Lead>> = {
  discount: { beside: 'discount' },
  rate: { beside: 'language' },
  emittedAt: { place: 'place-issued' },
  expiredAt: { place: 'place-valid' },
  customDueAt: { place: 'place-due' },
  deliveryAt: { place: 'place-delivered' },
  periodFrom: { beside: 'terms' },
  periodTo: { beside: 'terms' },
  advance: { place: 'place-amount' },
  estimateFee: { beside: 'offered' },
  plannedDuration: { beside: 'offered' },
  ...{ dateDebutEmploi: request, dateFinEmploi: request, advancePaymentDate: request, advanceAlreadyPayed: request },
  planned: { beside: 'advances' },
  reference: { place: 'place-references' },
};

/** Scrolls to a cell of a line and focuses it. */
export const focusFieldCell = ({ line, name }: NonNullable<Lead['cell']>): void =>
  bringTo(document.querySelector(`[data-line="${CSS.escape(line)}"] [data-cell="${name}"]`));

/** Scrolls to the target and focuses it. */
export const goTo = (place: Place): void => bringTo(document.getElementById(place));

function bringTo(found: Element | null): void {
  const field = found?.matches(FIELDS) ? found : (found?.querySelector('[data-cell]') ?? found?.querySelector(FIELDS));
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  found?.scrollIntoView({ block: 'center', behavior: calm ? 'auto' : 'smooth' });
  if (field instanceof HTMLElement) field.focus({ preventScroll: true });
}

const FIELDS = 'input, select, textarea, button';
