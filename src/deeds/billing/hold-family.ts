import type { BillingDocument } from '../../domain/billing/document/document.ts';
import type { Around, Family } from '../../domain/billing/document/family.ts';
import type { Kind } from '../../domain/billing/document/kind.ts';
import type { RefusalCode, Refused } from '../../domain/refusal.ts';
import type { ChainHead } from '../../seal/audit-seal.ts';
import { aroundChild, lockFamily } from '../../store/billing/documents.ts';
import { lockSeriesBeside, lockSeriesOf, type SeriesState } from '../../store/billing/series.ts';
import { lockHeadOf } from '../../store/proof/audit-chain.ts';
import type { Context } from '../context.ts';
import { staleVersion } from '../stale-version.ts';
import { familyToday, turnoverThisYear, type Wanted } from './see-family.ts';
import { etagOfFamily } from './show-family.ts';

/** A family locked until the transaction ends, with whatever else was locked or read beside it in the same journey. */
export type Held<D extends BillingDocument = BillingDocument> = {
  readonly family: Family<D>;
  /** The head of its audit chain. */
  readonly head?: ChainHead | undefined;
  /** The counters of the series that a number will be taken from. */
  readonly series?: readonly SeriesState[] | undefined;
};

/** What is done with a family beside reading it. Locks are taken in the order: family, series, head of the chain. */
type Purpose = {
  /** Something of what is sealed moves, and the chain tells it. */
  readonly moves?: true;
  /** It gets a number, or a document of another kind that is made of it does. */
  readonly numbers?: 'itself' | Kind;
};

/** Locks a document with its relatives; refuses a version the caller no longer holds. */
export async function holdFamily<D extends BillingDocument, R extends RefusalCode>(
  context: Context,
  id: string,
  what: Wanted<D, R>,
  { moves, numbers }: Purpose = {},
): Promise<Held<D> | Refused<R> | Refused<'version_stale'>> {
  const { tx } = context;
  const [remembered, series, head] = await Promise.all([
    lockFamily(tx, id),
    numbers && (numbers === 'itself' ? lockSeriesOf(tx, id) : lockSeriesBeside(tx, id, numbers)),
    moves && lockHeadOf(tx, id),
  ]);
  const family = await familyToday(context, id, what, remembered);
  if ('refused' in family) return family;
  return staleVersion(context, etagOfFamily(family)) ?? { family, head, series };
}

/** The same, with what is around a draft of the kind that will be made of it. */
export async function holdParent<D extends BillingDocument, R extends RefusalCode>(
  context: Context,
  id: string,
  what: Wanted<D, R>,
  child: Kind,
  purpose: Purpose = {},
): Promise<(Held<D> & { readonly around: Around }) | Refused<R> | Refused<'version_stale'>> {
  const [held, known] = await Promise.all([holdFamily(context, id, what, purpose), aroundChild(context.tx, id, child)]);
  if ('refused' in held) return held;
  if (!known) throw new Error(`nothing is around ${id}`);
  const { settings } = held.family.asked.facts;
  const turnover = await turnoverThisYear(context, { document: {}, settings });
  return { ...held, around: { ...known, ...(turnover !== undefined && { turnoverThisYear: turnover }) } };
}
