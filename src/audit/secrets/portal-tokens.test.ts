import assert from 'node:assert/strict';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { canonicalJson } from '../canonical-json.ts';
import { openPortalTokens, portalTokensWithKey } from './portal-tokens.ts';

const inFolder = async (work: (folder: string) => Promise<void>): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'facturier portals '));
  await work(folder).finally(() => rm(folder, { recursive: true }));
};
const anna = { accountId: 'account-1', customerId: 'anna' };

test('the secret of a portal is 256 bits, equal in all processes of a folder, different for each customer, account and folder', () =>
  inFolder(async (folder) => {
    const opened = await Promise.all(Array.from({ length: 5 }, () => openPortalTokens(folder)));
    const tokens = new Set(opened.map((each) => each.of(anna)));
    assert.equal(tokens.size, 1);
    const [token = ''] = tokens;
    assert.equal(Buffer.from(token, 'base64url').length, 32);
    assert.match(token, /^[\w-]{43}$/);
    assert.equal((await stat(join(folder, 'keys', 'portal.key'))).mode & 0o777, 0o600);
    const [tokensHere] = opened;
    assert.notEqual(tokensHere?.of({ ...anna, customerId: 'zoe' }), token);
    assert.notEqual(tokensHere?.of({ ...anna, accountId: 'account-2' }), token);
    await inFolder(async (another) => assert.notEqual((await openPortalTokens(another)).of(anna), token));
  }));

test("a corrupt key file is refused, not replaced: customers' links would stop working", () =>
  inFolder(async (folder) => {
    await openPortalTokens(folder);
    await writeFile(join(folder, 'keys', 'portal.key'), 'c2hvcnQ=');
    await assert.rejects(openPortalTokens(folder), /does not hold a key of 32 bytes/);
  }));

test('hashed and signed content contains no secret: neither marked nor named ones compile, at any depth', () => {
  const token = portalTokensWithKey(Buffer.alloc(32)).of(anna);
  // @ts-expect-error: marked as secret, whatever its name
  canonicalJson({ sealed: { customer: { door: token } } });
  // @ts-expect-error: named like a secret, whatever its type
  canonicalJson({ sealed: { customer: { organization: { token: 'x' } } } });
  // @ts-expect-error: in a list, and optional
  canonicalJson([{ webhook: {} as { secret?: string } }]);
  assert.equal(canonicalJson({ keyId: 'b', secretSha256: 'a' }), '{"keyId":"b","secretSha256":"a"}');
});
