import * as z from 'zod';
import { ownEmail, password } from '../../../contract/people/credentials.ts';
import { SignedInJson } from '../../../contract/people/me.ts';
import { knownAt } from '../../../deeds/people/known-at.ts';
import { openSession, signedInReply } from '../../../deeds/people/open-session.ts';
import { isPassword } from '../../../deeds/people/password-hash.ts';
import { ofPerson } from '../../../deeds/people/signed-in.ts';
import { personalOperation } from '../../../road/personal-operation.ts';
import { accountsOfPerson } from '../../../store/people/persons.ts';
import { inTransaction } from '../../../store/transaction.ts';

export const signIn = personalOperation({
  name: 'sign-in',
  summary: 'Sign in with an address and a password. The session is a cookie.',
  description:
    'The cookie is `__Host-facturier-session`: HttpOnly, Secure, SameSite=Strict. An unknown address and a wrong password are answered alike, and as slowly. Wrong guesses are slowed by whom they are at and by where they come from; a browser that was signed in with before waits for nobody else’s.',
  chapter: 'People',
  routes: ['POST /v2/person/sign-in'],
  asker: 'anybody',
  path: z.object({}),
  body: z.object({ email: ownEmail, password }),
  success: 200,
  output: SignedInJson,
  refusals: ['sign_in_refused', 'sign_in_slowed'],
  example: { email: 'zoe@exemple.fr', password: 'quatre mots sans aucun rapport' },
  run: async (context, input) => {
    const { known, guess } = await knownAt(context, input.email);
    const retryAfter = context.guesses.wait(guess);
    const personId = known?.person.id;
    if (retryAfter > 0) {
      context.note({ event: 'sign_ins_slowed', actor: personId, retryAfter });
      return { refused: 'sign_in_slowed', retryAfter };
    }
    // Counted before it is looked at, so that a hundred at once are a hundred; given back where it was right.
    const right = await context.guesses.counted(guess, () =>
      isPassword(input.password, known?.credentials.passwordHash, context),
    );
    if (!known || !right) {
      context.note({ event: 'sign_in_failed', actor: personId });
      return { refused: 'sign_in_refused' };
    }
    const { person, credentials } = known;
    const opened = await inTransaction(context.pool, ofPerson(person.id), async (tx) => ({
      commit: true,
      answer: { ...openSession(tx, context, person), accounts: await accountsOfPerson(tx) },
    }));
    context.note({ event: 'signed_in', actor: person.id });
    return signedInReply({ ...opened, person, deviceSecret: credentials.deviceSecret });
  },
});
