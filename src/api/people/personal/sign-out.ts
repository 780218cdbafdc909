import * as z from 'zod';
import { endSession } from '../../../db/people/sessions.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { personalOperation } from '../../../pipeline/personal-operation.ts';
import { ofPerson, signedInOf } from '../../../services/people/sign-in/signed-in.ts';

export const signOut = personalOperation({
  name: 'sign-out',
  summary: 'Sign out: the session ends permanently.',
  description: 'The session stops working within a second.',
  chapter: 'People',
  routes: ['POST /v2/person/sign-out'],
  asker: 'signed_in',
  path: z.object({}),
  body: z.object({}),
  success: 204,
  output: z.null(),
  refusals: [],
  run: async (context) => {
    const { person, session } = signedInOf(context);
    await inTransaction(context.pool, ofPerson(person.id), async (tx) => {
      endSession(tx, person.id, session.id);
      return { commit: true, answer: undefined };
    });
    context.note({ event: 'signed_out', actor: person.id });
    return { body: null, ended: true };
  },
});
