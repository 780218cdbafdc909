import { lockSettings } from '../../../db/account/accounts.ts';
import { hashOfInvitation, lockInvitation } from '../../../db/people/invitations.ts';
import { hasOwner } from '../../../db/people/memberships.ts';
import { inTransaction, type Tx } from '../../../db/transaction.ts';
import { type Invitation, isOpen } from '../../../domain/people/invitation.ts';
import { isRefusal, type Refused } from '../../../domain/refusal.ts';
import type { PersonalContext } from '../personal-context.ts';
import { hasHash, readSecret } from '../secret-token.ts';

export type Link = { readonly invitation: Invitation; readonly hasOwner: boolean };

/**
 * Uses an invitation in one transaction of its account, with members and invitation locked, so
 * that it is used once. `personId` is the person whose rows are also written. Refusals roll back.
 */
export async function withInvitationLink<Answer>(
  context: PersonalContext,
  secret: string,
  work: (tx: Tx, link: Link) => Promise<Answer>,
  personId?: string,
): Promise<Answer | Refused<'link_not_found' | 'sign_in_slowed'>> {
  const { guesses, network } = context;
  const guess = { network, aim: `links from ${network}` };
  const retryAfter = guesses.wait(guess);
  if (retryAfter > 0) return { refused: 'sign_in_slowed', retryAfter };
  const said = readSecret('link', secret);
  const answer = said
    ? await inTransaction(
        context.pool,
        { accountId: said.ownerId, test: false, ...(personId !== undefined && { personId }) },
        async (tx) => {
          const link = await openLink(tx, { id: said.id, secret, now: context.now() });
          const answer = link ? await work(tx, link) : NOT_FOUND;
          return { commit: !isRefusal(answer), answer };
        },
      )
    : NOT_FOUND;
  if (answer === NOT_FOUND) guesses.failed(guess);
  return answer;
}

const NOT_FOUND: Refused<'link_not_found'> = { refused: 'link_not_found' };

async function openLink(
  tx: Tx,
  { id, secret, now }: { id: string; secret: string; now: number },
): Promise<Link | undefined> {
  const sha256 = await hashOfInvitation(tx, id);
  if (!sha256 || !hasHash(secret, sha256)) return undefined;
  // The account first, as when inviting, and only after the secret was checked.
  await lockSettings(tx);
  const [found, owned] = [await lockInvitation(tx, id), await hasOwner(tx)];
  return found && isOpen(found.invitation, { now, hasOwner: owned })
    ? { invitation: found.invitation, hasOwner: owned }
    : undefined;
}
