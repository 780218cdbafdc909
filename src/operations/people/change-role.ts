import * as z from 'zod';
import { idOr } from '../../contract/id.ts';
import { PersonOfAccountJson, personToJson, role } from '../../contract/people/people.ts';
import { endKeysOf } from '../../deeds/account/end-keys.ts';
import { recordPerson } from '../../deeds/people/record-person.ts';
import { withRole } from '../../domain/people/membership.ts';
import { operation } from '../../road/operation.ts';
import { lockSettings } from '../../store/account/accounts.ts';
import { revokeInvitationsOf } from '../../store/people/invitations.ts';
import { type NamedMember, peopleOf, updateMembership } from '../../store/people/memberships.ts';

export const changeRole = operation({
  name: 'change-role',
  summary: 'Change what somebody may do in the account.',
  description:
    'Within a second, everywhere he is signed in; keys he made that may do more than he from now on end, and who is no owner any more has invited nobody. The last owner stays one. Asked by a person, not by a key.',
  chapter: 'People',
  routes: ['PATCH /v2/people/{personId}'],
  scope: 'account:admin',
  path: z.object({ id: idOr('person_not_found') }),
  query: z.object({}),
  body: z.object({ role }),
  success: 200,
  output: PersonOfAccountJson,
  refusals: ['live_key_needed', 'person_not_found', 'last_owner', 'key_manages_nobody'],
  securityNote: ({ id }) => ({ event: 'role_changed', person: id }),
  example: { role: 'member' },
  run: async (context, { id, role }) => {
    const { tx, test, now, isPerson } = context;
    if (test) return { refused: 'live_key_needed' };
    const [, people] = [await lockSettings(tx), await peopleOf(tx)];
    const changed = withRole(people, { personId: id, role });
    if ('refused' in changed) return changed;
    if (!isPerson) return { refused: 'key_manages_nobody' };
    await endKeysOf(context, { personId: changed.personId, role });
    if (role !== 'owner') revokeInvitationsOf(tx, changed.personId, now);
    updateMembership(tx, changed);
    await recordPerson(context, 'role_changed', changed);
    return { body: personToJson({ ...(people.find(({ personId }) => personId === id) as NamedMember), ...changed }) };
  },
});
