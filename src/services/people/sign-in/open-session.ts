import { endSession, insertSession } from '../../../db/people/sessions.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { OwnAccount, Person } from '../../../domain/people/person.ts';
import { SESSION_LIFE_SECONDS, SESSIONS_MAX, type Session, USER_AGENT_MAX } from '../../../domain/people/session.ts';
import { signedInToJson } from '../../../schemas/people/signed-in.ts';
import type { PersonalContext } from '../personal-context.ts';
import { createSecret } from '../secret-token.ts';
import { createDeviceMark } from './device-mark.ts';
import { csrfOf } from './signed-in.ts';

/**
 * Opens a session of a person in his own transaction, in the place of the one he asks with, and gives what its answer needs:
 * a token is never the same before and after somebody signs in or his rights change.
 */
export function openSession(tx: Tx, context: PersonalContext, person: Person): { token: string; session: Session } {
  const now = context.now();
  const { network, userAgent, signedIn } = context;
  const session: Session = {
    id: context.newId(),
    createdAt: now,
    lastUsedAt: now,
    endsAt: now + SESSION_LIFE_SECONDS,
    network,
    userAgent: userAgent.slice(0, USER_AGENT_MAX).toWellFormed().replaceAll('\0', ''),
  };
  const { text, sha256 } = createSecret('session', { ownerId: person.id, id: session.id });
  if (signedIn?.person.id === person.id) endSession(tx, person.id, signedIn.session.id);
  insertSession(tx, person.id, session, { sha256, most: SESSIONS_MAX });
  return { token: text, session };
}

/** The answer of whoever has just been signed in, with the cookies that keep him so. */
export const signInResponse = (given: {
  token: string;
  session: Session;
  person: Person;
  accounts: readonly OwnAccount[];
  deviceSecret: Buffer;
}) => ({
  body: signedInToJson({ ...given, csrf: csrfOf(given.token) }),
  session: given.token,
  deviceMark: createDeviceMark(given.deviceSecret),
});
