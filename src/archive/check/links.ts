import { createHash, type KeyObject, verify } from 'node:crypto';
import { canonicalJson } from '../../audit/canonical-json.ts';
import type { AuditEvent } from '../../audit/chain/chain-link.ts';
import { fingerprintOf } from '../../audit/keys/public-keys.ts';
import type { Manifest } from '../manifest.ts';
import type { ArchiveFinding } from './finding.ts';

/** An item of the archive whose digest a link records. */
export type Claim = {
  readonly type: AuditEvent['type'];
  readonly seq: number;
  readonly at: number;
  readonly subject: AuditEvent['subject'];
  readonly currency: string;
  /** Whether it is in the contiguous part of the chain. */
  readonly inSpan: boolean;
  /** Whether an item of the archive matched it. */
  isUsed: boolean;
};

/**
 * Checks the links of an archive: those of its span are joined to each other, the others are
 * checked one by one.
 */
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
    /** Reads a part of the chain, one link per line. */
    take: (text: string, given: { inSpan: boolean; at: string }): ArchiveFinding[] =>
      text
        .split('\n')
        .filter((line) => line !== '')
        .flatMap((line) => take(line, given)),
    /** The claim of one of these link types with this digest. */
    claim: (types: readonly AuditEvent['type'][], sha256: string): Claim | undefined =>
      types.map((type) => claims.get(`${type} ${sha256}`)).find((claim) => claim !== undefined),
    claims: () => claims.values(),
    seen: () => ({ links: last.seq - manifest.firstSeq + 1, isComplete: last.seq === manifest.lastSeq }),
    /** Fingerprints of the keys trusted because a link of a trusted key introduces them. */
    trustedFrom: (trust: readonly string[]): ReadonlySet<string> => {
      const trusted = new Set(trust);
      for (const { by, fingerprint } of introduced) if (trusted.has(by)) trusted.add(fingerprint);
      return trusted;
    },
  };
}

type Said = AuditEvent & { seq: number; previous: string };
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
