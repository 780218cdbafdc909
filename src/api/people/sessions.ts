import * as z from 'zod';
import { endSession, endSessions, findSession, listSessions } from '../../db/people/sessions.ts';
import { inTransaction } from '../../db/transaction.ts';
import { isAlive } from '../../domain/people/session.ts';
import { personalOperation } from '../../pipeline/personal-operation.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { SessionJson } from '../../schemas/people/access-review.ts';
import { ofPerson, signedInOf } from '../../services/people/sign-in/signed-in.ts';

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

export const endOneSession = personalOperation({
  name: 'end-session',
  summary: 'Sign out one browser.',
  description: 'The session stops working within a second.',
  chapter: 'People',
  routes: ['DELETE /v2/person/sessions/{sessionId}'],
  asker: 'signed_in',
  path: z.object({ id: idOr('session_not_found') }),
  body: z.object({}),
  success: 204,
  output: z.null(),
  refusals: ['session_not_found'],
  run: async (context, { id }) => {
    const { person, session } = signedInOf(context);
    const found = await inTransaction(context.pool, ofPerson(person.id), async (tx) => {
      const found = await findSession(tx, { personId: person.id, id });
      if (found) endSession(tx, person.id, id);
      return { commit: true, answer: found };
    });
    if (!found) return { refused: 'session_not_found' };
    context.note({ event: 'sessions_ended', actor: person.id });
    return { body: null, ...(id === session.id && { ended: true as const }) };
  },
});

export const endOtherSessions = personalOperation({
  name: 'end-other-sessions',
  summary: 'Sign out every other browser.',
  chapter: 'People',
  routes: ['DELETE /v2/person/sessions'],
  asker: 'signed_in',
  path: z.object({}),
  body: z.object({}),
  success: 204,
  output: z.null(),
  refusals: [],
  run: async (context) => {
    const { person, session } = signedInOf(context);
    await inTransaction(context.pool, ofPerson(person.id), async (tx) => {
      endSessions(tx, person.id, session.id);
      return { commit: true, answer: undefined };
    });
    context.note({ event: 'sessions_ended', actor: person.id });
    return { body: null };
  },
});
