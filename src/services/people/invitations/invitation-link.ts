import { lockSettings } from '../../../db/account/accounts.ts';
import { hashOfInvitation, insertInvitation, lockInvitation } from '../../../db/people/invitations.ts';
import { hasOwner } from '../../../db/people/memberships.ts';
import { inTransaction, type Tx } from '../../../db/transaction.ts';
import { INVITATION_LIFE_SECONDS, type Invitation, isOpen } from '../../../domain/people/invitation.ts';
import type { Role } from '../../../domain/people/role.ts';
import { isRefusal, type Refused } from '../../../domain/refusal.ts';
import type { PersonalContext } from '../personal-context.ts';
import { createSecret, hasHash, readSecret } from '../secret-token.ts';

/**
 * Creates an invitation to the account of this transaction and returns it with its URL: the secret
 * follows the `#`, so browsers do not send it and servers do not log it. Without an `email` it is
 * for the first owner.
 */
export function createInvitationLink(
  tx: Tx,
  options: { id: string; now: number; publicUrl: string; email?: string; role: Role; invitedBy: string },
): { invitation: Invitation; url: string } {
  const { id, now, publicUrl, email, role, invitedBy } = options;
  const invitation: Invitation = {
    ...{ id, role, invitedBy, createdAt: now, endsAt: now + INVITATION_LIFE_SECONDS },
    ...(email !== undefined && { email }),
  };
  const { text, sha256 } = createSecret('link', { ownerId: tx.accountId, id });
  insertInvitation(tx, invitation, sha256);
  return { invitation, url: `${publicUrl}/${email === undefined ? 'bienvenue' : 'invitation'}#secret=${text}` };
}

type Link = { readonly invitation: Invitation; readonly hasOwner: boolean };

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
