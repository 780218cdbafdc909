import * as z from 'zod';
import { deleteAddressChanges } from '../../../db/people/address-changes.ts';
import { isEmailTaken, namePerson } from '../../../db/people/persons.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { foldedEmail, type Person } from '../../../domain/people/person.ts';
import type { Refused } from '../../../domain/refusal.ts';
import { personalOperation } from '../../../pipeline/personal-operation.ts';
import { ownEmail, password, personName } from '../../../schemas/people/credentials.ts';
import { SignedInJson, signedInToJson } from '../../../schemas/people/signed-in.ts';
import type { PersonalContext } from '../../../services/people/personal-context.ts';
import { addressRefusals, requestAddressChange } from '../../../services/people/request-address-change.ts';
import { confirmed } from '../../../services/people/sign-in/reauthenticate.ts';
import { ofPerson, signedInOf } from '../../../services/people/sign-in/signed-in.ts';

export const changePerson = personalOperation({
  name: 'change-person',
  summary: 'Change your name, hide the first steps, or request another address to sign in with.',
  description:
    'Missing members stay unchanged. A new address needs the password and takes effect when confirmed by the link sent to it (`newEmail` until then), or immediately if the service sends no e-mail. Giving the current address cancels a pending change.',
  chapter: 'People',
  routes: ['PATCH /v2/person'],
  asker: 'signed_in',
  path: z.object({}),
  body: z.object({
    name: personName.optional(),
    firstStepsPutAway: z
      .boolean()
      .optional()
      .meta({ description: 'Whether the checklist of the first steps is hidden.' }),
    email: ownEmail.optional(),
    password: password.optional().meta({ description: 'The current password, if the address changes.' }),
  }),
  success: 200,
  output: SignedInJson,
  refusals: ['password_wrong', 'sign_in_slowed', ...addressRefusals],
  example: { name: 'Zoé Martin' },
  run: async (context, input) => {
    const signedIn = signedInOf(context);
    const { person } = signedIn;
    const changed = {
      ...person,
      name: input.name ?? person.name,
      email: input.email ?? person.email,
      stepsPutAway: input.firstStepsPutAway ?? person.stepsPutAway,
    };
    if (changed.email !== person.email) {
      const known = await confirmed(context, input.password ?? '');
      if ('refused' in known) return known;
    }
    const after =
      foldedEmail(changed.email) === foldedEmail(person.email)
        ? await renamed(context, changed, { takesBack: input.email !== undefined })
        : await moved(context, changed);
    if ('refused' in after) return after;
    return { body: signedInToJson({ ...signedIn, person: after }) };
  },
});

async function renamed(
  context: PersonalContext,
  person: Person,
  { takesBack }: { takesBack: boolean },
): Promise<Person> {
  await inTransaction(context.pool, ofPerson(person.id), async (tx) => {
    namePerson(tx, person, foldedEmail(person.email));
    if (takesBack) deleteAddressChanges(tx, person.id);
    return { commit: true, answer: undefined };
  });
  const { newEmail, ...rest } = person;
  return takesBack || !newEmail ? rest : person;
}

/** Requests a new address. Rate-limited, because each request mails an address of anyone. */
async function moved(context: PersonalContext, changed: Person) {
  const guess = { network: context.network, aim: `new address of ${changed.id}`, isKnown: true };
  const retryAfter = context.guesses.wait(guess);
  if (retryAfter > 0) return { refused: 'sign_in_slowed', retryAfter } as const;
  context.guesses.failed(guess);
  const after = await requestAddressChange(context, changed).catch(taken);
  if (!('refused' in after))
    context.note({ event: after.newEmail ? 'address_asked' : 'address_changed', actor: changed.id });
  return after;
}

function taken(error: unknown): Refused<'email_taken'> {
  if (isEmailTaken(error)) return { refused: 'email_taken' };
  throw error;
}
