import { insertInvitation } from '../../../db/people/invitations.ts';
import type { Tx } from '../../../db/transaction.ts';
import { INVITATION_LIFE_SECONDS, type Invitation } from '../../../domain/people/invitation.ts';
import type { Role } from '../../../domain/people/role.ts';
import { createSecret } from '../secret-token.ts';

/**
 * Makes a link into the account of this transaction, and gives it with its address: the secret stands behind the `#`, which no
 * browser sends and no server logs. Without an `email` it is the first owner's.
 */
export function createInvitationLink(
  tx: Tx,
  given: { id: string; now: number; publicUrl: string; email?: string; role: Role; invitedBy: string },
): { invitation: Invitation; url: string } {
  const { id, now, publicUrl, email, role, invitedBy } = given;
  const invitation: Invitation = {
    ...{ id, role, invitedBy, createdAt: now, endsAt: now + INVITATION_LIFE_SECONDS },
    ...(email !== undefined && { email }),
  };
  const { text, sha256 } = createSecret('link', { ownerId: tx.accountId, id });
  insertInvitation(tx, invitation, sha256);
  return { invitation, url: `${publicUrl}/${email === undefined ? 'bienvenue' : 'invitation'}#secret=${text}` };
}
