import type { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { takeMe } from '../../app/session/session.ts';
import { call } from '../../client/call.ts';

/** Whether this browser can make and show passkeys at all. */
export const knowsPasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/** What the device said instead of answering: somebody gave up, it has one of this service already, or it cannot. */
export type DeviceFault = 'gaveUp' | 'hasOne' | 'cannot';

export class NoPasskey extends Error {
  readonly fault: DeviceFault;

  constructor(fault: DeviceFault, cause: unknown) {
    super(`no passkey: ${fault}`, { cause });
    this.fault = fault;
  }
}

/** Has this device make a passkey for whoever is signed in. Throws NoPasskey where it makes none. */
export async function makePasskey({
  name,
  ...confirming
}: {
  name: string;
  password: string;
  code?: string;
}): Promise<void> {
  const { options } = await call('ask-for-passkey', { body: confirming });
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'];
  const response = await ofDevice((device) => device.startRegistration({ optionsJSON }));
  const { attestationObject, clientDataJSON, transports = [] } = response.response;
  const made = { attestationObject, clientDataJSON, transports };
  await call('add-passkey', { body: { name, response: { ...named(response), response: made } } });
  takeMe(await call('get-person'));
}

/** Signs in with a passkey this device holds. Throws NoPasskey where it shows none. */
export async function showPasskey(): Promise<void> {
  const { options } = await call('ask-to-sign-in-with-passkey');
  const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  const response = await ofDevice((device) => device.startAuthentication({ optionsJSON }));
  const { authenticatorData, clientDataJSON, signature, userHandle = '' } = response.response;
  const shown = { authenticatorData, clientDataJSON, signature, userHandle };
  takeMe(await call('sign-in-with-passkey', { body: { response: { ...named(response), response: shown } } }));
}

const named = ({ id, rawId }: { id: string; rawId: string }) => ({ id, rawId, type: 'public-key' as const });

/** Asks the device; the library comes when somebody first does. */
async function ofDevice<T>(ask: (device: typeof import('@simplewebauthn/browser')) => Promise<T>): Promise<T> {
  const device = await import('@simplewebauthn/browser');
  try {
    return await ask(device);
  } catch (error) {
    throw new NoPasskey(faultOf(error as Error), error);
  }
}

const faultOf = ({ name }: Error): DeviceFault => {
  if (name === 'InvalidStateError') return 'hasOne';
  return name === 'NotAllowedError' || name === 'AbortError' ? 'gaveUp' : 'cannot';
};
