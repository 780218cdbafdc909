import { type Counters, tryLockAuditChain } from '../../../db/audit/lock-audit-chain.ts';
import { lockStoredDocumentGroup } from '../../../db/billing/read-document-group.ts';
import type { BillingDocument } from '../../../domain/billing/document/document.ts';
import type { DocumentGroup, DraftContext } from '../../../domain/billing/document/group/document-group.ts';
import { type Kind, seriesOf } from '../../../domain/billing/document/kind.ts';
import type { RefusalCode, Refused } from '../../../domain/refusal.ts';
import type { Context } from '../../context.ts';
import { refuseStaleVersion } from '../../version-check.ts';
import { etagOfDocumentGroup } from './document-response.ts';
import { type ChainLock, ensureChainLocked } from './ensure-chain-locked.ts';
import { type DocumentLookup, documentGroupToday, turnoverThisYear } from './load-document-group.ts';

/** A family locked until the transaction ends, with whatever else was locked or read beside it. */
export type LockedGroup<D extends BillingDocument = BillingDocument> = ChainLock & {
  readonly group: DocumentGroup<D>;
  /** What is around a draft that will be made of it, where one will be. */
  readonly around?: DraftContext | undefined;
};

/** What is done with a document group beside reading it. Locks are taken in the order: family, head of the chain, series. */
type Purpose<D extends BillingDocument> = {
  /** Something of what is sealed moves, and the chain tells it. */
  readonly moves?: true;
  /** It gets a number, or a document of another kind that is made of it does. */
  readonly numbers?: 'itself' | Kind;
  /** What can be judged of it before its number is known, and so without keeping others waiting. */
  readonly judged?: (group: DocumentGroup<D>) => Promise<DocumentGroup<D>>;
  /** The kind of a draft that will be made of it: what is around one is read with the document group. */
  readonly child?: Kind;
};

/**
 * Locks a document with its relatives; refuses a version the caller no longer holds. A free chain is
 * locked in the same round trip. A busy one is locked last, after the document group has been read and
 * judged: a transaction that holds the chain reads nothing more.
 */
export async function lockDocumentGroup<D extends BillingDocument, R extends RefusalCode>(
  context: Context,
  id: string,
  what: DocumentLookup<D, R>,
  { moves, numbers, judged, child }: Purpose<D> = {},
): Promise<LockedGroup<D> | Refused<R> | Refused<'version_stale'>> {
  const { tx } = context;
  const counters = numbers && countersOf(numbers);
  const [{ remembered, aroundChild: around }, free] = await Promise.all([
    lockStoredDocumentGroup(tx, id, child),
    moves ? tryLockAuditChain(tx, id, counters) : undefined,
  ]);
  const read = await documentGroupToday(context, id, what, remembered);
  if ('refused' in read) return read;
  const stale = refuseStaleVersion(context, etagOfDocumentGroup(read));
  if (stale) return stale;
  const group = judged ? await judged(read) : read;
  const chain = moves && (await ensureChainLocked(context, group, counters, free));
  return { group, around, ...chain };
}

/** The same with the audit chain: for what moves only once something was done that keeps nobody else of the account waiting. */
export const withAuditChain = async <H extends LockedGroup>(context: Context, held: H): Promise<H> => ({
  ...held,
  ...(await ensureChainLocked(context, held.group)),
});

/** The counters a number will be taken from. */
export const countersOf = (numbers: 'itself' | Kind): Counters =>
  numbers === 'itself' ? numbers : { live: seriesOf(numbers, false), test: seriesOf(numbers, true) };

/** The same, with what is around a draft of the kind that will be made of it. */
export async function lockParentDocument<D extends BillingDocument, R extends RefusalCode>(
  context: Context,
  id: string,
  what: DocumentLookup<D, R>,
  child: Kind,
  purpose: Omit<Purpose<D>, 'child'> = {},
): Promise<(LockedGroup<D> & { readonly around: DraftContext }) | Refused<R> | Refused<'version_stale'>> {
  const held = await lockDocumentGroup(context, id, what, { ...purpose, child });
  if ('refused' in held) return held;
  const { around: known } = held;
  if (!known) throw new Error(`nothing is around ${id}`);
  const { settings } = held.group.asked.facts;
  const turnover = await turnoverThisYear(context, { document: {}, settings });
  return { ...held, around: { ...known, ...(turnover !== undefined && { turnoverThisYear: turnover }) } };
}
