import type { ListOfFigure } from '../client/schemas.ts';

/** Maps API query members to search parameters. */
const WORDS: Readonly<Record<string, string>> = {
  search: 'q',
  customerId: 'client',
  organizationId: 'organisation',
  opportunityId: 'projet',
  currency: 'devise',
  type: 'type',
  state: 'etat',
  situation: 'situation',
  late: 'retard',
  unpaid: 'impayees',
  toBill: 'a-facturer',
  toRefund: 'a-rembourser',
  amountFrom: 'min',
  amountTo: 'max',
  method: 'mode',
  from: 'du',
  to: 'au',
};
const DAYS: Readonly<Record<string, string>> = {
  emittedAt: 'emission',
  dueAt: 'echeance',
  finalizedAt: 'finalisation',
  createdAt: 'creation',
  paidAt: 'paiement',
  expiredAt: 'validite',
  signedAt: 'signature',
  refusedAt: 'refus',
  refundAt: 'remboursement',
};
/** The total to show if it differs from the documents' own, tax included. */
const SUMS: Readonly<Partial<Record<ListOfFigure['member'], string>>> = { turnover: 'affaires', vatDue: 'tva' };
const OFFERS: ReadonlySet<string> = new Set(['estimate', 'purchase_order']);

/** Link to the list that a figure sums, archived documents included unless excluded. */
export function addressOf({ path, query, member }: Pick<ListOfFigure, 'path' | 'query' | 'member'>): {
  to: '/devis' | '/factures' | '/paiements' | '/documents-repris';
  search: Record<string, string>;
} {
  if (path === '/v2/past-documents') return { to: '/documents-repris', search: pastSearchOf(query, member) };
  const { range, rangeType, archived, test: _, ...said } = query;
  const [from, to] = [range ?? []].flat().map(String);
  const search: Record<string, string> = {};
  for (const [member, value] of Object.entries(said)) {
    const word = WORDS[member];
    if (word !== undefined)
      search[word] = typeof value === 'boolean' ? (value ? 'oui' : 'non') : [value].flat().join(',');
  }
  if (from !== undefined) search.du = from;
  if (to !== undefined) search.au = to;
  const day = DAYS[String(rangeType ?? '')];
  if (from !== undefined && day !== undefined && day !== 'emission') search.date = day;
  if (path === '/v2/payments') return { to: '/paiements', search };
  const sum = SUMS[member];
  if (sum !== undefined) search.somme = sum;
  const isOfOffers = [query.type ?? []].flat().some((type) => OFFERS.has(String(type))) || query.toBill !== undefined;
  return { to: isOfOffers ? '/devis' : '/factures', search: { ...search, archives: archivedIn(archived) } };
}

const PAST_WORDS: Readonly<Record<string, string>> = {
  ...{ customerId: 'client', importId: 'reprise', from: 'du', to: 'au' },
  ...{ dueFrom: 'echu-du', dueTo: 'echu-au', notDueOn: 'non-echu' },
};

function pastSearchOf(query: ListOfFigure['query'], member: ListOfFigure['member']): Record<string, string> {
  const days = Object.entries(query).flatMap(([name, value]) =>
    PAST_WORDS[name] === undefined ? [] : [[PAST_WORDS[name], String(value)]],
  );
  const isReceived = query.booked === 'collected';
  const sum =
    member === 'vatDue'
      ? { somme: isReceived ? 'tva-encaissee' : 'tva' }
      : member === 'turnover'
        ? { somme: isReceived ? 'encaisse' : 'affaires' }
        : {};
  return {
    ...Object.fromEntries(days),
    ...(query.unpaid === true && { vue: 'a-encaisser' }),
    ...(query.late === true && { vue: 'en-retard' }),
    ...sum,
  };
}

function archivedIn(archived: unknown): 'avec' | 'seules' | 'sans' {
  if (archived === undefined) return 'avec';
  return archived === true || archived === 'true' ? 'seules' : 'sans';
}
