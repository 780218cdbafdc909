import * as z from 'zod';
import { ofPerson, signedInOf } from '../../../deeds/people/signed-in.ts';
import { isAlive } from '../../../domain/people/session.ts';
import { personalOperation } from '../../../road/personal-operation.ts';
import { listSessions } from '../../../store/people/sessions.ts';
import { inTransaction } from '../../../store/transaction.ts';

const time = z.number().meta({ description: 'Unix seconds.' });

export const listOwnSessions = personalOperation({
  name: 'list-sessions',
  summary: 'List the browsers one is signed in with, the last used first.',
  chapter: 'People',
  routes: ['GET /v2/person/sessions'],
  asker: 'signed_in',
  path: z.object({}),
  body: z.object({}),
  success: 200,
  output: z.object({
    sessions: z.array(
      z.object({
        id: z.string(),
        createdAt: time,
        lastUsedAt: z.number().meta({ description: 'Unix seconds, to the minute.' }),
        endsAt: time,
        address: z.string().meta({ description: 'Where it was opened from; of IPv6 the network.' }),
        userAgent: z.string().meta({ description: 'What the browser calls itself.' }),
        isThis: z.boolean().meta({ description: 'It is the one that asks.' }),
      }),
    ),
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
