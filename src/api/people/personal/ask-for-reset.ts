import * as z from 'zod';
import { foldedEmail } from '../../../domain/people/person.ts';
import { personalOperation } from '../../../pipeline/personal-operation.ts';
import { ownEmail } from '../../../schemas/people/credentials.ts';
import { mailReset } from '../../../services/people/password-reset/reset-link.ts';

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
