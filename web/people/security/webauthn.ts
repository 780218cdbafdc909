import type { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { storeSession } from '../../app/session/session.ts';
import { call } from '../../client/call.ts';

/** Whether the browser supports passkeys. */
export const supportsPasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/** Why the device did not answer: cancelled, already registered, or not possible. */
export type DeviceError = 'gaveUp' | 'hasOne' | 'cannot';

export class PasskeyFailed extends Error {
  readonly fault: DeviceError;

  constructor(fault: DeviceError, cause: unknown) {
    super(`no passkey: ${fault}`, { cause });
    this.fault = fault;
  }
}

/** Creates a passkey on this device for the signed-in user. Throws PasskeyFailed. */
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

/** Signs in with a passkey of this device. Throws PasskeyFailed. */
export async function getPasskey(): Promise<void> {
  const { options } = await call('ask-to-sign-in-with-passkey');
  const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  const response = await ofDevice((device) => device.startAuthentication({ optionsJSON }));
  const { authenticatorData, clientDataJSON, signature, userHandle = '' } = response.response;
  const shown = { authenticatorData, clientDataJSON, signature, userHandle };
  storeSession(await call('sign-in-with-passkey', { body: { response: { ...named(response), response: shown } } }));
}

const named = ({ id, rawId }: { id: string; rawId: string }) => ({ id, rawId, type: 'public-key' as const });

/** Asks the device; the library is loaded on first use. */
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
