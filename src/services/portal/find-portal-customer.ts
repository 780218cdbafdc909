import { timingSafeEqual } from 'node:crypto';
import { accountsOfCustomer } from '../../db/portal/portal-customers.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import type { Refused } from '../../domain/refusal.ts';
import type { PersonalContext } from '../people/personal-context.ts';

type No = Refused<'customer_link_not_found' | 'links_slowed'>;
const NOT_FOUND = { refused: 'customer_link_not_found' } as const;
/**
 * An account and customer ID that do not exist, compared when there is no other, to take the same
 * time.
 */
const ZERO_UUID = '00000000-0000-0000-0000-000000000000';

/**
 * Reads a customer's data for the holder of the portal secret (decision 0032), in a transaction of
 * the account. An unknown ID, another customer's secret and a wrong one run the same query and
 * comparison; guesses per address are slowed.
 */
export async function findPortalCustomer<Answer>(
  { pool, environment, guesses, network }: PersonalContext,
  { id, token }: { id: string | undefined; token: string },
  work: (tx: Tx, whose: { test: boolean }) => Promise<Answer>,
): Promise<Answer | No> {
  const guess = { network, aim: `portals from ${network}` };
  const retryAfter = guesses.wait(guess);
  if (retryAfter > 0) return { refused: 'links_slowed', retryAfter };
  const accounts = await inTransaction(pool, { accountId: '', test: false }, async (tx) => ({
    commit: false,
    answer: await accountsOfCustomer(tx, id ?? ZERO_UUID),
  }));
  const candidates = accounts.length > 0 ? accounts : [{ accountId: ZERO_UUID, test: false }];
  const said = Buffer.from(token);
  const opened = candidates.filter(({ accountId }) => {
    const secret = Buffer.from(environment.portalTokens.of({ accountId, customerId: id ?? ZERO_UUID }));
    return said.length === secret.length && timingSafeEqual(said, secret);
  });
  const [whose] = accounts.length > 0 ? opened : [];
  if (!whose) {
    guesses.failed(guess);
    return NOT_FOUND;
  }
  return inTransaction(pool, whose, async (tx) => ({ commit: false, answer: await work(tx, whose) }));
}
