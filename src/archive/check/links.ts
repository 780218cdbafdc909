import { createHash, type KeyObject, verify } from 'node:crypto';
import { canonicalJson } from '../../audit/canonical-json.ts';
import type { Happening } from '../../audit/chain/chain-link.ts';
import { fingerprintOf } from '../../audit/keys/public-keys.ts';
import type { Manifest } from '../manifest.ts';
import type { ArchiveFinding } from './finding.ts';

/** What a link seals: found by the digest it holds. */
export type Claim = {
  readonly type: Happening['type'];
  readonly seq: number;
  readonly at: number;
  readonly subject: Happening['subject'];
  readonly currency: string;
  /** Stands in the part of the chain that is whole. */
  readonly inSpan: boolean;
  /** Something of the archive was found to be what it seals. */
  isUsed: boolean;
};

/** Checks the chain of an archive: the links of its span, each joined to the one before, and others one by one. */
export function linkChecker(manifest: Manifest, keys: ReadonlyMap<string, KeyObject>) {
  const claims = new Map<string, Claim>();
  const introduced: { by: string; fingerprint: string }[] = [];
  let last = { seq: manifest.firstSeq - 1, hash: manifest.before };
  const take = (line: string, { inSpan, at }: { inSpan: boolean; at: string }): ArchiveFinding[] => {
    const link = linkIn(line);
    if (!link) return [{ fault: 'member_unreadable', at }];
    const { said, seq, hash, keyId, signature } = link;
    const key = keys.get(keyId);
    const isWhole =
      canonicalJson(said) === link.link &&
      createHash('sha256').update(link.link).digest('hex') === hash &&
      key !== undefined &&
      verify(null, Buffer.from(hash, 'hex'), key, Buffer.from(signature, 'base64'));
    const joins = !inSpan || (said.previous === last.hash && said.seq === seq && seq === last.seq + 1);
    if (inSpan) last = { seq, hash };
    if (!isWhole || !joins || said.seq !== seq) return [{ fault: 'chain_link_wrong', at: `${at} ${seq}` }];
    const { type, subject, sha256 } = said;
    const currency = said.totals?.currency ?? '';
    claims.set(`${type} ${sha256}`, { type, seq, at: said.at, subject, currency, inSpan, isUsed: false });
    const next = said.type === 'seal_key_changed' && said.key?.fingerprint;
    if (typeof next === 'string') introduced.push({ by: fingerprintOf(key), fingerprint: next });
    return [];
  };
  return {
    /** Takes a part of the chain, a link a line. */
    take: (text: string, given: { inSpan: boolean; at: string }): ArchiveFinding[] =>
      text
        .split('\n')
        .filter((line) => line !== '')
        .flatMap((line) => take(line, given)),
    /** What one of these types of links seals by this digest. */
    claim: (types: readonly Happening['type'][], sha256: string): Claim | undefined =>
      types.map((type) => claims.get(`${type} ${sha256}`)).find((claim) => claim !== undefined),
    claims: () => claims.values(),
    seen: () => ({ links: last.seq - manifest.firstSeq + 1, isComplete: last.seq === manifest.lastSeq }),
    /** Fingerprints of keys that are trusted because a link of a trusted one introduces them. */
    trustedFrom: (trust: readonly string[]): ReadonlySet<string> => {
      const trusted = new Set(trust);
      for (const { by, fingerprint } of introduced) if (trusted.has(by)) trusted.add(fingerprint);
      return trusted;
    },
  };
}

type Said = Happening & { seq: number; previous: string };
type Link = { seq: number; link: string; hash: string; keyId: string; signature: string; said: Said };

function linkIn(line: string): Link | undefined {
  try {
    const link = JSON.parse(line) as Omit<Link, 'said'>;
    const said = JSON.parse(link.link) as Said;
    return typeof said.subject === 'object' && said.subject !== null ? { ...link, said } : undefined;
  } catch {
    return undefined;
  }
}
