import type { passkeys as french } from '../fr/passkey-settings.ts';

export const passkeys: typeof french = {
  title: 'Passkeys',
  said: 'Your phone or computer lets you in, by a finger, a face or its code. A passkey stands for password and second factor.',
  notHere: 'This browser knows no passkeys.',
  add: 'Add a passkey',
  name: 'Name of the passkey',
  nameHint: 'To know it again: the device it is kept on.',
  make: 'Make it on this device',
  added: (name) => `${name} can let you in now`,
  addedAt: 'added',
  lastUsed: 'last used',
  neverUsed: 'never used',
  remove: 'Remove',
  removeNamed: (name) => `Remove the passkey ${name}`,
  removed: 'Passkey removed',
};
