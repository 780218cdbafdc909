import * as z from 'zod';
import { deleteAddressChanges, lockAddressChange, useAddressChange } from '../../db/people/address-changes.ts';
import { findPerson, isEmailTaken, namePerson } from '../../db/people/persons.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { isConfirmable } from '../../domain/people/address-change.ts';
import { foldedEmail, type Person } from '../../domain/people/person.ts';
import type { Refused } from '../../domain/refusal.ts';
import { personalOperation } from '../../pipeline/personal-operation.ts';
import { linkSecret, ownEmail, password, personName } from '../../schemas/people/credentials.ts';
import { SignedInJson, signedInToJson } from '../../schemas/people/signed-in.ts';
import type { PersonalContext } from '../../services/people/personal-context.ts';
import { addressRefusals, movePerson, requestAddressChange } from '../../services/people/request-address-change.ts';
import { hasHash, readSecret } from '../../services/people/secret-token.ts';
import { confirmed } from '../../services/people/sign-in/reauthenticate.ts';
import { ofPerson, signedInOf } from '../../services/people/sign-in/signed-in.ts';

export const getPerson = personalOperation({
  name: 'get-person',
  summary: 'Get the signed-in person, their session and their accounts.',
  description: 'The answer gives the rights of the person’s role in each account, as scopes of API keys.',
  chapter: 'People',
  routes: ['GET /v2/person'],
  asker: 'signed_in',
  path: z.object({}),
  body: z.object({}),
  success: 200,
  output: SignedInJson,
  refusals: [],
  run: async (context) => ({ body: signedInToJson(signedInOf(context)) }),
});

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
        : await requestedAddress(context, changed);
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
async function requestedAddress(context: PersonalContext, changed: Person) {
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

type NotConfirmed = Refused<'link_not_found' | 'email_taken'>;

export const confirmAddress = personalOperation({
  name: 'confirm-address',
  summary: 'Confirm a new sign-in address with the link that was mailed to it.',
  description: 'The link works once, for a day. It does not sign the person in, and open sessions continue.',
  chapter: 'People',
  routes: ['POST /v2/person/address'],
  asker: 'anybody',
  path: z.object({}),
  body: z.object({ secret: linkSecret }),
  success: 200,
  output: z.object({ email: z.string().meta({ description: 'The new address.' }) }),
  refusals: ['link_not_found', 'sign_in_slowed', 'email_taken'],
  run: async (context, { secret }) => {
    const guess = { network: context.network, aim: `links from ${context.network}` };
    const retryAfter = context.guesses.wait(guess);
    if (retryAfter > 0) return { refused: 'sign_in_slowed', retryAfter };
    const token = readSecret('address', secret);
    const ref = token && { personId: token.ownerId, id: token.id };
    const moved = ref
      ? await inTransaction(context.pool, ofPerson(ref.personId), async (tx) => {
          const answer = await moveAddress(tx, ref, { secret, now: context.now() });
          return { commit: !('refused' in answer), answer };
        }).catch(taken)
      : NOT_FOUND;
    if ('refused' in moved) {
      if (moved.refused === 'link_not_found') context.guesses.failed(guess);
      return moved;
    }
    context.note({ event: 'address_changed', actor: moved.personId });
    return { body: { email: moved.email } };
  },
});

const NOT_FOUND: NotConfirmed = { refused: 'link_not_found' };

async function moveAddress(
  tx: Tx,
  ref: { personId: string; id: string },
  { secret, now }: { secret: string; now: number },
): Promise<{ personId: string; email: string } | NotConfirmed> {
  const found = await lockAddressChange(tx, ref);
  if (!found || !hasHash(secret, found.sha256) || !isConfirmable(found.change, now)) return NOT_FOUND;
  const holder = await findPerson(tx, ref.personId);
  if (!holder) return NOT_FOUND;
  const { email } = found.change;
  useAddressChange(tx, ref, now);
  movePerson(tx, { ...holder.person, email }, now);
  return { personId: ref.personId, email };
}
