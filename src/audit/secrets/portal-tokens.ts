import { createHmac, createSecretKey } from 'node:crypto';
import { openKeyFile } from '../keys/key-file.ts';
import type { Secret } from './secret.ts';

/** Derives the secrets of customer portals. */
export type PortalTokens = {
  /**
   * The secret of one customer of an account: 256 bits, base64url, always the same. Compare it in
   * constant time.
   */
  of: (whose: { accountId: string; customerId: string }) => Secret;
  /**
   * The proof that a link of an account was issued: 256 bits, always the same. Compare it in
   * constant time.
   */
  ofLink: (whose: { accountId: string; linkId: string }) => Buffer;
};

/**
 * Opens the key they are derived from (`openKeyFile`, whose refusal it throws). Secrets are derived
 * when needed and never stored: a copy of the database opens no portal. A new key changes all of
 * them.
 */
export const openPortalTokens = async (dataFolder: string): Promise<PortalTokens> =>
  portalTokensWithKey(await openKeyFile(dataFolder, 'portal.key'));

/**
 * Cached secrets per process: the same customers are shown repeatedly, and deriving is the slowest
 * part.
 */
const REMEMBERED_MAX = 5_000;

/** The same with a given key. */
export function portalTokensWithKey(bytes: Buffer): PortalTokens {
  const key = createSecretKey(bytes);
  const made = new Map<string, Secret>();
  return {
    of: ({ accountId, customerId }) => {
      const whose = `${accountId} ${customerId}`;
      const known = made.get(whose);
      if (known) return known;
      if (made.size >= REMEMBERED_MAX) made.clear();
      const token = createHmac('sha256', key).update(`facturier portal ${whose}`).digest('base64url') as Secret;
      made.set(whose, token);
      return token;
    },
    ofLink: ({ accountId, linkId }) =>
      createHmac('sha256', key).update(`facturier customer link ${accountId} ${linkId}`).digest(),
  };
}
