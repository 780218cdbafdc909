import * as z from 'zod';
import { settingsOf } from '../../db/account/settings.ts';
import { acceptInvitation, accountName } from '../../db/people/invitations.ts';
import { join, peopleOf } from '../../db/people/memberships.ts';
import { isEmailTaken, personIdOf } from '../../db/people/persons.ts';
import type { Tx } from '../../db/transaction.ts';
import { foldedEmail, type OwnAccount } from '../../domain/people/person.ts';
import type { Role } from '../../domain/people/role.ts';
import type { Refused } from '../../domain/refusal.ts';
import { personalOperation } from '../../pipeline/personal-operation.ts';
import { linkSecret, newPassword, ownEmail, personName } from '../../schemas/people/credentials.ts';
import { RoleJson, SignedInJson } from '../../schemas/people/signed-in.ts';
import { auditMembershipChange } from '../../services/people/audit-membership-change.ts';
import { withInvitationLink } from '../../services/people/invitations/invitation-link.ts';
import { joiner } from '../../services/people/invitations/invited-person.ts';
import { notifyOwnersOfMember } from '../../services/people/notify-person.ts';
import { openSession, signInResponse } from '../../services/people/sign-in/open-session.ts';

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

export const joinAccount = personalOperation({
  name: 'join-account',
  summary: 'Use an invitation link: the first owner sets up the account, an invited person joins it.',
  description:
    'New users give a name and a password; the first owner also gives an address. Existing users sign in first and then send only the secret. Afterwards the link stops working, and the person is signed in.',
  chapter: 'People',
  routes: ['POST /v2/person/join'],
  asker: 'anybody',
  path: z.object({}),
  body: z.object({
    secret: linkSecret,
    email: ownEmail
      .optional()
      .meta({ description: 'The address of the first owner; other invitations contain the address.' }),
    name: personName.optional(),
    password: newPassword.optional(),
  }),
  success: 201,
  output: SignedInJson,
  refusals: [
    'link_not_found',
    'sign_in_slowed',
    'joiner_incomplete',
    'password_weak',
    'email_taken',
    'link_of_another',
  ],
  run: async (context, input) => {
    const { secret } = input;
    // An unusable link is refused before the password is hashed.
    const looked = await withInvitationLink(context, secret, async (_, { invitation }) => ({ invitation }));
    if ('refused' in looked) return looked;
    const who = await joiner(context, input, looked.invitation);
    if ('refused' in who) return who;
    const { person, credentials } = who;
    const joined = await withInvitationLink(
      context,
      secret,
      async (tx, { invitation }) => {
        const clash = await who.enter(tx);
        if (clash) return clash;
        const now = context.now();
        join(tx, { personId: person.id, role: invitation.role, now });
        const event = { personId: person.id, role: invitation.role };
        acceptInvitation(tx, invitation.id, { now, personId: person.id });
        const opened = openSession(tx, context, person);
        const { seal } = context.environment;
        const accounts = await accountsThen(tx, context.signedIn?.accounts ?? [], invitation.role);
        const posting = { tx, now, newId: context.newId, ...context.environment, actor: person.id };
        const changed = {
          notice: 'person_joined',
          person: { ...person, personId: person.id },
          role: invitation.role,
        } as const;
        await notifyOwnersOfMember(posting, changed, await settingsAndPeople(tx));
        await auditMembershipChange({ tx, seal, now, actor: person.id }, 'person_joined', event);
        return { ...opened, accounts, account: tx.accountId };
      },
      person.id,
    ).catch(takenMeanwhile);
    if ('refused' in joined) return joined;
    context.note({ event: 'person_joined', account: joined.account, actor: person.id });
    return signInResponse({ ...joined, person, deviceSecret: credentials.deviceSecret });
  },
});

const settingsAndPeople = async (tx: Tx) => ({
  settings: (await settingsOf(tx)).settings,
  people: await peopleOf(tx),
});

/**
 * The person's accounts after joining, computed from the accounts before: with sharding the
 * transaction of one account cannot read another. An existing member keeps their role.
 */
async function accountsThen(tx: Tx, before: readonly OwnAccount[], role: Role): Promise<readonly OwnAccount[]> {
  if (before.some(({ id }) => id === tx.accountId)) return before;
  const { settings } = await settingsOf(tx);
  return [...before, { id: tx.accountId, name: settings.name, role, isSample: settings.demo === true }];
}

/**
 * The refusal if two people take an address at once: the second violates the table's constraint.
 */
function takenMeanwhile(error: unknown): Refused<'email_taken'> {
  if (isEmailTaken(error)) return { refused: 'email_taken' };
  throw error;
}
