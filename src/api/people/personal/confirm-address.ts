import * as z from 'zod';
import { lockAddressChange, useAddressChange } from '../../../db/people/address-changes.ts';
import { findPerson, isEmailTaken } from '../../../db/people/persons.ts';
import { inTransaction, type Tx } from '../../../db/transaction.ts';
import { isConfirmable } from '../../../domain/people/address-change.ts';
import type { Refused } from '../../../domain/refusal.ts';
import { personalOperation } from '../../../pipeline/personal-operation.ts';
import { linkSecret } from '../../../schemas/people/credentials.ts';
import { movePerson } from '../../../services/people/request-address-change.ts';
import { hasHash, readSecret } from '../../../services/people/secret-token.ts';
import { ofPerson } from '../../../services/people/sign-in/signed-in.ts';

type No = Refused<'link_not_found' | 'email_taken'>;

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
          const answer = await move(tx, ref, { secret, now: context.now() });
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

const NOT_FOUND: No = { refused: 'link_not_found' };

async function move(
  tx: Tx,
  ref: { personId: string; id: string },
  { secret, now }: { secret: string; now: number },
): Promise<{ personId: string; email: string } | No> {
  const found = await lockAddressChange(tx, ref);
  if (!found || !hasHash(secret, found.sha256) || !isConfirmable(found.change, now)) return NOT_FOUND;
  const holder = await findPerson(tx, ref.personId);
  if (!holder) return NOT_FOUND;
  const { email } = found.change;
  useAddressChange(tx, ref, now);
  movePerson(tx, { ...holder.person, email }, now);
  return { personId: ref.personId, email };
}

function taken(error: unknown): No {
  if (isEmailTaken(error)) return { refused: 'email_taken' };
  throw error;
}
