import { forgetAllKept } from '../billing/editor/kept-draft.ts';
import { send } from '../client/send.ts';
import { type Me, type Role, takeMe } from './session.ts';

/** What a link of the first run or of an invitation stands for. */
export type Invitation = {
  readonly account: { readonly id: string; readonly name: string };
  readonly role: Role;
  /** Whom it is for; nobody yet, on the first run. */
  readonly email: string | null;
  /** Whether he can sign in already. */
  readonly isKnown: boolean;
  readonly endsAt: number;
};

export async function signIn(body: { email: string; password: string; code?: string }): Promise<Me> {
  return taken(await send({ method: 'POST', path: '/v2/person/sign-in', body }));
}

export async function signOut(): Promise<void> {
  await send({ method: 'POST', path: '/v2/person/sign-out', body: {} });
  forgetAllKept(localStorage);
  takeMe(undefined);
}

/** Looks at a link; changes nothing. */
export async function lookAtInvitation(secret: string): Promise<Invitation> {
  const answer = await send({ method: 'POST', path: '/v2/person/invitation', body: { secret } });
  return (await answer.json()) as Invitation;
}

export async function join(body: { secret: string; email?: string; name?: string; password?: string }): Promise<Me> {
  return taken(await send({ method: 'POST', path: '/v2/person/join', body }));
}

export async function askForReset(email: string): Promise<void> {
  await send({ method: 'POST', path: '/v2/person/reset', body: { email } });
}

export async function resetPassword(secret: string, newPassword: string): Promise<void> {
  await send({ method: 'POST', path: '/v2/person/reset/password', body: { secret, newPassword } });
}

async function taken(answer: Response): Promise<Me> {
  const me = (await answer.json()) as Me;
  takeMe(me);
  return me;
}
