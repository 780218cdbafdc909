import { randomBytes } from 'node:crypto';

/** Bytes of the secret that opens a customer's portal. */
const TOKEN_BYTES = 32;

/** A new secret for a customer's portal. */
export const newPortalToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');
