import { storeSession } from '../../app/session/session.ts';
import { type Answer, type Asked, call } from '../../client/call.ts';

/** A signed-in browser. */
export type OwnSession = Answer<'list-sessions'>['sessions'][number];
/** The key for an authenticator app, not active until a code is confirmed. */
export type SecondFactor = Answer<'prepare-second-factor'>;

export async function changePerson(body: NonNullable<Asked<'change-person'>['body']>): Promise<void> {
  storeSession(await call('change-person', { body }));
}

export async function changePassword(password: string, newPassword: string): Promise<void> {
  storeSession(await call('change-password', { body: { password, newPassword } }));
}

export async function confirmSecondFactor(code: string): Promise<readonly string[]> {
  const { recoveryCodes, me } = await call('confirm-second-factor', { body: { code } });
  storeSession(me);
  return recoveryCodes;
}

export async function switchSecondFactorOff(body: { password: string; code?: string }): Promise<void> {
  storeSession(await call('switch-second-factor-off', { body }));
}
