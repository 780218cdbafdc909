import { createHash, type KeyObject, verify } from 'node:crypto';
import type { Anchor } from './anchors.ts';
import type { ChainHead } from './audit-seal.ts';
import { canonicalJson } from './canonical-json.ts';
import { genesis, type Happening } from './chain-link.ts';

/** A link as it is stored. */
export type StoredLink = { seq: number; link: string; hash: Buffer; keyId: string; signature: Buffer };

/** What is wrong with a chain. */
export type ChainFault =
  | 'link_missing'
  | 'link_out_of_place'
  | 'link_not_joined'
  | 'link_changed'
  | 'link_unreadable'
  | 'link_not_canonical'
  | 'signature_invalid'
  | 'signing_key_unknown'
  | 'head_missing'
  | 'head_differs'
  | 'chain_truncated'
  | 'anchor_differs'
  | 'anchor_invalid';

export type ChainFinding = { fault: ChainFault; seq: number };

export type ChainVerifier = {
  /** Takes the next link in order; gives what it says where that can be read. */
  next: (stored: StoredLink) => { said: Happening | undefined; findings: ChainFinding[] };
  /** Compares the end with the head the database keeps and the anchors kept outside it. */
  end: (head: ChainHead | undefined) => ChainFinding[];
};

/**
 * Checks one chain, link by link, in constant memory. Pure: whoever calls it reads the links in the order of `seq`. Any
 * single change, deletion, insertion, reordering or truncation is found.
 */
export function chainVerifier(
  whose: { accountId: string; test: boolean },
  known: { keys: ReadonlyMap<string, KeyObject>; anchors: readonly Anchor[] },
): ChainVerifier {
  let last: ChainHead = { seq: 0, hash: genesis(whose.accountId, whose.test) };
  const anchored = new Map(known.anchors.map((anchor) => [anchor.seq, anchor]));
  return {
    next: (stored) => {
      const findings = [...placeOf(stored, last), ...checked(stored, last, known.keys)];
      const anchor = anchored.get(stored.seq);
      if (anchor && anchor.hash !== stored.hash.toString('hex')) findings.push('anchor_differs');
      last = { seq: stored.seq, hash: stored.hash };
      return { said: read(stored.link), findings: findings.map((fault) => ({ fault, seq: stored.seq })) };
    },
    end: (head) => {
      const findings: ChainFinding[] = [];
      if (!head) findings.push({ fault: 'head_missing', seq: last.seq });
      else if (head.seq !== last.seq || !head.hash.equals(last.hash)) {
        findings.push({ fault: 'head_differs', seq: head.seq });
      }
      for (const anchor of known.anchors) {
        if (!isSigned(anchor, known.keys)) findings.push({ fault: 'anchor_invalid', seq: anchor.seq });
        else if (anchor.seq > last.seq) findings.push({ fault: 'chain_truncated', seq: anchor.seq });
      }
      // Two signed heads for one place: the chain was cut and grown again.
      if (anchored.size < known.anchors.length) findings.push({ fault: 'anchor_differs', seq: last.seq });
      return findings;
    },
  };
}

function placeOf(stored: StoredLink, last: ChainHead): ChainFault[] {
  if (stored.seq === last.seq + 1) return [];
  return [stored.seq > last.seq ? 'link_missing' : 'link_out_of_place'];
}

function checked(stored: StoredLink, last: ChainHead, keys: ReadonlyMap<string, KeyObject>): ChainFault[] {
  const faults: ChainFault[] = [];
  const said = read(stored.link);
  if (!said) faults.push('link_unreadable');
  else if (canonicalJson(said) !== stored.link) faults.push('link_not_canonical');
  if (said && said.previous !== last.hash.toString('hex')) faults.push('link_not_joined');
  if (said && said.seq !== stored.seq) faults.push('link_out_of_place');
  if (!createHash('sha256').update(stored.link).digest().equals(stored.hash)) faults.push('link_changed');
  const key = keys.get(stored.keyId);
  if (!key) faults.push('signing_key_unknown');
  else if (!verify(null, stored.hash, key, stored.signature)) faults.push('signature_invalid');
  return faults;
}

function read(link: string): (Happening & { seq: number; previous: string }) | undefined {
  try {
    const said = JSON.parse(link);
    return typeof said === 'object' && said !== null && typeof said.subject === 'object' ? said : undefined;
  } catch {
    return undefined;
  }
}

function isSigned(anchor: Anchor, keys: ReadonlyMap<string, KeyObject>): boolean {
  const key = keys.get(anchor.keyId);
  if (!key) return false;
  return verify(null, Buffer.from(anchor.hash, 'hex'), key, Buffer.from(anchor.signature, 'base64'));
}
