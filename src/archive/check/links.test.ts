import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { test } from 'vitest';
import { canonicalJson } from '../../audit/canonical-json.ts';
import { type AuditEvent, genesis, nextLink } from '../../audit/chain/chain-link.ts';
import { fingerprintOf, keyIdOf } from '../../audit/keys/public-keys.ts';
import type { Manifest } from '../manifest.ts';
import { linkChecker } from './links.ts';

const accountId = '01890a5d-ac96-774b-bcce-b302099a8057';
const pair = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const keyId = keyIdOf(publicKey);
  const seal = { signer: () => ({ keyId, sign: (hash: Buffer) => sign(null, hash, privateKey) }) };
  return { publicKey, keyId, seal, fingerprint: fingerprintOf(publicKey) };
};
const [old, young, stranger] = [pair(), pair(), pair()];
const happened = (event: Partial<AuditEvent>): AuditEvent => ({
  ...{ type: 'paid', at: 1_772_442_000, actor: 'key', subject: { kind: 'payment', id: accountId }, sha256: 'aa' },
  ...event,
});

/**
 * Three links: a payment, the old key introducing the new one, and a payment signed by the new key.
 */
function lines(): string[] {
  const introduced = { fingerprint: young.fingerprint, publicKey: '' };
  let head = { seq: 0, hash: genesis(accountId, false) };
  return [
    [happened({}), old],
    [happened({ type: 'seal_key_changed', key: introduced, sha256: 'bb' }), old],
    [happened({ sha256: 'cc' }), young],
  ].map(([event, by]) => {
    const { seq, link, hash, keyId, signature } = nextLink(head, event as AuditEvent, (by as typeof old).seal);
    head = { seq, hash };
    return canonicalJson({ seq, link, hash: hash.toString('hex'), keyId, signature: signature.toString('base64') });
  });
}

const manifest = { firstSeq: 1, lastSeq: 3, before: genesis(accountId, false).toString('hex') } as Manifest;
const keys = new Map([old, young].map(({ keyId, publicKey }) => [keyId, publicKey]));
const checked = (some: readonly string[]) => {
  const checker = linkChecker(manifest, keys);
  return { checker, findings: checker.take(some.join('\n'), { inSpan: true, at: 'chaine' }).map(({ at }) => at) };
};

test('three links in order are valid; one changed, removed, swapped or of an unknown key is not', () => {
  const all = lines();
  const whole = checked(all);
  assert.deepEqual(whole.findings, []);
  assert.deepEqual(whole.checker.seen(), { links: 3, isComplete: true });
  const [first = '', second = '', third = ''] = all;
  assert.deepEqual(checked([first.replace('"paid', '"pald'), second, third]).findings, ['chaine 1']);
  assert.ok(checked([first, third]).findings.length > 0);
  assert.ok(checked([second, first, third]).findings.length > 0);
  assert.equal(checked([first, second]).checker.seen().isComplete, false);
  const unknown = linkChecker(manifest, new Map([[old.keyId, old.publicKey]]));
  assert.equal(unknown.take(all.join('\n'), { inSpan: true, at: 'chaine' }).length, 1);
});

test('trusting the old key includes the one it introduces; trusting the new one does not include the old', () => {
  const { checker } = checked(lines());
  assert.deepEqual([...checker.trustedFrom([old.fingerprint])], [old.fingerprint, young.fingerprint]);
  assert.deepEqual([...checker.trustedFrom([young.fingerprint])], [young.fingerprint]);
  assert.deepEqual([...checker.trustedFrom([stranger.fingerprint])], [stranger.fingerprint]);
});
