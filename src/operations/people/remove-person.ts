import * as z from 'zod';
import { idOr } from '../../contract/id.ts';
import { endKeysOf } from '../../deeds/account/end-keys.ts';
import { recordPerson } from '../../deeds/people/record-person.ts';
import { gone } from '../../domain/people/membership.ts';
import { operation } from '../../road/operation.ts';
import { lockSettings } from '../../store/account/accounts.ts';
import { revokeInvitationsOf } from '../../store/people/invitations.ts';
import { membersOf, updateMembership } from '../../store/people/memberships.ts';

export const removePerson = operation({
  name: 'remove-person',
  summary: 'Remove somebody from the account, or leave it oneself.',
  description:
    'Within a second he reaches nothing of it any more, the keys he made end with him, and so do the invitations he sent that nobody has used; what he did keeps his name. The last owner stays. Asked by a person, not by a key.',
  chapter: 'People',
  routes: ['DELETE /v2/people/{personId}'],
  scope: 'account:admin',
  path: z.object({ id: idOr('person_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 204,
  output: z.null(),
  refusals: ['live_key_needed', 'person_not_found', 'last_owner', 'key_manages_nobody'],
  securityNote: ({ id }) => ({ event: 'person_removed', person: id }),
  run: async (context, { id }) => {
    const { tx, test, now, isPerson } = context;
    if (test) return { refused: 'live_key_needed' };
    const [, members] = [await lockSettings(tx), await membersOf(tx)];
    const left = gone(members, { personId: id, now });
    if ('refused' in left) return left;
    if (!isPerson) return { refused: 'key_manages_nobody' };
    await endKeysOf(context, { personId: left.personId, role: undefined });
    revokeInvitationsOf(tx, left.personId, now);
    updateMembership(tx, left);
    await recordPerson(context, 'person_left', left);
    return { body: null };
  },
});
