import { createHash } from 'node:crypto';

const SHOWN_CHARACTERS = 22;

/**
 * ETag of a response without its own version: a list, a figure, a file. Depends on the bytes only.
 */
export function bodyEtag(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return `"${hash.digest('base64url').slice(0, SHOWN_CHARACTERS)}"`;
}
