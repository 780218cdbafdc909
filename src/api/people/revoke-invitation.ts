import * as z from 'zod';
import { lockInvitation, revokeInvitation } from '../../db/people/invitations.ts';
import { isOpen } from '../../domain/people/invitation.ts';
import { operation } from '../../pipeline/operation.ts';
import { idOr } from '../../schemas/fields/id.ts';

export const revokeInvitationOfAccount = operation({
  name: 'revoke-invitation',
  summary: 'Revoke an invitation: its link stops working.',
  description: 'Not available to API keys.',
  chapter: 'People',
  routes: ['DELETE /v2/invitations/{invitationId}'],
  scope: 'account:admin',
  path: z.object({ id: idOr('invitation_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 204,
  output: z.null(),
  refusals: ['live_key_needed', 'invitation_not_found', 'key_manages_nobody'],
  securityNote: () => ({ event: 'invitation_revoked' }),
  run: async ({ tx, test, now, isPerson }, { id }) => {
    if (test) return { refused: 'live_key_needed' };
    const found = await lockInvitation(tx, id);
    if (!found || found.invitation.email === undefined || !isOpen(found.invitation, { now, hasOwner: true }))
      return { refused: 'invitation_not_found' };
    if (!isPerson) return { refused: 'key_manages_nobody' };
    revokeInvitation(tx, id, now);
    return { body: null };
  },
});
