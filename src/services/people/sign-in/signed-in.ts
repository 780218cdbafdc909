import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { accountsOfPerson, findPerson } from '../../../db/people/persons.ts';
import { findSession, recordSessionUse } from '../../../db/people/sessions.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { OwnAccount, Person } from '../../../domain/people/person.ts';
import { isAlive, type Session } from '../../../domain/people/session.ts';
import { hasHash, readSecret } from '../secret-token.ts';

/** Who is signed in, with the accounts he is a member of now. */
export type SignedIn = {
  readonly person: Person;
  readonly session: Session;
  readonly accounts: readonly OwnAccount[];
  /** What his pages send beside the cookie, which no page of another site can. */
  readonly csrf: string;
};

/** Seconds between two notes of a session's last use: a note is a write, a request need not cost one. */
const USE_NOTED_EVERY_SECONDS = 60;

/**
 * Whose session this token is, by one question of one person's rows: the token says whose. Undefined where nobody's, or where
 * it has ended (`now` is Unix seconds). Its use is noted behind the request.
 */
export async function findSignedIn(pool: pg.Pool, token: string, now: number): Promise<SignedIn | undefined> {
  const said = readSecret('session', token);
  if (!said) return undefined;
  const { ownerId: personId, id } = said;
  const whose = { ...ofPerson(personId) };
  const found = await inTransaction(pool, whose, async (tx) => {
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

/** A transaction for a person himself, and of no account. */
export const ofPerson = (personId: string) => ({ accountId: '', test: false, personId });

/** Made of the token, so that it ends with it, and nobody who reads the page's memory learns the token by it. */
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

/** Who asks, where the operation is for somebody who is signed in: the door lets nobody else through. */
export function signedInOf({ signedIn }: { signedIn?: SignedIn | undefined }): SignedIn {
  if (!signedIn) throw new Error('this is asked by somebody who is signed in');
  return signedIn;
}
