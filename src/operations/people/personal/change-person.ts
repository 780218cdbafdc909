import * as z from 'zod';
import { ownEmail, password, personName } from '../../../contract/people/credentials.ts';
import { SignedInJson, signedInToJson } from '../../../contract/people/me.ts';
import { confirmed } from '../../../deeds/people/confirmed.ts';
import { ofPerson, signedInOf } from '../../../deeds/people/signed-in.ts';
import { foldedEmail } from '../../../domain/people/person.ts';
import type { Refused } from '../../../domain/refusal.ts';
import { personalOperation } from '../../../road/personal-operation.ts';
import { isEmailTaken, renamePerson } from '../../../store/people/persons.ts';
import { inTransaction } from '../../../store/transaction.ts';

export const changePerson = personalOperation({
  name: 'change-person',
  summary: 'Change one’s name, or the address one signs in with.',
  description: 'What is left out stays. Another address needs the password.',
  chapter: 'People',
  routes: ['PATCH /v2/person'],
  asker: 'signed_in',
  path: z.object({}),
  body: z.object({
    name: personName.optional(),
    email: ownEmail.optional(),
    password: password.optional().meta({ description: 'The present one, where the address changes.' }),
  }),
  success: 200,
  output: SignedInJson,
  refusals: ['password_wrong', 'sign_in_slowed', 'email_taken'],
  example: { name: 'Zoé Martin' },
  run: async (context, input) => {
    const signedIn = signedInOf(context);
    const { person } = signedIn;
    const changed = { ...person, name: input.name ?? person.name, email: input.email ?? person.email };
    const isMoved = changed.email !== person.email;
    if (isMoved) {
      const known = await confirmed(context, input.password ?? '');
      if ('refused' in known) return known;
    }
    const refused = await inTransaction(context.pool, ofPerson(person.id), async (tx) => {
      renamePerson(tx, changed, foldedEmail(changed.email));
      return { commit: true, answer: undefined };
    }).catch(taken);
    if (refused) return refused;
    if (isMoved) context.note({ event: 'address_changed', actor: person.id });
    return { body: signedInToJson({ ...signedIn, person: changed }) };
  },
});

function taken(error: unknown): Refused<'email_taken'> {
  if (isEmailTaken(error)) return { refused: 'email_taken' };
  throw error;
}
