import { createHmac, createSecretKey } from 'node:crypto';
import { openKeyFile } from '../keys/key-file.ts';
import type { Secret } from './secret.ts';

/** Makes the secrets that open the portals of customers. */
export type PortalTokens = {
  /** The secret of one customer of one account: 256 bits, base64url, always the same. Compare it in constant time. */
  of: (whose: { accountId: string; customerId: string }) => Secret;
  /** What proves that somebody was given a link of an account: 256 bits, always the same. Compare it in constant time. */
  ofLink: (whose: { accountId: string; linkId: string }) => Buffer;
};

/**
 * Opens the key they are made by (`openKeyFile`, whose refusal it throws). They are made when they are shown or compared and kept
 * nowhere: a copy of the database opens no portal. Without the file all of them are others.
 */
export const openPortalTokens = async (dataFolder: string): Promise<PortalTokens> =>
  portalTokensWithKey(await openKeyFile(dataFolder, 'portal.key'));

/** Secrets a process remembers: the same few customers are shown again and again, and making one costs more than all of it. */
const REMEMBERED_MAX = 5_000;

/** The same with a key at hand. */
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
