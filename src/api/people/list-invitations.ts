import * as z from 'zod';
import { openInvitations } from '../../db/people/invitations.ts';
import { operation } from '../../pipeline/operation.ts';
import { InvitationJson, invitationToJson } from '../../schemas/people/members.ts';

export const listInvitations = operation({
  name: 'list-invitations',
  summary: 'List the open invitations, newest first.',
  chapter: 'People',
  routes: ['GET /v2/invitations'],
  scope: 'account:read',
  path: z.object({}),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: z.object({ invitations: z.array(InvitationJson) }),
  refusals: [],
  run: async ({ tx, now }) => ({ body: { invitations: (await openInvitations(tx, now)).map(invitationToJson) } }),
});
