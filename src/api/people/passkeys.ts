import * as z from 'zod';
import { deletePasskey, insertPasskey, listPasskeys } from '../../db/people/passkeys.ts';
import { inTransaction } from '../../db/transaction.ts';
import { PASSKEYS_MAX, type Passkey } from '../../domain/people/passkey.ts';
import type { Refused } from '../../domain/refusal.ts';
import { personalOperation } from '../../pipeline/personal-operation.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { password, personName, secondFactorCode } from '../../schemas/people/credentials.ts';
import { PasskeyJson, PasskeyMade } from '../../schemas/people/passkey.ts';
import { notifyPerson, ofPersonWithMail } from '../../services/people/notify-person.ts';
import type { PersonalContext } from '../../services/people/personal-context.ts';
import {
  createChallenge,
  isFirstUse,
  isOurChallenge,
  siteOf,
  webauthn,
} from '../../services/people/sign-in/passkeys.ts';
import { confirmingRefusals, reauthenticateWithCode } from '../../services/people/sign-in/reauthenticate.ts';
import { ofPerson, signedInOf } from '../../services/people/sign-in/signed-in.ts';

const options = z
  .looseObject({ challenge: z.string() })
  .meta({ description: 'The options for the browser, in the JSON format of WebAuthn.' });

const passkeysOf = ({ pool }: PersonalContext, personId: string): Promise<Passkey[]> =>
  inTransaction(pool, ofPerson(personId), async (tx) => ({ commit: false, answer: await listPasskeys(tx, personId) }));

const shownPasskey = ({
  id,
  name,
  createdAt,
  lastUsedAt = null,
}: Omit<Passkey, 'lastUsedAt'> & { lastUsedAt?: number | null }) => ({
  ...{ id, name, createdAt, lastUsedAt },
});

/** The purpose of a challenge for enrolling a person's device. */
const enrolling = (personId: string): string => `enrolling for ${personId}`;

export const askForPasskey = personalOperation({
  name: 'ask-for-passkey',
  summary: 'Get the options of navigator.credentials.create to create a passkey.',
  description: 'The options are valid for five minutes.',
  chapter: 'People',
  routes: ['POST /v2/person/passkeys/options'],
  asker: 'signed_in',
  path: z.object({}),
  body: z.object({
    password,
    code: secondFactorCode
      .optional()
      .meta({ description: 'Required if the person has a second factor: a passkey replaces both.' }),
  }),
  success: 200,
  output: z.object({ options }),
  refusals: [...confirmingRefusals, 'too_many_passkeys'],
  run: async (context, input) => {
    const known = await reauthenticateWithCode(context, input);
    if ('refused' in known) return known;
    const { id, email, name } = known.person;
    const passkeys = await passkeysOf(context, id);
    if (passkeys.length >= PASSKEYS_MAX) return { refused: 'too_many_passkeys', limit: PASSKEYS_MAX };
    const { generateRegistrationOptions } = await webauthn();
    const made = await generateRegistrationOptions({
      rpName: context.environment.serviceName,
      rpID: siteOf(context).expectedRPID,
      userName: email,
      userDisplayName: name,
      userID: new Uint8Array(Buffer.from(id)),
      challenge: createChallenge(context, enrolling(id)),
      attestationType: 'none',
      excludeCredentials: passkeys.map(({ credential, transports }) => ({
        id: credential,
        transports: [...transports],
      })),
      // A discoverable credential with user verification replaces both factors.
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    return { body: { options: { ...made } } };
  },
});

export const addPasskey = personalOperation({
  name: 'add-passkey',
  summary: 'Save a new passkey.',
  chapter: 'People',
  routes: ['POST /v2/person/passkeys'],
  asker: 'signed_in',
  path: z.object({}),
  body: z.object({ name: personName, response: PasskeyMade }),
  success: 201,
  output: PasskeyJson,
  refusals: ['passkey_refused', 'too_many_passkeys'],
  run: async (context, { name, response }) => {
    const { person, accounts } = signedInOf(context);
    const { verifyRegistrationResponse } = await webauthn();
    let signed = '';
    const expectedChallenge = (challenge: string): boolean => {
      signed = challenge;
      return isOurChallenge(context, challenge, enrolling(person.id));
    };
    const said = { ...response, clientExtensionResults: {} } as Parameters<
      typeof verifyRegistrationResponse
    >[0]['response'];
    const options = { response: said, expectedChallenge, ...siteOf(context), requireUserVerification: true };
    // The library throws on anything invalid from a browser.
    const verified = await verifyRegistrationResponse(options).catch(() => undefined);
    if (!verified?.verified) return { refused: 'passkey_refused' };
    const { id: credential, publicKey, counter } = verified.registrationInfo.credential;
    const { transports } = response.response;
    const passkey: Passkey = {
      ...{ id: context.newId(), credential, publicKey, counter, transports, name, createdAt: context.now() },
    };
    type Answer = { body: z.infer<typeof PasskeyJson> } | Refused<'too_many_passkeys' | 'passkey_refused'>;
    return inTransaction<Answer>(context.pool, ofPersonWithMail(person.id, accounts), async (tx) => {
      const before = await listPasskeys(tx, person.id);
      if (before.length >= PASSKEYS_MAX)
        return { commit: false, answer: { refused: 'too_many_passkeys', limit: PASSKEYS_MAX } };
      const isNew = !before.some((each) => each.credential === credential);
      if (!isNew || !(await isFirstUse(tx, context, { personId: person.id, signed })))
        return { commit: false, answer: { refused: 'passkey_refused' } };
      insertPasskey(tx, person.id, passkey);
      await notifyPerson(tx, context, person, { notice: 'passkey_added', name });
      tx.afterCommit(() => context.note({ event: 'passkeys_changed', actor: person.id }));
      return { commit: true, answer: { body: shownPasskey(passkey) } };
    });
  },
});

export const listOwnPasskeys = personalOperation({
  name: 'list-passkeys',
  summary: 'List your passkeys with their names.',
  chapter: 'People',
  routes: ['GET /v2/person/passkeys'],
  asker: 'signed_in',
  path: z.object({}),
  body: z.object({}),
  success: 200,
  output: z.object({ passkeys: z.array(PasskeyJson) }),
  refusals: [],
  run: async (context) => {
    const passkeys = await passkeysOf(context, signedInOf(context).person.id);
    return { body: { passkeys: passkeys.map(shownPasskey) } };
  },
});

export const removePasskey = personalOperation({
  name: 'remove-passkey',
  summary: 'Remove a passkey.',
  chapter: 'People',
  routes: ['DELETE /v2/person/passkeys/{passkeyId}'],
  asker: 'signed_in',
  path: z.object({ id: idOr('passkey_not_found') }),
  body: z.object({}),
  success: 204,
  output: z.null(),
  refusals: ['passkey_not_found'],
  run: async (context, { id }) => {
    const { person, accounts } = signedInOf(context);
    const deleted = await inTransaction(context.pool, ofPersonWithMail(person.id, accounts), async (tx) => {
      const name = (await listPasskeys(tx, person.id)).find((passkey) => passkey.id === id)?.name;
      const answer = await deletePasskey(tx, person.id, id);
      if (answer && name !== undefined) await notifyPerson(tx, context, person, { notice: 'passkey_removed', name });
      return { commit: true, answer };
    });
    if (!deleted) return { refused: 'passkey_not_found' };
    context.note({ event: 'passkeys_changed', actor: person.id });
    return { body: null };
  },
});
