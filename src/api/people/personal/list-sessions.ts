import * as z from 'zod';
import { listSessions } from '../../../db/people/sessions.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { isAlive } from '../../../domain/people/session.ts';
import { personalOperation } from '../../../pipeline/personal-operation.ts';
import { SessionJson } from '../../../schemas/people/access-review.ts';
import { ofPerson, signedInOf } from '../../../services/people/sign-in/signed-in.ts';

export const listOwnSessions = personalOperation({
  name: 'list-sessions',
  summary: 'List the browsers you are signed in with, last used first.',
  chapter: 'People',
  routes: ['GET /v2/person/sessions'],
  asker: 'signed_in',
  path: z.object({}),
  body: z.object({}),
  success: 200,
  output: z.object({
    sessions: z.array(SessionJson),
  }),
  refusals: [],
  run: async (context) => {
    const { person, session: own } = signedInOf(context);
    const all = await inTransaction(context.pool, ofPerson(person.id), async (tx) => ({
      commit: false,
      answer: await listSessions(tx, person.id),
    }));
    const now = context.now();
    const sessions = all
      .filter((session) => isAlive(session, now))
      .map(({ network: address, ...session }) => ({ ...session, address, isThis: session.id === own.id }));
    return { body: { sessions } };
  },
});
