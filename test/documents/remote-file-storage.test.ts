import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { deleteUnusedFiles } from '../../src/db/billing/stored-files.ts';
import { deleteUnusedObjects } from '../../src/db/object-storage/delete-unused-objects.ts';
import { openObjectStore } from '../../src/db/object-storage/object-store.ts';
import { lanes } from '../../src/domain/queue/queues.ts';
import { sendMail } from '../../src/jobs/mail/send-mail.ts';
import { startQueueWorker } from '../../src/queue/worker.ts';
import { booksOf } from '../support/documents/example-books.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../support/service/service-over-https.ts';
import { objectStore, type TestObjectStore } from '../support/stand-ins/object-store.ts';
import { superuserQuery } from '../webhooks/superuser-query.ts';

/**
 * Milliseconds the store may take: a slow machine can stall, or print twelve PDFs after all else.
 */
const TIMEOUT_MS = 600_000;
/** The same for a silent store, which is waited for. */
const SILENT_MS = 500;
const DAY = 86_400;

let service: ServiceOverHttps;
let books: ReturnType<typeof booksOf>;
let store: TestObjectStore;
let customer: string;
beforeAll(async () => {
  store = await objectStore();
  service = await serviceOverHttps();
  books = booksOf(service);
  await books.company();
  customer = await books.organization({ name: 'Boulangerie Martin SARL', siret: '73282932000074' });
});
beforeEach(() => {
  store.state.mood = 'well';
  delete store.state.onPut;
  store.asked.length = 0;
  service.logged.length = 0;
  use(true);
});
afterAll(async () => {
  await service.close();
  await store.close();
});

const use = (elsewhere: boolean, timeoutMs = TIMEOUT_MS): void => {
  service.services.environment.objects = elsewhere ? openObjectStore(store.given, { timeoutMs }) : undefined;
};
const hashOf = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
const pathOf = (bytes: Buffer | string) => `prod/${service.accountId}/${hashOf(bytes)}`;
const pdf = (text: string) => Buffer.from(`%PDF-1.7\n${text}`);
const attach = (id: string, bytes: Buffer, asked: object = {}) =>
  service.ask(`/v2/billing/${id}/attachments`, {
    ...{ method: 'POST', body: { name: 'plan.pdf', content: bytes.toString('base64') } },
    ...asked,
  });
const draft = async (): Promise<string> => (await books.invoice(customer)).id;
const download = async (id: string) => {
  const answer = await service.call('download-billing', { path: { id } });
  assert.ok(answer.file);
  return answer.file.bytes;
};
/** The row of a hash: missing, without bytes, or with bytes. */
const kept = async (sha256: string): Promise<string> => {
  const { rows } = await service.owner.query('select bytes from billing.file where encode(sha256, $1) = $2', [
    'hex',
    sha256,
  ]);
  return rows.length === 0 ? 'nothing' : rows[0].bytes === null ? 'elsewhere' : 'bytes';
};
const methods = () => store.asked.map((line) => line.split(' ')[0]);
const forget = async (): Promise<void> => {
  await deleteUnusedFiles({ pool: service.owner }, service.clock.now + 2 * DAY);
  await deleteUnusedObjects(service.services.pool, inUse());
};
/** The store in use. */
const inUse = () => service.services.environment.objects ?? assert.fail('no store');

test('an attachment is stored under its account and hash without bytes in its row, and read back unchanged', async () => {
  const bytes = pdf('plan de la terrasse');
  const { status, json } = await attach(await draft(), bytes);
  assert.equal(status, 201);
  assert.deepEqual(store.objects.get(pathOf(bytes)), bytes);
  assert.equal(await kept(hashOf(bytes)), 'elsewhere');
  assert.equal((await service.ask(json.relativeUrl)).text, bytes.toString());
  assert.deepEqual(methods(), ['PUT', 'GET']);

  await attach(await draft(), bytes);
  assert.deepEqual(methods(), ['PUT', 'GET'], 'the same bytes are sent once');
});

test('a PDF is rendered and uploaded once; later downloads and mails use the same bytes', async () => {
  const { id } = await books.finalized(books.invoice(customer));
  const first = await download(id);
  assert.deepEqual(store.objects.get(pathOf(first)), first);
  assert.equal(await kept(hashOf(first)), 'elsewhere');
  assert.deepEqual(methods(), ['PUT', 'HEAD']);
  assert.equal(hashOf(await download(id)), hashOf(first));
  assert.deepEqual(methods(), ['PUT', 'HEAD', 'GET']);
  assert.equal((await books.done('get-invoice', id)).lastDownloadAt, service.clock.now);

  store.asked.length = 0;
  await download(await draft());
  assert.deepEqual(store.asked, [], 'a draft is kept nowhere');
});

test('twelve PDFs can upload at once, more than the connection limit', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 12; n++) ids.push((await books.finalized(books.invoice(customer))).id);
  const arrived = Promise.withResolvers<void>();
  let waiting = 0;
  store.state.onPut = async () => {
    if (++waiting === ids.length) arrived.resolve();
    await arrived.promise;
  };
  const papers = await Promise.all(ids.map(download));
  assert.equal(new Set(papers.map(hashOf)).size, 12);
  assert.ok(service.services.pool.totalCount < 12);
});

test('a PDF that vanishes between upload and row is uploaded again before its row is written', async () => {
  const objects = inUse();
  let puts = 0;
  service.services.environment.objects = {
    ...objects,
    put: async (name, bytes) => {
      await objects.put(name, bytes);
      if (++puts === 1) await objects.remove(name);
    },
  };
  const paper = await download((await books.finalized(books.invoice(customer))).id);
  assert.deepEqual([puts, store.objects.get(pathOf(paper))], [2, paper]);
});

test('changed or missing bytes in the object store are never served', async () => {
  const bytes = pdf('contrat signé');
  const { relativeUrl } = (await attach(await draft(), bytes)).json;
  const { id } = await books.finalized(books.invoice(customer));
  const paper = await download(id);
  for (const tamper of [
    (path: string) => store.objects.set(path, pdf('contrat falsifié')),
    (path: string) => store.objects.delete(path),
  ]) {
    for (const [url, right] of [
      [relativeUrl, bytes],
      [`/v2/billing/${id}/download`, paper],
    ] as const) {
      tamper(pathOf(right));
      const answer = await service.ask(url);
      assert.deepEqual([answer.status, answer.json.code], [500, 'service.file_altered']);
      store.objects.set(pathOf(right), right);
      assert.equal((await service.ask(url)).status, 200, 'control: with its own bytes it is given');
    }
  }
  assert.equal(service.logged.length, 4);
});

test('files_unreachable: a busy, disconnecting or silent store gives a retryable 503 and leaves nothing behind', async () => {
  const id = await draft();
  const before = await books.done('get-invoice', id);
  const finalized = await books.finalized(books.invoice(customer));
  const count = async () =>
    (await service.owner.query('select count(*)::int as n from billing.file')).rows[0].n as number;
  const files = await count();
  for (const mood of ['busy', 'closing', 'silent'] as const) {
    store.state.mood = mood;
    use(true, mood === 'silent' ? SILENT_MS : TIMEOUT_MS);
    const bytes = pdf(`malgré tout: ${mood}`);
    for (const refused of [
      await attach(id, bytes, { headers: { 'idempotency-key': mood } }),
      await service.ask(`/v2/billing/${finalized.id}/download`),
    ]) {
      assert.deepEqual([refused.status, refused.json.code], [503, 'service.files_unreachable'], mood);
      assert.equal(refused.headers['retry-after'], '5');
    }
    assert.equal(await count(), files);
    assert.deepEqual(await books.done('get-invoice', id), before, 'the draft is as it was');
    store.state.mood = 'well';
    use(true);
    const again = await attach(id, bytes, { headers: { 'idempotency-key': mood } });
    assert.equal(again.status, 201, 'control: the same request, once the store answers');
    await service.ask(again.json.relativeUrl, { method: 'DELETE' });
    await forget();
    Object.assign(before, await books.done('get-invoice', id));
  }
  const above = await superuserQuery(service.database);
  const types = async () =>
    (
      await above.query(
        "select link::jsonb->>'type' as type from billing.chain_link where link::jsonb->'subject'->>'id' = $1 order by seq",
        [finalized.id],
      )
    ).map(({ type }) => type);
  assert.deepEqual(await types(), ['finalized'], 'no paper is told of that nobody keeps');
  await download(finalized.id);
  assert.deepEqual(await types(), ['finalized', 'rendered'], 'control: once the store answers, one is');
  await above.close();
  assert.deepEqual(service.logged, [], 'and none of it is a bug');
});

test('with a key unknown to the store nothing is stored, and the response contains no secret', async () => {
  const given = { ...store.given, secret: 'wrong' };
  service.services.environment.objects = openObjectStore(given, { timeoutMs: TIMEOUT_MS });
  const bytes = pdf('avec la mauvaise clé');
  const refused = await attach(await draft(), bytes);
  assert.equal(refused.status, 503);
  assert.equal(await kept(hashOf(bytes)), 'nothing');
  assert.equal(store.objects.has(pathOf(bytes)), false);
});

test('a database lost between upload and commit leaves an orphan and no row; a retry completes', async () => {
  const id = await draft();
  const bytes = pdf('coupure');
  const above = await superuserQuery(service.database);
  let ended: unknown[] = [];
  store.state.onPut = async () => {
    delete store.state.onPut;
    ended = await above.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and state = 'idle in transaction'`,
    );
  };
  const lost = await attach(id, bytes, { headers: { 'idempotency-key': 'coupure' } });
  await above.close();
  assert.equal(ended.length, 1);
  assert.deepEqual([lost.status, lost.json.code], [503, 'service.database_unreachable']);
  assert.equal(store.objects.has(pathOf(bytes)), true);
  assert.equal(await kept(hashOf(bytes)), 'nothing');

  await service.restart();
  const again = await attach(id, bytes, { headers: { 'idempotency-key': 'coupure' } });
  assert.equal(again.status, 201);
  assert.equal((await service.ask(again.json.relativeUrl)).text, bytes.toString());
});

test('files stored in PostgreSQL earlier stay readable, and one mail carries files of both stores', async () => {
  use(false);
  const inside = pdf('avant');
  const outside = pdf('après');
  const id = await draft();
  const old = (await attach(id, inside)).json;
  use(true);
  const recent = (await attach(id, outside)).json;
  await attach(await draft(), inside);
  assert.deepEqual([await kept(hashOf(inside)), await kept(hashOf(outside))], ['bytes', 'elsewhere']);
  assert.equal((await service.ask(old.relativeUrl)).text, inside.toString());
  assert.equal((await service.ask(recent.relativeUrl)).text, outside.toString());

  await books.done('finalize-billing', id);
  store.asked.length = 0;
  const body = { emails: ['lea@example.org'], subject: 'Facture', content: '<p>Bonjour</p>' };
  assert.equal((await service.call('send-billing-by-email', { path: { id }, body })).refused, undefined);
  assert.deepEqual(methods(), ['GET', 'PUT', 'HEAD'], 'the file outside is read once, for the electronic invoice');

  store.state.mood = 'busy';
  const posted: (readonly string[])[] = [];
  const logged: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
  const post = async ({ files }: { files: readonly { bytes: Uint8Array }[] }) => {
    posted.push(files.map((file) => hashOf(Buffer.from(file.bytes))));
    return { accepted: body.emails, refused: [], latencyMs: 1 };
  };
  const worker = startQueueWorker(service.services, log, {
    connection: service.database.serving,
    jobs: [sendMail({ post, lane: { ...lanes.mail, leaseSeconds: 60 } })],
    pollMs: 20,
  });
  await until(() => logged.length === 1);
  assert.deepEqual(posted, [], 'a store that does not answer is no attempt');
  store.state.mood = 'well';
  service.clock.now += 61;
  await until(() => posted.length === 1);
  await worker.stop();
  assert.deepEqual(posted.flat().slice(1), [hashOf(inside), hashOf(outside)]);

  use(false);
  const without = await service.ask(recent.relativeUrl);
  assert.deepEqual([without.status, without.json.code], [503, 'service.files_unreachable'], 'the setting has to stay');
  assert.equal((await service.ask(old.relativeUrl)).status, 200);
});

test('an object is deleted after its row once the store answers, unless the same bytes are stored again first', async () => {
  const id = await draft();
  const [gone, again] = [pdf('à oublier'), pdf('à garder')];
  for (const bytes of [gone, again]) {
    const { relativeUrl } = (await attach(id, bytes)).json;
    await service.ask(relativeUrl, { method: 'DELETE' });
  }
  await deleteUnusedObjects(service.services.pool, inUse());
  assert.equal(store.objects.has(pathOf(gone)), true, 'control: as long as there is a row there is an object');

  store.state.mood = 'busy';
  await assert.rejects(forget());
  assert.deepEqual([await kept(hashOf(gone)), store.objects.has(pathOf(gone))], ['nothing', true]);
  store.state.mood = 'well';
  const { relativeUrl } = (await attach(id, again)).json;
  await forget();
  assert.deepEqual([store.objects.has(pathOf(gone)), store.objects.has(pathOf(again))], [false, true]);
  assert.equal((await service.ask(relativeUrl)).text, again.toString());
});

test('bytes stored again while their object is being deleted are written after the deletion', async () => {
  const id = await draft();
  const bytes = pdf('au même moment');
  await service.ask((await attach(id, bytes)).json.relativeUrl, { method: 'DELETE' });
  const objects = inUse();
  const removing = Promise.withResolvers<void>();
  const attached = Promise.withResolvers<Awaited<ReturnType<typeof attach>>>();
  await deleteUnusedFiles({ pool: service.owner }, service.clock.now + 2 * DAY);
  await deleteUnusedObjects(service.services.pool, {
    ...objects,
    remove: async (name) => {
      if (name.sha256.toString('hex') === hashOf(bytes)) {
        void attach(id, bytes).then(attached.resolve);
        setTimeout(removing.resolve, 300);
        await removing.promise;
      }
      await objects.remove(name);
    },
  });
  const { status, json } = await attached.promise;
  assert.equal(status, 201);
  assert.equal((await service.ask(json.relativeUrl)).text, bytes.toString());
});

/** Milliseconds for background work. */
const UNTIL_MS = 60_000;
async function until(done: () => boolean): Promise<void> {
  for (const end = Date.now() + UNTIL_MS; !done(); ) {
    assert.ok(Date.now() < end, 'it never happened');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
