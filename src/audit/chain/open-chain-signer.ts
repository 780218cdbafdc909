import type { Lock } from '../heads/compact-head-log.ts';
import { openHeadLog } from '../heads/head-log.ts';
import { openSigningKeys } from '../keys/signing-key.ts';
import type { ChainSigner } from './chain-signer.ts';

/** The seal of this data folder. `close` writes the last heads; `renewAnchors` begins their file anew where it is garbled. */
export type OpenChainSigner = ChainSigner & {
  renewAnchors: () => Promise<void>;
  /** Milliseconds the oldest head that is not noted in the data folder has waited for that; 0 where none waits. */
  headsWaitingMs: () => number;
  /** Bytes of the file heads are noted in before they are folded into those of their accounts, when last written to. */
  headsBytes: () => number;
  close: () => Promise<void>;
};

/**
 * Opens what signs the audit chain. `inUse` names the keys that chains go on with: none where no chain has a link yet, and
 * then the key is made. Throws where one of them is not here. `lock` keeps the processes of one data folder from writing at
 * once; `onTrouble` hears of heads that could not be written.
 */
export async function openChainSigner(
  dataFolder: string,
  given: {
    lock: Lock;
    inUse?: readonly string[];
    /** The machine has just begun beside others: it has noted no head, and lost none. */
    joined?: boolean;
    onTrouble?: ((error: unknown) => void) | undefined;
    /** Bytes from which the file of heads is folded into those of their accounts. */
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
