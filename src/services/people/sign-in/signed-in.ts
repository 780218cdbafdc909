import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { accountsOfPerson, findPerson } from '../../../db/people/persons.ts';
import { findSession, recordSessionUse } from '../../../db/people/sessions.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { OwnAccount, Person } from '../../../domain/people/person.ts';
import { isAlive, type Session } from '../../../domain/people/session.ts';
import { hasHash, readSecret } from '../secret-token.ts';

/** The signed-in person with their current accounts. */
export type SignedIn = {
  readonly person: Person;
  readonly session: Session;
  readonly accounts: readonly OwnAccount[];
  /** The CSRF token our pages send with the cookie; pages of other sites do not know it. */
  readonly csrf: string;
};

/** Seconds between two updates of a session's last use, to save a write per request. */
const USE_NOTED_EVERY_SECONDS = 60;

/**
 * The session of a token, with one query on one person's rows, since the token names the person.
 * Undefined if it does not exist or has ended (`now` is Unix seconds). Its use is recorded after
 * the request.
 */
export async function findSignedIn(pool: pg.Pool, token: string, now: number): Promise<SignedIn | undefined> {
  const said = readSecret('session', token);
  if (!said) return undefined;
  const { ownerId: personId, id } = said;
  const scope = { ...ofPerson(personId) };
  const found = await inTransaction(pool, scope, async (tx) => {
    const [session, person, accounts] = await Promise.all([
      findSession(tx, { personId, id }),
      findPerson(tx, personId),
      accountsOfPerson(tx),
    ]);
    return { commit: false, answer: session && person && { ...session, person: person.person, accounts } };
  });
  if (!found || !hasHash(token, found.sha256) || !isAlive(found.session, now)) return undefined;
  const { session, person, accounts } = found;
  if (now - session.lastUsedAt >= USE_NOTED_EVERY_SECONDS) noteUseBehind(pool, { personId, id }, now);
  return { person, session, accounts, csrf: csrfOf(token) };
}

/** A transaction of a person, without an account. */
export const ofPerson = (personId: string) => ({ accountId: '', test: false, personId });

/** Derived from the token, so that it ends with it; the token cannot be computed from it. */
export const csrfOf = (token: string): string =>
  createHmac('sha256', token).update('facturier-csrf').digest('base64url');

function noteUseBehind(pool: pg.Pool, { personId, id }: { personId: string; id: string }, now: number): void {
  if (beingNoted.has(id)) return;
  beingNoted.add(id);
  inTransaction(pool, ofPerson(personId), async (tx) => {
    recordSessionUse(tx, personId, id, now);
    return { commit: true, answer: undefined };
  })
    .catch(() => {})
    .finally(() => beingNoted.delete(id));
}

const beingNoted = new Set<string>();

/** The signed-in person in an operation that requires sign-in, which the pipeline has checked. */
export function signedInOf({ signedIn }: { signedIn?: SignedIn | undefined }): SignedIn {
  if (!signedIn) throw new Error('this operation requires sign-in');
  return signedIn;
}
