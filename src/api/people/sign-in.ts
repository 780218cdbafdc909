import * as z from 'zod';
import { lockPasskey, recordPasskeyUse } from '../../db/people/passkeys.ts';
import { accountsOfPerson, type Credentials, findPerson, lockPassword } from '../../db/people/persons.ts';
import { endSession } from '../../db/people/sessions.ts';
import { inTransaction } from '../../db/transaction.ts';
import { CHALLENGE_LIFE_SECONDS } from '../../domain/people/passkey.ts';
import type { OwnAccount, Person } from '../../domain/people/person.ts';
import type { Refused } from '../../domain/refusal.ts';
import { personalOperation } from '../../pipeline/personal-operation.ts';
import { isUuid } from '../../schemas/fields/id.ts';
import { ownEmail, password, secondFactorCode } from '../../schemas/people/credentials.ts';
import { PasskeyShown } from '../../schemas/people/passkey.ts';
import { SignedInJson } from '../../schemas/people/signed-in.ts';
import type { PersonalContext } from '../../services/people/personal-context.ts';
import { findPersonForSignIn } from '../../services/people/sign-in/find-person.ts';
import { openSession, signInResponse } from '../../services/people/sign-in/open-session.ts';
import {
  createChallenge,
  isFirstUse,
  isOurChallenge,
  siteOf,
  webauthn,
} from '../../services/people/sign-in/passkeys.ts';
import { isPassword } from '../../services/people/sign-in/password-hash.ts';
import { refusalOfCode } from '../../services/people/sign-in/reauthenticate.ts';
import { type CodeOutcome, passesSecondFactor } from '../../services/people/sign-in/second-factor.ts';
import { ofPerson, signedInOf } from '../../services/people/sign-in/signed-in.ts';

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

const SIGN_IN = 'sign-in';

type PasskeyReply = ReturnType<typeof signInResponse> | Refused<'passkeys_suspended'>;

export const askToSignIn = personalOperation({
  name: 'ask-to-sign-in-with-passkey',
  summary: 'Get the options of navigator.credentials.get to sign in with a passkey.',
  description: `The options are valid for ${CHALLENGE_LIFE_SECONDS / 60} minutes and name no person: the device identifies the owner of the passkey.`,
  chapter: 'People',
  routes: ['POST /v2/person/sign-in/passkey/options'],
  asker: 'anybody',
  path: z.object({}),
  body: z.object({}),
  success: 200,
  output: z.object({
    options: z
      .looseObject({ challenge: z.string() })
      .meta({ description: 'The options for the browser, in the JSON format of WebAuthn.' }),
  }),
  refusals: [],
  run: async (context) => {
    const { generateAuthenticationOptions } = await webauthn();
    const made = await generateAuthenticationOptions({
      rpID: siteOf(context).expectedRPID,
      challenge: createChallenge(context, SIGN_IN),
      userVerification: 'required',
    });
    return { body: { options: { ...made } } };
  },
});

export const signInWithPasskey = personalOperation({
  name: 'sign-in-with-passkey',
  summary: 'Sign in with a passkey, which replaces the password and the second factor.',
  description: 'The device must verify the person (fingerprint, face or code), and each signature works once.',
  chapter: 'People',
  routes: ['POST /v2/person/sign-in/passkey'],
  asker: 'anybody',
  path: z.object({}),
  body: z.object({ response: PasskeyShown }),
  success: 200,
  output: SignedInJson,
  refusals: ['passkey_refused', 'passkeys_suspended', 'sign_in_slowed'],
  run: async (context, { response }) => {
    const guess = { network: context.network, aim: `passkeys from ${context.network}` };
    const retryAfter = context.guesses.wait(guess);
    if (retryAfter > 0) return { refused: 'sign_in_slowed', retryAfter };
    const personId = Buffer.from(response.response.userHandle, 'base64url').toString();
    const { verifyAuthenticationResponse } = await webauthn();
    const reply =
      isUuid(personId) &&
      (await inTransaction<PasskeyReply | undefined>(context.pool, ofPerson(personId), async (tx) => {
        const passkey = await lockPasskey(tx, personId, response.id);
        const found = await findPerson(tx, personId);
        if (!passkey || !found) return { commit: false, answer: undefined };
        let signed = '';
        const expectedChallenge = (challenge: string): boolean => {
          signed = challenge;
          return isOurChallenge(context, challenge, SIGN_IN);
        };
        const said = { ...response, clientExtensionResults: {} };
        const { credential: id, counter, publicKey } = passkey;
        const credential = { id, counter, publicKey: new Uint8Array(publicKey) };
        const options = {
          response: said,
          expectedChallenge,
          credential,
          ...siteOf(context),
          requireUserVerification: true,
        };
        // The library throws on anything invalid from a browser.
        const verified = await verifyAuthenticationResponse(options).catch(() => undefined);
        if (!verified?.verified || !(await isFirstUse(tx, context, { personId, signed })))
          return { commit: false, answer: undefined };
        // Commits the refusal, because the challenge is used up.
        if (found.person.reviewSince !== undefined) return { commit: true, answer: { refused: 'passkeys_suspended' } };
        const now = context.now();
        recordPasskeyUse(tx, personId, { id: passkey.id, counter: verified.authenticationInfo.newCounter, now });
        const accounts = await accountsOfPerson(tx);
        const { person, credentials } = found;
        const opened = { ...openSession(tx, context, person), accounts, person };
        return { commit: true, answer: signInResponse({ ...opened, deviceSecret: credentials.deviceSecret }) };
      }));
    if (!reply) {
      context.guesses.failed(guess);
      context.note({ event: 'sign_in_failed', actor: isUuid(personId) ? personId : undefined });
      return { refused: 'passkey_refused' };
    }
    context.note({ event: 'refused' in reply ? 'sign_in_failed' : 'signed_in', actor: personId });
    return reply;
  },
});

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
