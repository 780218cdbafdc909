import type { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { storeSession } from '../../app/session/session.ts';
import { call } from '../../client/call.ts';

/** Whether this browser can make and show passkeys at all. */
export const supportsPasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/** What the device said instead of answering: somebody gave up, it has one of this service already, or it cannot. */
export type DeviceError = 'gaveUp' | 'hasOne' | 'cannot';

export class PasskeyFailed extends Error {
  readonly fault: DeviceError;

  constructor(fault: DeviceError, cause: unknown) {
    super(`no passkey: ${fault}`, { cause });
    this.fault = fault;
  }
}

/** Has this device make a passkey for whoever is signed in. Throws PasskeyFailed where it makes none. */
export async function createPasskey({
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
  storeSession(await call('get-person'));
}

/** Signs in with a passkey this device holds. Throws PasskeyFailed where it shows none. */
export async function getPasskey(): Promise<void> {
  const { options } = await call('ask-to-sign-in-with-passkey');
  const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  const response = await ofDevice((device) => device.startAuthentication({ optionsJSON }));
  const { authenticatorData, clientDataJSON, signature, userHandle = '' } = response.response;
  const shown = { authenticatorData, clientDataJSON, signature, userHandle };
  storeSession(await call('sign-in-with-passkey', { body: { response: { ...named(response), response: shown } } }));
}

const named = ({ id, rawId }: { id: string; rawId: string }) => ({ id, rawId, type: 'public-key' as const });

/** Asks the device; the library comes when somebody first does. */
async function ofDevice<T>(ask: (device: typeof import('@simplewebauthn/browser')) => Promise<T>): Promise<T> {
  const device = await import('@simplewebauthn/browser');
  try {
    return await ask(device);
  } catch (error) {
    throw new PasskeyFailed(faultOf(error as Error), error);
  }
}

const faultOf = ({ name }: Error): DeviceError => {
  if (name === 'InvalidStateError') return 'hasOne';
  return name === 'NotAllowedError' || name === 'AbortError' ? 'gaveUp' : 'cannot';
};
