import { randomBytes } from 'node:crypto';
import type { Credentials } from '../../../db/people/persons.ts';
import type { PersonalContext } from '../personal-context.ts';
import { hashPassword } from './password-hash.ts';

/** Bytes of the secret for a person's browser marks. */
const DEVICE_SECRET_BYTES = 32;

/** The stored form of a new password. It also invalidates earlier browser marks. */
export const newCredentials = async (context: PersonalContext, password: string): Promise<Credentials> => ({
  passwordHash: await hashPassword(password, context),
  deviceSecret: randomBytes(DEVICE_SECRET_BYTES),
});
