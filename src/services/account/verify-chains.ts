import { type Verified, verifyAccounts } from '../../db/audit/verify/verify-accounts.ts';
import type { Refused } from '../../domain/refusal.ts';
import type { Context } from '../context.ts';

/**
 * Seconds an interactive verification may take: some hundred thousand entries. Longer ones are for
 * the operator.
 */
const VERIFICATION_SECONDS_MAX = 60;

class TookTooLong extends Error {}

/**
 * Verifies the account's chains, live and test, and everything they prove, while the service is
 * running: the same as `facturier verify`, on one snapshot and a separate connection.
 */
export async function runChainVerification(
  { proof, objects, accountId }: Pick<Context, 'proof' | 'objects' | 'accountId'>,
  seconds = VERIFICATION_SECONDS_MAX,
): Promise<Verified | Refused<'chain_too_long'>> {
  if (!proof) throw new Error('this process cannot verify chains');
  // Read before the database, so that nothing in it is newer than the snapshot.
  const known = await proof.known();
  const until = performance.now() + seconds * 1_000;
  const inTime = (): void => {
    if (performance.now() > until) throw new TookTooLong();
  };
  try {
    return await verifyAccounts(proof.serving, [accountId], { ...known, objects }, inTime);
  } catch (error) {
    if (error instanceof TookTooLong) return { refused: 'chain_too_long', seconds };
    throw error;
  }
}
