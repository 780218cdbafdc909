import { lockLink } from '../../db/portal/customer-links.ts';
import { inTransaction } from '../../db/transaction.ts';
import { type CustomerLink, isOpen } from '../../domain/portal/customer-link.ts';
import { isRefusal, type Refusal, type Refused } from '../../domain/refusal.ts';
import { clockIn } from '../account/account-clock.ts';
import type { Context } from '../context.ts';
import { type CustomerContext, customerActor } from './customer-context.ts';
import { type Named, readLinkText } from './link-token.ts';

/**
 * Runs a link holder's request in one transaction of its account with the link locked. Unknown,
 * revoked, expired and wrong-purpose links get the same refusal; guesses per address are slowed.
 * Refusals roll back. Owners lock a document before its link and link holders the reverse, so
 * deadlock victims are retried.
 */
export async function withCustomerLink<Answer>(
  context: CustomerContext,
  text: string,
  work: (context: Context, link: CustomerLink) => Promise<Answer>,
): Promise<Answer | Refused<'customer_link_not_found' | 'links_slowed'>> {
  const named = readLinkText(context.environment.portalTokens, text);
  if (!named) return unknown(context);
  for (let tried = 1; ; tried++)
    try {
      return await once(context, named, work);
    } catch (error) {
      if (tried === TRIES_MAX || !isDeadlock(error)) throw error;
    }
}

/** Attempts if PostgreSQL chose it as a deadlock victim. */
const TRIES_MAX = 3;
const isDeadlock = (error: unknown): boolean => (error as { code?: string }).code === '40P01';

async function once<Answer>(
  { pool, environment, newId, language, opens, ...context }: CustomerContext,
  named: Named,
  work: (context: Context, link: CustomerLink) => Promise<Answer>,
): Promise<Answer | typeof NOT_FOUND> {
  const answer = await inTransaction<Answer | Refusal>(
    pool,
    { accountId: named.accountId, test: false },
    async (tx) => {
      const link = await lockLink(tx, named.linkId);
      const { now, realNow } = await clockIn(context.now, tx, link?.test ?? false);
      if (!link || !isOpen(link, now) || !opens.includes(link.purpose)) return { commit: false, answer: NOT_FOUND };
      const mine = { tx, now, realNow, newId, language, accountId: named.accountId, test: link.test };
      const answer = await work({ ...environment, ...mine, scopes: [], actor: customerActor(link) }, link);
      return { commit: !isRefusal(answer), answer };
    },
  );
  return answer as Answer | typeof NOT_FOUND;
}

const NOT_FOUND: Refused<'customer_link_not_found'> = { refused: 'customer_link_not_found' };

/**
 * Not a token of this service: a guess. Valid links are never slowed by guesses from the same
 * address.
 */
function unknown({ guesses, network }: CustomerContext): Refused<'customer_link_not_found' | 'links_slowed'> {
  const guess = { network, aim: `customer links from ${network}` };
  const retryAfter = guesses.wait(guess);
  if (retryAfter > 0) return { refused: 'links_slowed', retryAfter };
  guesses.failed(guess);
  return NOT_FOUND;
}
