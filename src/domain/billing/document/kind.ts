import type { MailType } from '../../mail/mail.ts';
import { inMode, type SeriesPrefix } from '../numbering/series.ts';

export const states = ['draft', 'finalized', 'signed', 'refused', 'paid'] as const;
export type State = (typeof states)[number];

/**
 * Who owes money for a kind of document: an offer creates no debt yet, the customer owes a claim,
 * the account owes a credit. Claims and credits are bills: invoices in law (CGI art. 289, I 5).
 */
type Nature = 'offer' | 'claim' | 'credit';

/** The properties of one kind that several parts of the service need. */
type KindRow = {
  readonly nature: Nature;
  /** The number series of the kind. */
  readonly series: SeriesPrefix;
  /** The possible states. */
  readonly states: readonly State[];
  /** Whether it has entered lines, or is a share of another document's lines, key by key. */
  readonly made: 'of lines' | 'of a share';
  /** The sign of its net amount in the account's turnover; 0 if it does not count. */
  readonly turnover: 1 | -1 | 0;
  /** The sign by which finalizing changes the stock of its products; 0 if it does not. */
  readonly stock: 1 | -1 | 0;
  /** The types of mail about it, the default first. */
  readonly mails: readonly MailType[];
};

/**
 * The kinds of billing document, one row each. All code reads the properties of a kind here;
 * PostgreSQL gets them as parameters and in SQL generated from these rows. To add a kind, add its
 * row and follow the compiler errors.
 */
const rows = {
  estimate: {
    nature: 'offer',
    series: 'D',
    states: ['draft', 'finalized', 'signed', 'refused'],
    made: 'of lines',
    turnover: 0,
    stock: 0,
    mails: ['estimate_simple'],
  },
  purchase_order: {
    nature: 'offer',
    series: 'BC',
    states: ['draft', 'finalized', 'signed', 'refused'],
    made: 'of lines',
    turnover: 0,
    stock: 0,
    mails: ['estimate_simple'],
  },
  advance: {
    nature: 'claim',
    series: 'F',
    states: ['draft', 'finalized', 'paid'],
    made: 'of a share',
    turnover: 1,
    stock: 0,
    mails: ['invoice_simple', 'invoice_reminder'],
  },
  invoice: {
    nature: 'claim',
    series: 'F',
    states: ['draft', 'finalized', 'paid'],
    made: 'of lines',
    turnover: 1,
    stock: -1,
    mails: ['invoice_simple', 'invoice_reminder', 'invoice_recurring'],
  },
  credit_note: {
    nature: 'credit',
    series: 'AV',
    states: ['draft', 'finalized'],
    made: 'of lines',
    turnover: -1,
    stock: 1,
    mails: ['invoice_simple'],
  },
} as const satisfies Readonly<Record<string, KindRow>>;

export type Kind = keyof typeof rows;
export const kinds = Object.keys(rows) as readonly Kind[];

/** The properties of a kind. */
export const kindRow = (kind: Kind): KindRow => rows[kind];

/** The kinds whose row has these properties. */
type KindThat<Says extends Partial<KindRow>> = {
  [K in Kind]: (typeof rows)[K] extends Says ? K : never;
}[Kind];
export type OfferKind = KindThat<{ nature: 'offer' }>;
export type ClaimKind = KindThat<{ nature: 'claim' }>;
export type CreditKind = KindThat<{ nature: 'credit' }>;
export type BillKind = Exclude<Kind, OfferKind>;
export type LinedKind = KindThat<{ made: 'of lines' }>;

export const isOfferKind = (kind: Kind): kind is OfferKind => rows[kind].nature === 'offer';
export const isClaimKind = (kind: Kind): kind is ClaimKind => rows[kind].nature === 'claim';
export const isCreditKind = (kind: Kind): kind is CreditKind => rows[kind].nature === 'credit';
export const isBillKind = (kind: Kind): kind is BillKind => !isOfferKind(kind);
export const isLinedKind = (kind: Kind): kind is LinedKind => rows[kind].made === 'of lines';

export const offerKinds = kinds.filter(isOfferKind);
export const claimKinds = kinds.filter(isClaimKind);
export const billKinds = kinds.filter(isBillKind);
export const creditKinds = kinds.filter(isCreditKind);
const linedKinds = kinds.filter(isLinedKind);
/** Kinds without lines of their own: another document states what they sell. */
export const shareKinds = kinds.filter((kind) => !isLinedKind(kind));
/** Kinds that time entries can be billed on: those that state, or will state, what is sold. */
export const timedKinds = linedKinds.filter((kind): kind is Exclude<LinedKind, CreditKind> => !isCreditKind(kind));

/**
 * The series a document is numbered in. Test documents have series of their own, apart from the
 * live ones.
 */
export const seriesOf = (kind: Kind, test: boolean): string => inMode(rows[kind].series, test);
