import { randomBytes } from 'node:crypto';
import type { Credentials } from '../../../db/people/persons.ts';
import type { PersonalContext } from '../personal-context.ts';
import { hashPassword } from './password-hash.ts';

/** Bytes of what makes the marks of a person's browsers. */
const DEVICE_SECRET_BYTES = 32;

/** What is kept of a new password. With it the marks of browsers of before are nobody's. */
export const newCredentials = async (context: PersonalContext, password: string): Promise<Credentials> => ({
  passwordHash: await hashPassword(password, context),
  deviceSecret: randomBytes(DEVICE_SECRET_BYTES),
});
