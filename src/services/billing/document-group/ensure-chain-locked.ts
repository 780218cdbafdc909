import type { ChainHead } from '../../../audit/chain/chain-signer.ts';
import { type Counters, type LockedAuditChain, lockAuditChain } from '../../../db/audit/lock-audit-chain.ts';
import type { SeriesState } from '../../../db/billing/number-series.ts';
import type { DocumentGroup } from '../../../domain/billing/document/group/document-group.ts';
import type { Context } from '../../context.ts';

/** The locked audit chain of a document group, with the locked counters of a series. */
export type ChainLock = {
  /** The head of the chain, locked until the transaction ends. */
  readonly head?: ChainHead | undefined;
  /** The counters of the series that assigns the number. */
  readonly series?: readonly SeriesState[] | undefined;
};

/**
 * Locks the chain of a document group that has been read and validated. `free` is the chain if it
 * was already locked in the round trip that locked the document group.
 */
export const ensureChainLocked = async (
  { tx }: Context,
  group: DocumentGroup,
  counters?: Counters,
  free?: LockedAuditChain,
): Promise<ChainLock> => free ?? (await lockAuditChain(tx, group.asked.document.id, counters)) ?? {};
