import type pg from 'pg';
import {
  type KnownHere,
  type Verified,
  verifyAccountsOn,
  verifyingClient,
} from '../../../src/db/audit/verify/verify-accounts.ts';

/**
 * Verifies accounts repeatedly on one connection. An error ends the connection; the next pass opens
 * another.
 */
export function verifyRepeatedly(serving: pg.ClientConfig) {
  let client: pg.Client | undefined;
  const close = async (): Promise<void> => {
    const open = client;
    client = undefined;
    await open?.end();
  };
  return {
    verified: async (accounts: Iterable<string> | AsyncIterable<string>, known: KnownHere): Promise<Verified> => {
      try {
        if (!client) {
          client = verifyingClient(serving);
          await client.connect();
        }
        return await verifyAccountsOn(client, accounts, known);
      } catch (error) {
        await close().catch(() => {});
        throw error;
      }
    },
    close,
  };
}
