import type { Span, Summed } from '../../domain/home/turnover-sums.ts';
import type { FigureJson } from '../../schemas/home/dashboard.ts';

export type ListOfFigure = FigureJson['lists'][number];
type Query = ListOfFigure['query'];
type Member = ListOfFigure['member'];

/** A figure with the lists it sums. */
export const figure = ({ amount, count, others }: Summed, lists: ListOfFigure[]): FigureJson => ({
  amount,
  count,
  lists,
  others: others.map((other) => ({ ...other })) as FigureJson['others'],
});

/** A list of documents; the mode is always included, since a live key sees both. */
export const billings = (test: boolean, member: Member, query: Query): ListOfFigure => ({
  path: '/v2/billings',
  query: { ...query, test },
  member,
});

export type PastQuery = Readonly<Record<string, boolean | string>>;

/** A list of documents that another program issued, of the caller’s mode. */
export const pastDocuments = (member: Member, query: PastQuery): ListOfFigure => ({
  path: '/v2/past-documents',
  query: { ...query },
  member,
});

export const claimTypes = ['invoice', 'advance'];
export const billTypes = ['invoice', 'advance', 'asset'];
export const offerTypes = ['estimate', 'purchase_order'];

/** The bills issued in a period: their turnover, or the VAT that became due with them. */
export const issuedWithin = (test: boolean, { from, to }: Span, member: 'turnover' | 'vatDue'): ListOfFigure =>
  billings(test, member, { type: billTypes, state: ['finalized', 'paid'], rangeType: 'emittedAt', range: [from, to] });

/** Payments received in a period, and refunds of credit notes. */
export const receivedWithin = (test: boolean, { from, to }: Span, what: 'turnover' | 'vat'): ListOfFigure[] => [
  { path: '/v2/payments', query: { from, to, test }, member: what === 'vat' ? 'vatDue' : 'turnover' },
  billings(test, what === 'vat' ? 'vatRefunded' : 'refunded', {
    type: ['asset'],
    rangeType: 'refundAt',
    range: [from, to],
  }),
];
