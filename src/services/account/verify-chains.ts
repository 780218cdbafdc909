import { type Verified, verifyAccounts } from '../../db/audit/verify/verify-accounts.ts';
import type { Refused } from '../../domain/refusal.ts';
import type { Context } from '../context.ts';

/** Seconds a verification that somebody waits for may take: some hundred thousand links. Longer ones are for the operator. */
const VERIFICATION_SECONDS_MAX = 60;

class TookTooLong extends Error {}

/**
 * Reads the chains of the account again, live and test, and all they prove, beside whoever is working: as `facturier verify` does, on one
 * snapshot and a connection of its own.
 */
export async function runChainVerification(
  { proof, objects, accountId }: Pick<Context, 'proof' | 'objects' | 'accountId'>,
  seconds = VERIFICATION_SECONDS_MAX,
): Promise<Verified | Refused<'chain_too_long'>> {
  if (!proof) throw new Error('nothing is known here to verify a chain with');
  // Read before the database: then nothing known can be newer than the snapshot.
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
