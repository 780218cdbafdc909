import { renderSVG } from 'uqr';
import * as z from 'zod';
import { findPerson } from '../../db/people/persons.ts';
import {
  lockSecondFactor,
  prepareSecondFactor,
  replaceRecoveryCodes,
  switchSecondFactorOff,
  switchSecondFactorOn,
} from '../../db/people/second-factors.ts';
import { inTransaction } from '../../db/transaction.ts';
import { stepTaken } from '../../domain/people/second-factor.ts';
import type { Refused } from '../../domain/refusal.ts';
import { personalOperation } from '../../pipeline/personal-operation.ts';
import { password, secondFactorCode } from '../../schemas/people/credentials.ts';
import { SignedInJson } from '../../schemas/people/signed-in.ts';
import { notifyPerson, ofPersonWithMail } from '../../services/people/notify-person.ts';
import { openSession, signInResponse } from '../../services/people/sign-in/open-session.ts';
import { confirmingRefusals, reauthenticateWithCode } from '../../services/people/sign-in/reauthenticate.ts';
import {
  authenticatorUri,
  createRecoveryCodes,
  createTotpSecret,
  lockAuthenticator,
  openAuthenticator,
  stepOf,
} from '../../services/people/sign-in/second-factor.ts';
import { ofPerson, signedInOf } from '../../services/people/sign-in/signed-in.ts';

const recoveryCodes = z
  .array(z.string())
  .meta({ description: 'The recovery codes. Each works once instead of a code. They are shown only once.' });

const confirming = z.object({
  password,
  code: secondFactorCode.optional().meta({ description: 'Required if the person has a second factor.' }),
});

export const prepareAuthenticator = personalOperation({
  name: 'prepare-second-factor',
  summary: 'Start setting up an authenticator app as second factor.',
  description:
    'The second factor takes effect once you confirm a code. Each call creates a new secret. If two-factor authentication is already on, a current code is required.',
  chapter: 'People',
  routes: ['POST /v2/person/second-factor'],
  asker: 'signed_in',
  path: z.object({}),
  body: confirming,
  success: 200,
  output: z.object({
    secret: z.string().meta({ description: 'The secret in base32, to type if the QR code cannot be scanned.' }),
    uri: z.string().meta({ description: 'The otpauth:// URI in the QR code.' }),
    qr: z.string().meta({ description: 'The QR code, as SVG.' }),
  }),
  refusals: confirmingRefusals,
  run: async (context, input) => {
    const known = await reauthenticateWithCode(context, input);
    if ('refused' in known) return known;
    const { id, email: label } = known.person;
    const secret = createTotpSecret();
    await inTransaction(context.pool, ofPerson(id), async (tx) => {
      prepareSecondFactor(tx, id, lockAuthenticator(context, secret, id));
      return { commit: true, answer: undefined };
    });
    const uri = authenticatorUri(secret, { issuer: context.environment.serviceName, label });
    return { body: { secret, uri, qr: renderSVG(uri) } };
  },
});

export const confirmAuthenticator = personalOperation({
  name: 'confirm-second-factor',
  summary: 'Turn on the second factor, with a code of the authenticator app that was set up.',
  description: 'From then on each sign-in requires a code. The session gets a new token.',
  chapter: 'People',
  routes: ['POST /v2/person/second-factor/confirm'],
  asker: 'signed_in',
  path: z.object({}),
  body: z.object({ code: secondFactorCode }),
  success: 200,
  output: z.object({ recoveryCodes, me: SignedInJson }),
  refusals: ['second_factor_wrong', 'sign_in_slowed'],
  example: { code: '123456' },
  run: async (context, input) => {
    const { person, accounts } = signedInOf(context);
    const guess = { network: context.network, aim: `confirming ${person.id}`, isKnown: true };
    const retryAfter = context.guesses.wait(guess);
    if (retryAfter > 0) return { refused: 'sign_in_slowed', retryAfter };
    const { codes, hashes } = createRecoveryCodes();
    const done = await inTransaction(context.pool, ofPersonWithMail(person.id, accounts), async (tx) => {
      const { pending, step: last } = await lockSecondFactor(tx, person.id);
      const found = await findPerson(tx, person.id);
      const secret = pending && openAuthenticator(context, pending, person.id);
      const shown = secret && stepOf(secret, input.code.replaceAll(/\s/g, ''), context.now());
      const step = stepTaken(shown || undefined, last);
      if (!found || step === undefined) return { commit: false, answer: undefined };
      switchSecondFactorOn(tx, person.id, step);
      replaceRecoveryCodes(tx, person.id, hashes);
      await notifyPerson(tx, context, person, { notice: 'second_factor_on' });
      const { deviceSecret } = found.credentials;
      const opened = { ...openSession(tx, context, person), person: { ...person, secondFactor: true } };
      return { commit: true, answer: { ...opened, accounts, deviceSecret } };
    });
    if (!done) {
      context.guesses.failed(guess);
      return { refused: 'second_factor_wrong' };
    }
    context.note({ event: 'second_factor_changed', actor: person.id });
    const { body: me, ...cookies } = signInResponse(done);
    return { body: { recoveryCodes: codes, me }, ...cookies };
  },
});

export const switchAuthenticatorOff = personalOperation({
  name: 'switch-second-factor-off',
  summary: 'Turn off the second factor and delete its recovery codes.',
  description: 'Requires the password and a code, which may be a recovery code. The session gets a new token.',
  chapter: 'People',
  routes: ['POST /v2/person/second-factor/switch-off'],
  asker: 'signed_in',
  path: z.object({}),
  body: confirming,
  success: 200,
  output: SignedInJson,
  refusals: confirmingRefusals,
  run: async (context, input) => {
    const known = await reauthenticateWithCode(context, input);
    if ('refused' in known) return known;
    const person = { ...known.person, secondFactor: false };
    const { accounts } = signedInOf(context);
    const opened = await inTransaction(context.pool, ofPersonWithMail(person.id, accounts), async (tx) => {
      switchSecondFactorOff(tx, person.id);
      await notifyPerson(tx, context, person, { notice: 'second_factor_off' });
      return { commit: true, answer: openSession(tx, context, person) };
    });
    context.note({ event: 'second_factor_changed', actor: person.id });
    return signInResponse({ ...opened, person, accounts, deviceSecret: known.credentials.deviceSecret });
  },
});

export const renewRecoveryCodes = personalOperation({
  name: 'renew-recovery-codes',
  summary: 'Create new recovery codes; the old ones stop working.',
  chapter: 'People',
  routes: ['POST /v2/person/recovery-codes'],
  asker: 'signed_in',
  path: z.object({}),
  body: confirming,
  success: 200,
  output: z.object({ recoveryCodes }),
  refusals: [...confirmingRefusals, 'second_factor_off'],
  run: async (context, input) => {
    const known = await reauthenticateWithCode(context, input);
    if ('refused' in known) return known;
    const { id } = known.person;
    const { codes, hashes } = createRecoveryCodes();
    const within = ofPersonWithMail(id, signedInOf(context).accounts);
    const refused = await inTransaction(context.pool, within, async (tx) => {
      const { locked } = await lockSecondFactor(tx, id);
      const off: Refused<'second_factor_off'> | undefined = locked ? undefined : { refused: 'second_factor_off' };
      if (!off) replaceRecoveryCodes(tx, id, hashes);
      if (!off) await notifyPerson(tx, context, known.person, { notice: 'recovery_codes_renewed' });
      return { commit: !off, answer: off };
    });
    if (refused) return refused;
    context.note({ event: 'second_factor_changed', actor: id });
    return { body: { recoveryCodes: codes } };
  },
});
