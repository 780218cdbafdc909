import { createHash, type KeyObject } from 'node:crypto';
import { fingerprintOf, keyIdOfFingerprint } from '../keys/public-keys.ts';
import type { AuditEvent, IntroducedKey } from './chain-link.ts';

/** What can be wrong with the keys that signed a chain. */
export type KeyFault =
  /** A link is signed by another key, and no link of the previous key introduces it. */
  | 'signing_key_not_introduced'
  /** A key was lost, and the new key introduces itself. */
  | 'signing_key_self_introduced'
  /** The last link is not signed by this installation's current key. */
  | 'signing_key_not_current'
  /** This installation has no key. */
  | 'signing_key_missing'
  /** The chain begins with a key that leads back to none of the trusted ones. */
  | 'signing_key_untrusted';

export type KeyNote = 'signing_key_changed' | 'signing_key_lost';

/**
 * What is known of keys outside the database. Everything except `keys` may be absent, and is then
 * not checked.
 */
export type KnownKeys = {
  /** Public keys by id. */
  keys: ReadonlyMap<string, KeyObject>;
  /** The introducing key id, by the id of the introduced key. */
  introducedBy?: ReadonlyMap<string, string> | undefined;
  /** Ids of this installation's private keys; without them, lost keys are not detected. */
  privateKeyIds?: readonly string[] | undefined;
  /** Fingerprints stored elsewhere. */
  trusted?: ReadonlySet<string> | undefined;
};

type Watched = { seq: number; keyId: string };
type Found = { fault: KeyFault; seq: number; at: string };

/**
 * Follows the signing keys of a chain: each key is introduced by the previous one, and the last is
 * this installation's own.
 */
export function signingKeyVerifier(known: KnownKeys) {
  let signing: string | undefined;
  /** The key that may sign the next link. */
  let next: string | undefined;
  const notes: { note: KeyNote; seq: number; at: string }[] = [];
  return {
    notes,
    next: ({ seq, keyId }: Watched, said: AuditEvent | undefined): Found[] => {
      const findings: Found[] = [];
      const find = (fault: KeyFault): void => void findings.push({ fault, seq, at: namedBy(known, keyId) });
      const introduced = introducedIn(said);
      if (said?.type === 'seal_key_lost' && introduced === keyId) {
        notes.push({ note: 'signing_key_lost', seq, at: namedBy(known, keyId) });
        if (!known.trusted?.has(namedBy(known, keyId))) find('signing_key_self_introduced');
      } else if (next === undefined) {
        if (known.trusted && known.trusted.size > 0 && !leadsBack(known, keyId)) find('signing_key_untrusted');
      } else if (keyId !== next) find('signing_key_not_introduced');
      signing = keyId;
      next = keyId;
      if (said?.type === 'seal_key_changed' && introduced !== undefined) {
        next = introduced;
        notes.push({ note: 'signing_key_changed', seq, at: said.key?.fingerprint ?? '' });
      }
      return findings;
    },
    end: (seq: number): Found[] => {
      const { privateKeyIds } = known;
      if (next === undefined || signing === undefined || !privateKeyIds || privateKeyIds.includes(next)) return [];
      const fault = privateKeyIds.length === 0 ? 'signing_key_missing' : 'signing_key_not_current';
      return [{ fault, seq, at: namedBy(known, next) }];
    },
  };
}

/** The id of the key a link introduces, if its fingerprint matches the public key. */
function introducedIn(said: AuditEvent | undefined): string | undefined {
  const { fingerprint, publicKey } = (said?.key ?? {}) as Partial<IntroducedKey>;
  if (typeof fingerprint !== 'string' || typeof publicKey !== 'string') return undefined;
  const is = createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex');
  return is === fingerprint ? keyIdOfFingerprint(fingerprint) : undefined;
}

/** Whether a key is trusted, or introduced by one that leads back to a trusted one. */
function leadsBack({ keys, introducedBy, trusted }: KnownKeys, keyId: string): boolean {
  const visited = new Set<string>();
  for (let id: string | undefined = keyId; id !== undefined && !visited.has(id); id = introducedBy?.get(id)) {
    const key = keys.get(id);
    if (key && trusted?.has(fingerprintOf(key))) return true;
    visited.add(id);
  }
  return false;
}

const namedBy = ({ keys }: KnownKeys, keyId: string): string => {
  const key = keys.get(keyId);
  return key ? fingerprintOf(key) : keyId;
};
