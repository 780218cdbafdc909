import * as z from 'zod';
import { lockSettings } from '../../db/account/accounts.ts';
import { lockInvitation, openInvitations, revokeInvitation } from '../../db/people/invitations.ts';
import { peopleOf } from '../../db/people/memberships.ts';
import { isOpen } from '../../domain/people/invitation.ts';
import { PEOPLE_MAX } from '../../domain/people/membership.ts';
import { foldedEmail } from '../../domain/people/person.ts';
import { invitationMail } from '../../mail/owner-notices.ts';
import { operation } from '../../pipeline/operation.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { ownEmail } from '../../schemas/people/credentials.ts';
import { InvitationJson, invitationToJson, NewInvitationJson, role } from '../../schemas/people/members.ts';
import { queueMail } from '../../services/mail/queue-mail.ts';
import { nameOf } from '../../services/mail/sender.ts';
import { createInvitationLink } from '../../services/people/invitations/invitation-link.ts';

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

export const invitePerson = operation({
  name: 'invite-person',
  summary: 'Invite a person to the account by e-mail.',
  description: `The link works once, for seven days; inviting the same address again invalidates the previous link. Without a mail server, the link is returned in the answer, once. At most ${PEOPLE_MAX} members and invitations. Not available to API keys.`,
  chapter: 'People',
  routes: ['POST /v2/invitations'],
  scope: 'account:admin',
  path: z.object({}),
  query: z.object({}),
  body: z.object({ email: ownEmail, role }),
  success: 201,
  answersSecret: 'link',
  output: NewInvitationJson,
  refusals: [
    'live_key_needed',
    'key_manages_nobody',
    'already_member',
    'too_many_people',
    'too_many_mails',
    'mail_files_too_large',
  ],
  securityNote: () => ({ event: 'person_invited' }),
  example: { email: 'comptable@exemple.fr', role: 'accountant' },
  run: async (context, { email, role }) => {
    const { tx, test, now, newId, publicUrl, actor: invitedBy, isPerson } = context;
    if (test) return { refused: 'live_key_needed' };
    if (!isPerson) return { refused: 'key_manages_nobody' };
    const settings = await lockSettings(tx);
    const [people, open] = await Promise.all([peopleOf(tx), openInvitations(tx, now)]);
    const members = people.filter(({ leftAt }) => leftAt === undefined);
    const folded = foldedEmail(email);
    if (members.some((member) => foldedEmail(member.email) === folded)) return { refused: 'already_member' };
    const before = open.filter((invitation) => foldedEmail(invitation.email ?? '') === folded);
    if (members.length + open.length - before.length >= PEOPLE_MAX)
      return { refused: 'too_many_people', limit: PEOPLE_MAX };
    for (const { id } of before) revokeInvitation(tx, id, now);

    const { invitation, url } = createInvitationLink(tx, { id: newId(), now, publicUrl, email, role, invitedBy });
    const { locale } = settings.defaults;
    const by = people.find(({ personId }) => personId === invitedBy)?.name ?? '';
    const letter = invitationMail({ account: nameOf(settings.emitter, settings), by, url }, locale);
    const posted = await queueMail(context, {
      purpose: 'notice',
      test: false,
      to: [email],
      ...letter,
      locale,
      settings,
    });
    if ('refused' in posted && posted.refused !== 'mail_not_configured') return posted;
    return { body: { ...invitationToJson(invitation), ...('refused' in posted && { link: url }) } };
  },
});

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
