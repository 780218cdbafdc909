import * as z from 'zod';
import { accountsOfPerson, type Credentials, lockPassword } from '../../../db/people/persons.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { OwnAccount, Person } from '../../../domain/people/person.ts';
import { personalOperation } from '../../../pipeline/personal-operation.ts';
import { ownEmail, password, secondFactorCode } from '../../../schemas/people/credentials.ts';
import { SignedInJson } from '../../../schemas/people/signed-in.ts';
import type { PersonalContext } from '../../../services/people/personal-context.ts';
import { findPersonForSignIn } from '../../../services/people/sign-in/find-person.ts';
import { openSession, signInResponse } from '../../../services/people/sign-in/open-session.ts';
import { isPassword } from '../../../services/people/sign-in/password-hash.ts';
import { refusalOfCode } from '../../../services/people/sign-in/reauthenticate.ts';
import { type CodeOutcome, passesSecondFactor } from '../../../services/people/sign-in/second-factor.ts';
import { ofPerson } from '../../../services/people/sign-in/signed-in.ts';

export const signIn = personalOperation({
  name: 'sign-in',
  summary: 'Sign in with an address and a password. The session is a cookie.',
  description:
    'The cookie is `__Host-facturier-session`: HttpOnly, Secure, SameSite=Strict. An unknown address and a wrong password get the same answer in the same time. Failed attempts are rate-limited by person and by origin; a browser that has signed in before is not slowed by the attempts of others.',
  chapter: 'People',
  routes: ['POST /v2/person/sign-in'],
  asker: 'anybody',
  path: z.object({}),
  body: z.object({
    email: ownEmail,
    password,
    code: secondFactorCode.optional().meta({ description: 'Required if the person has a second factor.' }),
  }),
  success: 200,
  output: SignedInJson,
  refusals: [
    'sign_in_refused',
    'sign_in_slowed',
    'second_factor_needed',
    'second_factor_wrong',
    'second_factor_stopped',
  ],
  example: { email: 'zoe@exemple.fr', password: 'quatre mots sans aucun rapport' },
  run: async (context, input) => {
    const { known, guess } = await findPersonForSignIn(context, input.email);
    const retryAfter = context.guesses.wait(guess);
    const personId = known?.person.id;
    if (retryAfter > 0) {
      context.note({ event: 'sign_ins_slowed', actor: personId, retryAfter });
      return { refused: 'sign_in_slowed', retryAfter };
    }
    let outcome = { is: 'refused' } as Outcome;
    // The attempt counts while it is checked, so that a hundred concurrent guesses count as a
    // hundred.
    await context.guesses.counted(guess, async () => {
      const right = await isPassword(input.password, known?.credentials.passwordHash, context);
      if (known && right) outcome = await opened(context, known, input.code);
      return outcome.is === 'open' || outcome.is === 'needed';
    });
    if (!known || outcome.is !== 'open') {
      if (outcome.is !== 'needed') context.note({ event: 'sign_in_failed', actor: personId });
      if (!known || outcome.is === 'refused' || outcome.is === 'open') return { refused: 'sign_in_refused' };
      return refusalOfCode(context, known.person, outcome);
    }
    const { person, credentials } = known;
    context.note({ event: 'signed_in', actor: person.id });
    return signInResponse({ ...outcome, person, deviceSecret: credentials.deviceSecret });
  },
});

type Opened = ReturnType<typeof openSession> & { accounts: readonly OwnAccount[] };
/** The result of a sign-in. The code is only checked if the password is right. */
type Outcome = { is: 'refused' } | Exclude<CodeOutcome, { is: 'passed' }> | ({ is: 'open' } & Opened);

/** Opens a session after the right password and, with a second factor, the code. */
const opened = (
  context: PersonalContext,
  { person, credentials }: { person: Person; credentials: Credentials },
  code: string | undefined,
): Promise<Outcome> =>
  inTransaction<Outcome>(context.pool, ofPerson(person.id), async (tx) => {
    const passed = await passesSecondFactor(tx, context, { personId: person.id, said: code });
    // A wrong code counts even though the sign-in fails.
    if (passed.is !== 'passed') return { commit: true, answer: passed };
    if (!(await lockPassword(tx, person.id, credentials))) return { commit: false, answer: { is: 'refused' } };
    const accounts = await accountsOfPerson(tx);
    return { commit: true, answer: { is: 'open', ...openSession(tx, context, person), accounts } };
  });
