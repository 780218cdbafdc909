import * as z from 'zod';
import { accountName } from '../../../db/people/invitations.ts';
import { personIdOf } from '../../../db/people/persons.ts';
import { foldedEmail } from '../../../domain/people/person.ts';
import { personalOperation } from '../../../pipeline/personal-operation.ts';
import { linkSecret } from '../../../schemas/people/credentials.ts';
import { RoleJson } from '../../../schemas/people/signed-in.ts';
import { withInvitationLink } from '../../../services/people/invitations/invitation-link.ts';

export const lookAtLink = personalOperation({
  name: 'look-at-link',
  summary: 'Look at an invitation link without using it.',
  description:
    'The link of the first owner contains no address: the owner enters one. The secret is sent in the body, never in a URL.',
  chapter: 'People',
  routes: ['POST /v2/person/invitation'],
  asker: 'anybody',
  path: z.object({}),
  body: z.object({ secret: linkSecret }),
  success: 200,
  output: z.object({
    account: z.object({ id: z.string(), name: z.string() }),
    role: RoleJson,
    email: z.string().nullable().meta({ description: 'The invited address; null for the first owner.' }),
    isKnown: z.boolean().meta({ description: 'Whether a user with this address exists.' }),
    endsAt: z.number().meta({ description: 'Unix seconds.' }),
  }),
  refusals: ['link_not_found', 'sign_in_slowed'],
  run: (context, { secret }) =>
    withInvitationLink(context, secret, async (tx, { invitation }) => {
      const { role, email, endsAt } = invitation;
      const [name, known] = await Promise.all([
        accountName(tx),
        email === undefined ? undefined : personIdOf(tx, foldedEmail(email)),
      ]);
      const account = { id: tx.accountId, name };
      return { body: { account, role, email: email ?? null, isKnown: known !== undefined, endsAt } };
    }),
});
