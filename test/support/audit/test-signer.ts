import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { ChainHead, ChainSigner } from '../../../src/audit/chain/chain-signer.ts';

/** A signer with its own key that keeps its anchors in memory. */
export function testSigner(): ChainSigner & {
  anchors: { accountId: string; test: boolean; head: ChainHead }[];
  keys: ReadonlyMap<string, KeyObject>;
} {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const der = publicKey.export({ type: 'spki', format: 'der' });
  const anchors: { accountId: string; test: boolean; head: ChainHead }[] = [];
  const keyId = createHash('sha256').update(der).digest('hex').slice(0, 16);
  const signer = { keyId, sign: (hash: Buffer) => sign(null, hash, privateKey) };
  return {
    signer: () => signer,
    anchor: (whose, head) => void anchors.push({ ...whose, head }),
    anchors,
    keys: new Map([[keyId, publicKey]]),
  };
}
