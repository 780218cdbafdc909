import { insertInvitation } from '../../../db/people/invitations.ts';
import type { Tx } from '../../../db/transaction.ts';
import { INVITATION_LIFE_SECONDS, type Invitation } from '../../../domain/people/invitation.ts';
import type { Role } from '../../../domain/people/role.ts';
import { createSecret } from '../secret-token.ts';

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
