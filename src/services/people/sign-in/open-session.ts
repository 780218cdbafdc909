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
 * Opens a session in a transaction of its person, replacing the current one, and returns its
 * token: tokens always change at sign-in and when rights change.
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

/** The response after sign-in, with the session cookies. */
export const signInResponse = (options: {
  token: string;
  session: Session;
  person: Person;
  accounts: readonly OwnAccount[];
  deviceSecret: Buffer;
}) => ({
  body: signedInToJson({ ...options, csrf: csrfOf(options.token) }),
  session: options.token,
  deviceMark: createDeviceMark(options.deviceSecret),
});
