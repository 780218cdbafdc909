import { sign } from 'node:crypto';
import { type Lock, openAnchorLog } from './anchors.ts';
import type { AuditSeal } from './audit-seal.ts';
import { openSigningKey } from './signing-key.ts';

/** The seal of this data folder. `close` writes the last heads. */
export type OpenSeal = AuditSeal & { close: () => Promise<void> };

/**
 * Opens what signs the audit chain, making the key on first use. `lock` keeps the processes of one data folder from
 * writing at once; `onTrouble` hears of heads that could not be written.
 */
export async function openSeal(
  dataFolder: string,
  given: { lock: Lock; onTrouble?: ((error: unknown) => void) | undefined },
): Promise<OpenSeal> {
  const { keyId, privateKey } = await openSigningKey(dataFolder);
  const anchors = await openAnchorLog(dataFolder, given);
  return {
    keyId,
    sign: (hash) => sign(null, hash, privateKey),
    anchor: ({ accountId, test }, head, signature) =>
      anchors.note({
        account: accountId,
        test,
        seq: head.seq,
        hash: head.hash.toString('hex'),
        keyId,
        signature: signature.toString('base64'),
      }),
    close: anchors.close,
  };
}
