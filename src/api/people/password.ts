import * as z from 'zod';
import { deleteAddressChanges } from '../../db/people/address-changes.ts';
import { lockReset, useResets } from '../../db/people/password-resets.ts';
import { beginReview, findPerson, lockPassword, saveCredentials } from '../../db/people/persons.ts';
import { endSessions } from '../../db/people/sessions.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { isUsable } from '../../domain/people/password-reset.ts';
import { weakPassword } from '../../domain/people/password-rule.ts';
import { foldedEmail } from '../../domain/people/person.ts';
import { personalOperation } from '../../pipeline/personal-operation.ts';
import { linkSecret, newPassword, ownEmail, password } from '../../schemas/people/credentials.ts';
import { SignedInJson } from '../../schemas/people/signed-in.ts';
import { notifyPerson, ofPersonWithMail, ownAccounts } from '../../services/people/notify-person.ts';
import { mailReset } from '../../services/people/password-reset/reset-link.ts';
import { hasHash, readSecret } from '../../services/people/secret-token.ts';
import { openSession, signInResponse } from '../../services/people/sign-in/open-session.ts';
import { newCredentials } from '../../services/people/sign-in/password-hash.ts';
import { confirmed } from '../../services/people/sign-in/reauthenticate.ts';
import { ofPerson, signedInOf } from '../../services/people/sign-in/signed-in.ts';

export const changePassword = personalOperation({
  name: 'change-password',
  summary: 'Change your password. Every other session ends, and this one gets a new token.',
  description: 'A pending change of address is canceled, because an intruder may have requested it.',
  chapter: 'People',
  routes: ['PUT /v2/person/password'],
  asker: 'signed_in',
  path: z.object({}),
  body: z.object({ password, newPassword }),
  success: 200,
  output: SignedInJson,
  refusals: ['password_wrong', 'sign_in_slowed', 'password_weak'],
  example: { password: 'quatre mots sans aucun rapport', newPassword: 'quatre autres mots sans rapport' },
  run: async (context, input) => {
    const { accounts } = signedInOf(context);
    const known = await confirmed(context, input.password);
    if ('refused' in known) return known;
    const { person, credentials: before } = known;
    const weak = weakPassword(input.newPassword, person);
    if (weak) return { ...weak, member: 'newPassword' };
    const credentials = await newCredentials(context, input.newPassword);
    const opened = await inTransaction(context.pool, ofPersonWithMail(person.id, accounts), async (tx) => {
      if (!(await lockPassword(tx, person.id, before))) return { commit: false, answer: undefined };
      saveCredentials(tx, person.id, credentials);
      endSessions(tx, person.id);
      deleteAddressChanges(tx, person.id);
      await notifyPerson(tx, context, person, { notice: 'password_changed' });
      return { commit: true, answer: openSession(tx, context, person) };
    });
    if (!opened) return { refused: 'password_wrong' };
    context.note({ event: 'password_changed', actor: person.id });
    return signInResponse({ ...opened, person, accounts, deviceSecret: credentials.deviceSecret });
  },
});

export const askForReset = personalOperation({
  name: 'ask-for-password-reset',
  summary: 'Request a link to set a new password, by mail.',
  description:
    'The answer is the same whether the address is known or not, and is sent before the lookup. The link works once, for thirty minutes.',
  chapter: 'People',
  routes: ['POST /v2/person/reset'],
  asker: 'anybody',
  path: z.object({}),
  body: z.object({ email: ownEmail }),
  success: 204,
  output: z.null(),
  refusals: ['sign_in_slowed'],
  example: { email: 'zoe@exemple.fr' },
  run: async (context, { email }) => {
    const guess = { network: context.network, aim: `reset of ${foldedEmail(email)}` };
    const retryAfter = context.guesses.wait(guess);
    if (retryAfter > 0) return { refused: 'sign_in_slowed', retryAfter };
    // Every request counts as a guess, because each sends a mail to an address that anyone can
    // enter.
    context.guesses.failed(guess);
    context.behind(() => mailReset(context, email));
    return { body: null };
  },
});

export const resetPassword = personalOperation({
  name: 'reset-password',
  summary: 'Set a new password with the link from a mail. Every session ends.',
  description:
    'The person is not signed in: the next sign-in requires the second factor, if there is one. Passkeys work again once the person has reviewed them (`GET /v2/person/review`).',
  chapter: 'People',
  routes: ['POST /v2/person/reset/password'],
  asker: 'anybody',
  path: z.object({}),
  body: z.object({ secret: linkSecret, newPassword }),
  success: 204,
  output: z.null(),
  refusals: ['link_not_found', 'sign_in_slowed', 'password_weak'],
  run: async (context, { secret, newPassword }) => {
    const guess = { network: context.network, aim: `links from ${context.network}` };
    const retryAfter = context.guesses.wait(guess);
    if (retryAfter > 0) return { refused: 'sign_in_slowed', retryAfter };
    const token = readSecret('reset', secret);
    const now = context.now();
    const ref = token && { personId: token.ownerId, id: token.id };
    const holder = async (tx: Tx) => {
      const found = ref && (await lockReset(tx, ref));
      if (!ref || !found || !hasHash(secret, found.sha256) || !isUsable(found.reset, now)) return undefined;
      return findPerson(tx, ref.personId);
    };
    const found =
      ref &&
      (await inTransaction(context.pool, ofPerson(ref.personId), async (tx) => ({
        commit: false,
        answer: await holder(tx),
      })));
    if (!found) {
      context.guesses.failed(guess);
      return { refused: 'link_not_found' };
    }
    const { person } = found;
    const weak = weakPassword(newPassword, person);
    if (weak) return { ...weak, member: 'newPassword' };
    const credentials = await newCredentials(context, newPassword);
    const within = ofPersonWithMail(person.id, await ownAccounts(context, person.id));
    const done = await inTransaction(context.pool, within, async (tx) => {
      if (!(await holder(tx))) return { commit: false, answer: false };
      useResets(tx, person.id, now);
      saveCredentials(tx, person.id, credentials);
      endSessions(tx, person.id);
      // Removes what an intruder may have left: a pending address change; the person reviews
      // passkeys, keys and sessions.
      deleteAddressChanges(tx, person.id);
      beginReview(tx, person.id, now);
      await notifyPerson(tx, context, person, { notice: 'password_reset' });
      return { commit: true, answer: true };
    });
    if (!done) return { refused: 'link_not_found' };
    context.note({ event: 'password_reset', actor: person.id });
    return { body: null, ended: true };
  },
});
