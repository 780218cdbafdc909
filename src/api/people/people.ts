import * as z from 'zod';
import { lockSettings } from '../../db/account/accounts.ts';
import { revokeInvitationsOf } from '../../db/people/invitations.ts';
import { type NamedMember, peopleOf, updateMembership } from '../../db/people/memberships.ts';
import { gone, withRole } from '../../domain/people/membership.ts';
import { operation } from '../../pipeline/operation.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { PersonOfAccountJson, personToJson, role } from '../../schemas/people/members.ts';
import { revokeKeysOf } from '../../services/account/api-keys.ts';
import { deactivateWebhooksOf, successorRefusal } from '../../services/events/deactivate-webhooks.ts';
import { auditMembershipChange } from '../../services/people/audit-membership-change.ts';
import { notifyOwnersOfMember } from '../../services/people/notify-person.ts';

export const listPeople = operation({
  name: 'list-people',
  summary: 'List the people of the account, including those who left.',
  description: 'Current members first, in the order in which they joined.',
  chapter: 'People',
  routes: ['GET /v2/people'],
  scope: 'account:read',
  path: z.object({}),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: z.object({ people: z.array(PersonOfAccountJson) }),
  refusals: [],
  run: async ({ tx }) => ({ body: { people: (await peopleOf(tx)).map(personToJson) } }),
});

export const changeRole = operation({
  name: 'change-role',
  summary: 'Change the role of a person in the account.',
  description:
    'Takes effect within a second in all sessions of the person. Keys they created with more rights than the new role are revoked, and a former owner’s open invitations are revoked. When a person becomes an accountant, their webhooks are disabled or pass to another member. The last owner cannot change role. Not available to API keys.',
  chapter: 'People',
  routes: ['PATCH /v2/people/{personId}'],
  scope: 'account:admin',
  path: z.object({ id: idOr('person_not_found') }),
  query: z.object({}),
  body: z.object({
    role,
    webhooksTo: z.uuid().optional().meta({
      description:
        'The id of the member who takes over the webhooks, if the new role cannot have any. Without it the webhooks are disabled.',
    }),
  }),
  success: 200,
  output: PersonOfAccountJson,
  refusals: ['live_key_needed', 'person_not_found', 'last_owner', 'key_manages_nobody', 'makes_no_webhooks'],
  securityNote: ({ id }) => ({ event: 'role_changed', person: id }),
  example: { role: 'member' },
  run: async (context, { id, role, webhooksTo }) => {
    const { tx, test, now, isPerson } = context;
    if (test) return { refused: 'live_key_needed' };
    const [settings, people] = [await lockSettings(tx), await peopleOf(tx)];
    const changed = withRole(people, { personId: id, role });
    if ('refused' in changed) return changed;
    if (!isPerson) return { refused: 'key_manages_nobody' };
    const successor = { personId: changed.personId, to: webhooksTo };
    const refused = successorRefusal(people, successor);
    if (refused) return refused;
    await revokeKeysOf(context, { personId: changed.personId, role });
    if (role !== 'owner') revokeInvitationsOf(tx, changed.personId, now);
    updateMembership(tx, changed);
    const person = people.find(({ personId }) => personId === id) as NamedMember;
    const isOther = person.role !== role;
    if (isOther) await notifyOwnersOfMember(context, { notice: 'role_changed', person, role }, { settings, people });
    await auditMembershipChange(context, 'role_changed', changed);
    await deactivateWebhooksOf(context, { ...successor, role });
    return { body: personToJson({ ...person, ...changed }) };
  },
});

export const removePerson = operation({
  name: 'remove-person',
  summary: 'Remove a person from the account, or leave it.',
  description:
    'Owners can remove others; everyone can leave with their own id. Access ends within a second. Their keys and unused invitations are revoked and their webhooks disabled; another member can take over the webhooks (`webhooksTo`). The name of the person stays in the history. The last owner cannot leave. Not available to API keys.',
  chapter: 'People',
  routes: ['DELETE /v2/people/{personId}'],
  scope: 'account:admin',
  openTo: ({ isPerson, actor }, path) => isPerson === true && (path as { id?: unknown }).id === actor,
  path: z.object({ id: idOr('person_not_found') }),
  query: z.object({
    webhooksTo: z.uuid().optional().meta({
      description: 'The id of the member who takes over the person’s webhooks. Without it the webhooks are disabled.',
    }),
  }),
  body: z.object({}),
  success: 204,
  output: z.null(),
  refusals: ['live_key_needed', 'person_not_found', 'last_owner', 'key_manages_nobody', 'makes_no_webhooks'],
  securityNote: ({ id }) => ({ event: 'person_removed', person: id }),
  run: async (context, { id, webhooksTo }) => {
    const { tx, test, now, isPerson } = context;
    if (test) return { refused: 'live_key_needed' };
    const [settings, members] = [await lockSettings(tx), await peopleOf(tx)];
    const left = gone(members, { personId: id, now });
    if ('refused' in left) return left;
    if (!isPerson) return { refused: 'key_manages_nobody' };
    const successor = { personId: left.personId, to: webhooksTo };
    const refused = successorRefusal(members, successor);
    if (refused) return refused;
    await revokeKeysOf(context, { personId: left.personId, role: undefined });
    revokeInvitationsOf(tx, left.personId, now);
    const person = members.find(({ personId }) => personId === left.personId) as NamedMember;
    await notifyOwnersOfMember(context, { notice: 'person_left', person }, { settings, people: members });
    await auditMembershipChange(context, 'person_left', left);
    await deactivateWebhooksOf(context, { ...successor, role: undefined });
    updateMembership(tx, left);
    return { body: null };
  },
});
