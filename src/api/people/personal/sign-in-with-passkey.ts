import * as z from 'zod';
import { lockPasskey, recordPasskeyUse } from '../../../db/people/passkeys.ts';
import { accountsOfPerson, findPerson } from '../../../db/people/persons.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { CHALLENGE_LIFE_SECONDS } from '../../../domain/people/passkey.ts';
import type { Refused } from '../../../domain/refusal.ts';
import { personalOperation } from '../../../pipeline/personal-operation.ts';
import { isUuid } from '../../../schemas/fields/id.ts';
import { PasskeyShown } from '../../../schemas/people/passkey.ts';
import { SignedInJson } from '../../../schemas/people/signed-in.ts';
import { openSession, signInResponse } from '../../../services/people/sign-in/open-session.ts';
import {
  createChallenge,
  isFirstUse,
  isOurChallenge,
  siteOf,
  webauthn,
} from '../../../services/people/sign-in/passkeys.ts';
import { ofPerson } from '../../../services/people/sign-in/signed-in.ts';

const SIGN_IN = 'sign-in';

type Reply = ReturnType<typeof signInResponse> | Refused<'passkeys_suspended'>;

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
      (await inTransaction<Reply | undefined>(context.pool, ofPerson(personId), async (tx) => {
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
