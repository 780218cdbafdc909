import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, beforeAll, test } from 'vitest';
import { type Lived, lived } from '../../../test/jobs/recurring-simulation.ts';
import { type Books, booksOf } from '../../../test/support/documents/example-books.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { archiveTail, signed, statementIn, TAIL_BYTES } from '../../archive/signed-statement.ts';
import { fingerprintOf, keyIdOf } from '../../audit/keys/public-keys.ts';
import { makeArchive } from '../../jobs/account/make-archive.ts';
import type { Caller } from '../../services/caller.ts';

const KIB = 1_024;
const MARCH_2 = { from: '2026-03-02', to: '2026-03-02' };

let service: TestService;
let books: Books;
let life: Lived;
/** An archive of 2 March with an invoice, and what the API says about it. */
let archive: Buffer;
let made: { id: string; keyFingerprint: string; signedSha256: string };
const job = makeArchive('1.0.0', { partBytes: 16 * KIB, bytesMax: 16 * KIB * KIB });

beforeAll(async () => {
  service = await testService();
  books = booksOf(service);
  life = lived(service, [job]);
  await books.company();
  await books.finalized(books.invoice(await books.contact()));
  ({ archive, made } = await newArchive());
});
afterAll(() => service.close());

async function newArchive(caller: Caller = service.live) {
  const { json } = await service.call('create-archive', { body: MARCH_2, caller });
  await life.worked();
  const parts: Buffer[] = [];
  for (let after: string | undefined = '0'; after !== undefined; ) {
    const heard = await service.call('download-archive', { path: { archiveId: json.id }, query: { after }, caller });
    assert.ok(heard.file, `${heard.refused}`);
    parts.push(heard.file.bytes);
    after = heard.file.next;
  }
  const read = (await service.call('get-archive', { path: { archiveId: json.id }, caller })).json;
  return { archive: Buffer.concat(parts), made: read };
}

/** What a client sends about a file. */
const digestOf = (file: Buffer) => {
  const end = Math.max(file.length - TAIL_BYTES, 0);
  return {
    size: file.length,
    sha256: createHash('sha256').update(file.subarray(0, end)).digest('hex'),
    end: file.subarray(end).toString('base64'),
  };
};
const heardOf = (file: Buffer, caller?: Caller) =>
  service.call('check-archive', { body: digestOf(file), ...(caller && { caller }) });
const faultOf = async (file: Buffer, caller?: Caller): Promise<string | undefined> =>
  (await heardOf(file, caller)).json.fault?.reason;
const flipped = (place: number): Buffer => {
  const changed = Buffer.from(archive);
  changed[place] = (changed[place] ?? 0) ^ 1;
  return changed;
};

test('check-archive: the downloaded archive of 2 March is intact, signed by the key shown and recorded', async () => {
  const { json } = await heardOf(archive);
  assert.equal(json.isIntact, true);
  assert.equal(json.fault, undefined);
  assert.deepEqual([json.archive.id, json.archive.from, json.archive.to], [made.id, '2026-03-02', '2026-03-02']);
  assert.equal(json.keyFingerprint, made.keyFingerprint);
  assert.ok(json.recordedSeq > 1 && json.recordedAt === json.archive.madeAt, JSON.stringify(json));
});

test('one changed byte anywhere, and a part of the archive, are found', async () => {
  const places = [0, 300, Math.floor(archive.length / 2), archive.length - TAIL_BYTES - 1];
  for (const place of places) assert.equal(await faultOf(flipped(place)), 'changed', `byte ${place}`);
  const inEnd = Array.from({ length: 70 }, (_, at) => archive.length - TAIL_BYTES + at * 37).filter(
    (place) => place < archive.length,
  );
  for (const place of inEnd)
    assert.match(
      (await faultOf(flipped(place))) ?? 'none',
      /^(end_missing|signature_invalid|key_unknown)$/,
      `${place}`,
    );
  for (const part of [archive.subarray(0, -1), archive.subarray(0, 40_000), Buffer.from('x'), Buffer.alloc(0)])
    assert.equal(await faultOf(part), 'end_missing', `${part.length} bytes`);
  // The end alone, and an archive that lost its beginning.
  assert.equal(await faultOf(archive.subarray(-TAIL_BYTES)), 'changed');
  assert.equal(await faultOf(archive.subarray(512)), 'changed');
  assert.equal(await faultOf(Buffer.concat([archive, Buffer.alloc(512)])), 'end_missing');
});

/** The archive under another statement, signed by this key. */
async function signedAnew(
  change: Record<string, unknown>,
  key: { keyId: string; sign: (hash: Buffer) => Buffer } = service.services.environment.seal.signer(undefined),
): Promise<Buffer> {
  const statement = await statementIn(archive.subarray(-TAIL_BYTES));
  assert.ok(statement);
  const { signature: _, keyId: __, ...said } = statement;
  return Buffer.concat([archive.subarray(0, -TAIL_BYTES), await archiveTail(signed({ ...said, ...change }, key))]);
}

test('control: the same statement signed again by the service is intact', async () => {
  assert.equal(await faultOf(await signedAnew({})), undefined);
});

test('an archive signed by a stranger, of another account, of the other mode or not in the audit trail is said so', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const stranger = { keyId: keyIdOf(publicKey), sign: (hash: Buffer) => sign(null, hash, privateKey) };
  assert.notEqual(fingerprintOf(publicKey), made.keyFingerprint);
  assert.equal(await faultOf(await signedAnew({}, stranger)), 'key_unknown');
  const own = service.services.environment.seal.signer(undefined);
  assert.equal(await faultOf(await signedAnew({}, { ...stranger, keyId: own.keyId })), 'signature_invalid');
  assert.equal(await faultOf(await signedAnew({ account: crypto.randomUUID() })), 'other_account');
  assert.equal(await faultOf(await signedAnew({ mode: 'test' })), 'other_mode');
  assert.equal(await faultOf(await signedAnew({ id: crypto.randomUUID() })), 'not_recorded');
  assert.equal(await faultOf(await signedAnew({ id: 'no uuid' })), 'not_recorded');
  // Right to the byte for its own account, and nothing about it for another.
  const other = await service.newAccount('Otto Fremd');
  const { json } = await heardOf(archive, other.live);
  assert.deepEqual([json.isIntact, json.fault.reason, json.archive], [false, 'other_account', undefined]);
  assert.match(json.fault.message, /another account/);
});

test('an archive of test mode is checked in test mode; an accountant checks archives too', async () => {
  const trial = booksOf(service, service.test);
  await trial.finalized(trial.invoice(await trial.contact()));
  const { archive: ofTest } = await newArchive(service.test);
  assert.equal(await faultOf(ofTest, service.test), undefined);
  assert.equal(await faultOf(ofTest), 'other_mode');
  assert.equal(await faultOf(archive, service.test), 'other_mode');
  const reader: Caller = { ...service.live, scopes: ['billing:read'] };
  assert.equal(await faultOf(archive, reader), undefined);
});

test('a deleted archive is still checked; the entry of the audit trail stays', async () => {
  await service.call('delete-archive', { path: { archiveId: made.id } });
  assert.equal((await heardOf(archive)).json.isIntact, true);
});

test('a digest in capitals, a size below 0, an end that is too long or no base64 are refused by field', async () => {
  const whole = digestOf(archive);
  const bodies: readonly [string, object][] = [
    ['sha256', { ...whole, sha256: whole.sha256.toUpperCase() }],
    ['size', { ...whole, size: -1 }],
    ['size', { ...whole, size: 1.5 }],
    ['end', { ...whole, end: Buffer.alloc(TAIL_BYTES + 3).toString('base64') }],
    ['end', { ...whole, end: 'é' }],
    ['end', { size: 1, sha256: whole.sha256 }],
  ];
  for (const [field, body] of bodies) {
    const heard = await service.call('check-archive', { body });
    assert.equal(heard.refused, 'input_invalid', field);
    assert.ok(JSON.stringify(heard).includes(field), `${field}: ${JSON.stringify(heard)}`);
  }
});

test('archive.created is published once, when the archive is ready, with the digest of its file', async () => {
  const eventsOf = async () =>
    (await service.call('list-events', { query: { type: 'archive.created' } })).json.docs as {
      event: { type: string };
      archive: { id: string; state: string; signedSha256: string };
    }[];
  const mine = (await eventsOf()).filter(({ archive }) => archive.id === made.id);
  assert.deepEqual(
    mine.map(({ archive }) => [archive.state, archive.signedSha256]),
    [['ready', made.signedSha256]],
  );
  // One that is deleted before its turn is not announced.
  const { json } = await service.call('create-archive', { body: MARCH_2 });
  await service.call('delete-archive', { path: { archiveId: json.id } });
  await life.worked();
  assert.ok(!(await eventsOf()).some(({ archive }) => archive.id === json.id));
});
