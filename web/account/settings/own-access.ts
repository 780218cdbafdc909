import { send } from '../../client/send.ts';
import { type Me, takeMe } from '../../ground/session.ts';

/** A browser one is signed in with. */
export type OwnSession = {
  readonly id: string;
  readonly createdAt: number;
  readonly lastUsedAt: number;
  readonly address: string;
  readonly userAgent: string;
  readonly isThis: boolean;
};

export async function changePerson(body: { name?: string; email?: string; password?: string }): Promise<void> {
  takeMe((await asked('PATCH', '/v2/person', body)) as Me);
}

export async function changePassword(password: string, newPassword: string): Promise<void> {
  takeMe((await asked('PUT', '/v2/person/password', { password, newPassword })) as Me);
}

export async function ownSessions(): Promise<readonly OwnSession[]> {
  return ((await asked('GET', '/v2/person/sessions')) as { sessions: readonly OwnSession[] }).sessions;
}

export async function endSession(id: string): Promise<void> {
  await send({ method: 'DELETE', path: `/v2/person/sessions/${id}` });
}

export async function endOtherSessions(): Promise<void> {
  await send({ method: 'DELETE', path: '/v2/person/sessions' });
}

/** What an app needs to make codes; nothing holds until one of them was given back. */
export type SecondFactor = { readonly secret: string; readonly uri: string; readonly qr: string };

export async function beginSecondFactor(password: string): Promise<SecondFactor> {
  return (await asked('POST', '/v2/person/second-factor', { password })) as SecondFactor;
}

export async function confirmSecondFactor(code: string): Promise<readonly string[]> {
  const { recoveryCodes, me } = (await asked('POST', '/v2/person/second-factor/confirm', { code })) as {
    recoveryCodes: readonly string[];
    me: Me;
  };
  takeMe(me);
  return recoveryCodes;
}

export async function switchSecondFactorOff(password: string): Promise<void> {
  takeMe((await asked('POST', '/v2/person/second-factor/switch-off', { password })) as Me);
}

export async function renewRecoveryCodes(password: string): Promise<readonly string[]> {
  const answer = await asked('POST', '/v2/person/recovery-codes', { password });
  return (answer as { recoveryCodes: readonly string[] }).recoveryCodes;
}

const asked = async (method: string, path: string, body?: unknown): Promise<unknown> =>
  (await send({ method, path, ...(body !== undefined && { body }) })).json();
