import type { Lock } from '../heads/compact-head-log.ts';
import { openHeadLog } from '../heads/head-log.ts';
import { openSigningKeys } from '../keys/signing-key.ts';
import type { ChainSigner } from './chain-signer.ts';

/**
 * The chain signer of this data folder. `close` writes the last heads; `renewAnchors` restarts a
 * corrupt head log.
 */
export type OpenChainSigner = ChainSigner & {
  renewAnchors: () => Promise<void>;
  /** Milliseconds the oldest unwritten head has waited; 0 if none waits. */
  headsWaitingMs: () => number;
  /**
   * Bytes of the head log before it is compacted into the files of the accounts, as of the last
   * write.
   */
  headsBytes: () => number;
  close: () => Promise<void>;
};

/**
 * Opens the signer of the audit chain. `inUse`: the key ids chains continue with; if empty, no
 * chain has a link and the key is created. Throws if one of the keys is missing. `lock` prevents
 * concurrent writes by the processes of one data folder; `onTrouble` is called when heads could not
 * be written.
 */
export async function openChainSigner(
  dataFolder: string,
  given: {
    lock: Lock;
    inUse?: readonly string[];
    /** This machine just joined others: it has recorded no heads, and lost none. */
    joined?: boolean;
    onTrouble?: ((error: unknown) => void) | undefined;
    /** Bytes from which the head log is compacted into the files of the accounts. */
    foldBytes?: number;
  },
): Promise<OpenChainSigner> {
  const { inUse = [], joined = false, ...rest } = given;
  const { signer } = await openSigningKeys(dataFolder, inUse);
  const anchors = await openHeadLog(dataFolder, { ...rest, isFirst: joined || inUse.length === 0, signer });
  return {
    signer,
    anchor: ({ accountId, test }, head, { keyId, signature, restarts }) =>
      anchors.note({
        account: accountId,
        test,
        seq: head.seq,
        hash: head.hash.toString('hex'),
        keyId,
        signature: signature.toString('base64'),
        ...(restarts && { restarts }),
      }),
    renewAnchors: anchors.renew,
    headsWaitingMs: anchors.waitingMs,
    headsBytes: anchors.journalBytes,
    close: anchors.close,
  };
}
