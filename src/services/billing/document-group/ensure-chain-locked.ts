import type { ChainHead } from '../../../audit/chain/chain-signer.ts';
import { type Counters, type LockedChain, lockChain } from '../../../db/audit/lock-audit-chain.ts';
import type { SeriesState } from '../../../db/billing/number-series.ts';
import type { Family } from '../../../domain/billing/document/group/document-group.ts';
import type { Context } from '../../context.ts';

/** The locked audit chain of a family, with the locked counters of a series. */
export type HeldChain = {
  /** The head of the chain, locked until the transaction ends. */
  readonly head?: ChainHead | undefined;
  /** The counters of the series that a number will be taken from. */
  readonly series?: readonly SeriesState[] | undefined;
};

/**
 * Locks the chain of a family that has been read and judged. `free` is the chain if it was already
 * locked in the round trip that locked the family.
 */
export const holdChain = async (
  { tx }: Context,
  family: Family,
  counters?: Counters,
  free?: LockedChain,
): Promise<HeldChain> => free ?? (await lockChain(tx, family.asked.document.id, counters)) ?? {};
