import type { Answer, Asked } from '../../client/call.ts';
import { type Filter, type ListName, registers } from './list-definitions.ts';

/** The search parameters of a list, in French. Multiple values are separated by commas. */
export type ListFilters = Partial<Record<(typeof NAMES)[number], string>>;

export type Order = NonNullable<Asked<'get-billings'>['query']>['orderBy'];
export type Direction = 'ASC' | 'DESC';

const NAMES = [
  'vue',
  'q',
  'du',
  'au',
  'date',
  'client',
  'organisation',
  'projet',
  'type',
  'etat',
  'situation',
  'retard',
  'impayees',
  'a-facturer',
  'a-rembourser',
  'archives',
  'devise',
  'min',
  'max',
  'tri',
  'sens',
  'somme',
] as const;

/** Address values and the API values they stand for. */
const TEXTS = {
  q: 'search',
  client: 'customerId',
  organisation: 'organizationId',
  projet: 'opportunityId',
  devise: 'currency',
} as const;
const MANY = { type: 'type', etat: 'state', situation: 'situation' } as const;
const FLAGS = { retard: 'late', impayees: 'unpaid', 'a-facturer': 'toBill', 'a-rembourser': 'toRefund' } as const;
const AMOUNTS = { min: 'amountFrom', max: 'amountTo' } as const;
const ORDERS: Readonly<Record<string, NonNullable<Order>>> = {
  emission: 'emittedAt',
  echeance: 'dueAt',
  numero: 'number',
  montant: 'amount',
  client: 'customer',
  prochaine: 'recursOn',
};
const RANGES: Readonly<Record<string, NonNullable<Filter['rangeType']>>> = {
  emission: 'emittedAt',
  echeance: 'dueAt',
  finalisation: 'finalizedAt',
  creation: 'createdAt',
  paiement: 'paidAt',
  validite: 'expiredAt',
  signature: 'signedAt',
  refus: 'refusedAt',
  remboursement: 'refundAt',
} as Readonly<Record<string, NonNullable<Filter['rangeType']>>>;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads the known parameters of an address and drops the rest. */
export function readFilters(raw: Readonly<Record<string, unknown>>): ListFilters {
  const said = NAMES.flatMap((name) => {
    const value = raw[name];
    return ['string', 'number', 'boolean'].includes(typeof value) && value !== ''
      ? [[name, String(value)] as const]
      : [];
  });
  return Object.fromEntries(said);
}

/** The view of an address, or the first one. */
export const viewOf = (register: ListName, { vue = '' }: ListFilters) =>
  registers[register].views.find(({ said }) => said === vue) ?? registers[register].views[0]!;

/** The API query of an address: the filters of the view, unless the address overrides them. */
export function filterOf(register: ListName, search: ListFilters, { test }: { test: boolean }): Filter {
  const texts = pick(TEXTS, search, (value) => value);
  const many = pick(MANY, search, (value) => value.split(','));
  const flags = pick(FLAGS, search, (value) => value === 'oui');
  const amounts = pick(AMOUNTS, search, Number);
  return {
    test,
    type: registers[register].types,
    ...(search.archives === 'avec' ? {} : { archived: search.archives === 'seules' }),
    ...viewOf(register, search).filter,
    ...texts,
    ...many,
    ...flags,
    ...amounts,
    ...rangeOf(search),
  } as Filter;
}

/** The date range of an address, and its date field. */
function rangeOf({ du, au, date = 'emission' }: ListFilters): Pick<Filter, 'range' | 'rangeType'> {
  const from = du && DAY.test(du) ? du : undefined;
  const to = au && DAY.test(au) ? au : undefined;
  if (!from && !to) return {};
  return { range: to ? [from ?? FIRST_DAY, to] : [from ?? FIRST_DAY], rangeType: RANGES[date] ?? 'emittedAt' };
}

/** Earlier than any document. */
const FIRST_DAY = '1970-01-01';

/** What an address totals besides its documents: invoiced turnover, or VAT due. */
export const bookedOf = ({ somme = '' }: ListFilters): 'turnover' | 'vatDue' | undefined => BOOKED[somme];
const BOOKED: Readonly<Record<string, 'turnover' | 'vatDue'>> = { affaires: 'turnover', tva: 'vatDue' };

/** The sort order of an address. The recurring view defaults to the next date, nearest first. */
export function orderOf(search: ListFilters): { by: NonNullable<Order>; direction: Direction } {
  const { tri = '', sens } = search;
  const by = ORDERS[tri];
  if (by === undefined && sens === undefined && isOfRecurring(search)) return { by: 'recursOn', direction: 'ASC' };
  return { by: by ?? 'emittedAt', direction: sens === 'croissant' ? 'ASC' : 'DESC' };
}

const isOfRecurring = ({ vue }: ListFilters): boolean => vue === 'recurrentes';

/** The same address in another order. The default order is left out. */
export function inOrder(search: ListFilters, by: string, direction: Direction): ListFilters {
  const { tri: _, sens: __, ...others } = search;
  const tri = wordOf(ORDERS, by);
  if (isOfRecurring(search) && by === 'recursOn' && direction === 'ASC') return others;
  return {
    ...others,
    ...(tri && (tri !== 'emission' || isOfRecurring(search)) && { tri }),
    ...(direction === 'ASC' && { sens: 'croissant' }),
  };
}

const wordOf = (words: Readonly<Record<string, string>>, member: string): string | undefined =>
  Object.entries(words).find(([, name]) => name === member)?.[0];

function pick<T>(names: Readonly<Record<string, string>>, search: ListFilters, read: (value: string) => T) {
  return Object.fromEntries(
    Object.entries(names).flatMap(([word, member]) => {
      const value = search[word as keyof ListFilters];
      return value === undefined ? [] : [[member, read(value)]];
    }),
  );
}

export type Totals = Answer<'get-billings-totals'>;
