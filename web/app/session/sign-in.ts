import { clearUnsavedDrafts } from '../../billing/editor/saving/unsaved-draft.ts';
import { type Answer, type Asked, call } from '../../client/call.ts';
import { storeSession } from './session.ts';

/** What the link of a first run or an invitation contains. */
export type Invitation = Answer<'look-at-link'>;

export async function signIn(body: Asked<'sign-in'>['body']): Promise<Answer<'sign-in'>> {
  return taken(await call('sign-in', { body }));
}

export async function signOut(): Promise<void> {
  await call('sign-out');
  clearUnsavedDrafts(localStorage);
  storeSession(undefined);
}

export async function join(body: Asked<'join-account'>['body']): Promise<Answer<'join-account'>> {
  return taken(await call('join-account', { body }));
}

/** A visitor of a public demonstration, signed in to sample data of their own. */
export async function visitDemonstration(): Promise<Answer<'open-demonstration'>> {
  return taken(await call('open-demonstration'));
}

function taken<Me extends Answer<'get-person'>>(me: Me): Me {
  storeSession(me);
  return me;
}
