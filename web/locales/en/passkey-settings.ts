import type { passkeys as french } from '../fr/passkey-settings.ts';

export const passkeys: typeof french = {
  title: 'Passkeys',
  said: 'Sign in with your phone or computer, by fingerprint, face or code. A passkey replaces your password and two-factor authentication.',
  notHere: 'This browser does not support passkeys.',
  add: 'Add a passkey',
  name: 'Passkey name',
  nameHint: 'To recognize it, for example the name of the device.',
  make: 'Create on this device',
  added: (name) => `Passkey added: ${name}`,
  addedAt: 'added',
  lastUsed: 'last used',
  neverUsed: 'never used',
  remove: 'Remove',
  removeNamed: (name) => `Remove the passkey ${name}`,
  removed: 'Passkey removed',
};
