import assert from 'node:assert/strict';
import { createHash, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import fc from 'fast-check';
import { test } from 'vitest';
import type { Anchor } from '../heads/recorded-heads.ts';
import { type AuditEvent, genesis, nextLink } from './chain-link.ts';
import { type ChainFault, chainVerifier, type StoredLink } from './verify-chain.ts';

const accountId = '01890a5d-ac96-774b-bcce-b302099a8057';
const whose = { accountId, test: false };
const { privateKey } = generateKeyPairSync('ed25519');
const keyId = 'a-key';
const keys = new Map([[keyId, createPublicKey(privateKey)]]);
const signer = { keyId, sign: (hash: Buffer) => sign(null, hash, privateKey) };
const seal = { signer: () => signer };

const happening = (n: number): AuditEvent => ({
  type: 'finalized',
  at: 1_790_000_000 + n,
  actor: 'key',
  subject: { kind: 'invoice', id: `id-${n}`, number: `F-2026-${n}` },
  totals: { net: n, vat: 0, total: n, currency: 'EUR' },
  sha256: 'ab',
});

function chainOf(length: number): StoredLink[] {
  let head = { seq: 0, hash: genesis(accountId, false) };
  return Array.from({ length }, (_, n) => {
    const link = nextLink(head, happening(n), seal);
    head = { seq: link.seq, hash: link.hash };
    return link;
  });
}

const anchorOf = (link: StoredLink): Anchor => ({
  account: accountId,
  test: false,
  seq: link.seq,
  hash: link.hash.toString('hex'),
  keyId,
  signature: link.signature.toString('base64'),
});

/** The faults found in these links; head and anchor are those of the original chain. */
function faultsIn(links: readonly StoredLink[], original: readonly StoredLink[]): ChainFault[] {
  const end = original.at(-1) as StoredLink;
  const verifier = chainVerifier(whose, { keys, anchors: [anchorOf(end)] });
  const found = links.flatMap((link) => verifier.next(link).findings);
  return [...found, ...verifier.end({ seq: end.seq, hash: end.hash })].map(({ fault }) => fault);
}

test('an untouched chain has no fault', () => {
  const links = chainOf(20);
  assert.deepEqual(faultsIn(links, links), []);
});

test('any changed, deleted, duplicated, swapped or truncated link is found, in 1,000 chains', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 12 }),
      fc.nat(),
      fc.nat(),
      fc.constantFrom(...tamperings),
      (length, a, b, tamper) => {
        const original = chainOf(length);
        const links = tamper(original, a % length, b % length);
        assert.notDeepEqual(faultsIn(links, original), []);
      },
    ),
    { numRuns: 1_000 },
  );
});

type Tampering = (links: readonly StoredLink[], at: number, other: number) => StoredLink[];

const tamperings: Tampering[] = [
  (links, at) => links.map((link, i) => (i === at ? { ...link, link: link.link.replace('EUR', 'USD') } : link)),
  (links, at) => links.map((link, i) => (i === at ? rehashed(link) : link)),
  (links, at) => links.toSpliced(at, 1),
  (links, at) => links.toSpliced(at, 1).map((link, i) => ({ ...link, seq: i + 1 })),
  (links, at) => links.toSpliced(at, 0, links[at] as StoredLink).map((link, i) => ({ ...link, seq: i + 1 })),
  (links, at, other) => {
    const to = at === other ? (at + 1) % links.length : other;
    const moved = [...links];
    [moved[at], moved[to]] = [links[to] as StoredLink, links[at] as StoredLink];
    return moved.map((link, i) => ({ ...link, seq: i + 1 }));
  },
  (links, at) => links.slice(0, at),
  (links, at) => links.map((link, i) => (i === at ? { ...link, signature: Buffer.alloc(64) } : link)),
  (links, at) => links.map((link, i) => (i === at ? { ...link, keyId: 'nobody' } : link)),
];

/** The forger can compute hashes but does not have the key. */
function rehashed(link: StoredLink): StoredLink {
  const text = link.link.replace('EUR', 'USD');
  return { ...link, link: text, hash: createHash('sha256').update(text).digest() };
}

test('truncation is found even if the head in the database was truncated too', () => {
  const links = chainOf(5);
  const kept = links.slice(0, 3);
  const verifier = chainVerifier(whose, { keys, anchors: [anchorOf(links[4] as StoredLink)] });
  for (const link of kept) assert.deepEqual(verifier.next(link).findings, []);
  const { seq, hash } = kept[2] as StoredLink;
  assert.deepEqual(verifier.end({ seq, hash }), [{ fault: 'chain_truncated', seq: 5 }]);
});

test('a chain cannot be moved to another account or mode', () => {
  const [first] = chainOf(1) as [StoredLink];
  const elsewhere = chainVerifier({ accountId, test: true }, { keys, anchors: [] });
  assert.deepEqual(elsewhere.next(first).findings, [{ fault: 'link_not_joined', seq: 1 }]);
});
