import type { MailType } from '../../mail/mail-type.ts';
import { inMode, type SeriesPrefix } from '../numbering/series.ts';

export const states = ['draft', 'finalized', 'signed', 'refused', 'paid'] as const;
export type State = (typeof states)[number];

/**
 * Whose money a kind of document speaks of: an offer asks for nothing yet, a claim is owed to the account, a credit is
 * owed by it. Claims and credits are bills: invoices to the law (CGI art. 289, I 5).
 */
type Nature = 'offer' | 'claim' | 'credit';

/** What is true of one kind and not of another, where more than one place of the service must know it. */
type KindRow = {
  readonly nature: Nature;
  /** The series of official numbers it is numbered in. */
  readonly series: SeriesPrefix;
  /** The states it can come to. */
  readonly states: readonly State[];
  /** Lines somebody entered, or a share of another document's lines, key by key. */
  readonly made: 'of lines' | 'of a share';
  /** What its net amount does to the turnover of the account: adds to it, takes from it, or nothing. */
  readonly turnover: 1 | -1 | 0;
  /** What finalizing it does to the stock of the products on its lines: brings back, takes from it, or nothing. */
  readonly stock: 1 | -1 | 0;
  /** The types of mail that can go out about it, the usual one first. */
  readonly mails: readonly MailType[];
};

/**
 * The kinds of billing document, one row each: the whole service reads here what a kind is, PostgreSQL included, which is
 * told by parameters and by texts made of these rows. A new kind begins with its row, and the compiler points at the rest.
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

/** What a kind is. */
export const kindRow = (kind: Kind): KindRow => rows[kind];

/** The kinds whose row says so. */
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
/** What has no lines of its own: another document says what it sells. */
export const shareKinds = kinds.filter((kind) => !isLinedKind(kind));
/** What time can be put on: what says, or will say, what is sold. */
export const timedKinds = linedKinds.filter((kind): kind is Exclude<LinedKind, CreditKind> => !isCreditKind(kind));

/** The series a document is numbered in. Test documents have series of their own, which never touch the real ones. */
export const seriesOf = (kind: Kind, test: boolean): string => inMode(rows[kind].series, test);
