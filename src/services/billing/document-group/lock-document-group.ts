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

/** A document group locked until the transaction ends, with everything locked or read with it. */
export type LockedGroup<D extends BillingDocument = BillingDocument> = ChainLock & {
  readonly group: DocumentGroup<D>;
  /** The context of a draft to be derived from it, if any. */
  readonly around?: DraftContext | undefined;
};

/** Why a document group is locked. Lock order: group, chain head, series. */
type Purpose<D extends BillingDocument> = {
  /** A sealed document changes, so the chain records it. */
  readonly moves?: true;
  /** It gets a number, or a derived document of another kind does. */
  readonly numbers?: 'itself' | Kind;
  /** Validates as much as possible before a number is assigned, without blocking others. */
  readonly judged?: (group: DocumentGroup<D>) => Promise<DocumentGroup<D>>;
  /** The kind of a draft to be derived, whose context is read with the group. */
  readonly child?: Kind;
};

/**
 * Locks a document with its relatives; refuses if the caller's version is stale. A free chain is
 * locked in the same round trip. A busy one is locked last, after the document group has been read
 * and validated: a transaction that holds the chain reads nothing more.
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

/** Adds the chain lock, for changes made after work that must not block others of the account. */
export const withAuditChain = async <H extends LockedGroup>(context: Context, locked: H): Promise<H> => ({
  ...locked,
  ...(await ensureChainLocked(context, locked.group)),
});

/** The counters that assign a number. */
export const countersOf = (numbers: 'itself' | Kind): Counters =>
  numbers === 'itself' ? numbers : { live: seriesOf(numbers, false), test: seriesOf(numbers, true) };

/** The same, with the context of a draft of the kind to be derived. */
export async function lockParentDocument<D extends BillingDocument, R extends RefusalCode>(
  context: Context,
  id: string,
  what: DocumentLookup<D, R>,
  child: Kind,
  purpose: Omit<Purpose<D>, 'child'> = {},
): Promise<(LockedGroup<D> & { readonly around: DraftContext }) | Refused<R> | Refused<'version_stale'>> {
  const locked = await lockDocumentGroup(context, id, what, { ...purpose, child });
  if ('refused' in locked) return locked;
  const { around: known } = locked;
  if (!known) throw new Error(`no context found for ${id}`);
  const { settings } = locked.group.asked.facts;
  const turnover = await turnoverThisYear(context, { document: {}, settings });
  return { ...locked, around: { ...known, ...(turnover !== undefined && { turnoverThisYear: turnover }) } };
}
