import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import * as z from 'zod';
import { type TestService, testService } from '../../test/support/service/in-process-service.ts';
import { sql } from '../db/transaction.ts';
import { pageJson, pageSchema } from '../schemas/lists/page.ts';
import { checkedAnswer, jsonOf, keptAnswer, valueOf } from './answer.ts';
import { FileAnswer } from './file-answer.ts';
import { type Operation, operation } from './operation.ts';
import { runOperation } from './run-operation.ts';

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const Entry = z.object({ number: z.string(), total: z.int(), note: z.string().optional() });
const said = {
  name: 'get-counted',
  summary: 'Counts.',
  chapter: 'Documents',
  routes: ['GET /v2/counted'],
  scope: 'billing:read',
  path: z.object({}),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  refusals: [],
} as const;
const listed = operation({
  ...said,
  output: pageSchema(Entry),
  run: async () => ({
    body: pageJson<z.infer<typeof Entry>>({ docs: [], total: 0, limit: 20, page: 1, nextCursor: undefined }),
  }),
});

/** Entries with all kinds of characters, and a member that must stay hidden. */
const entries = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    secret: 'hidden',
    number: `F-2026-${n} « été » € 🧾 "\\\u2028`,
    total: n,
    ...(n % 3 === 0 && { note: 'à\nrevoir' }),
  }));
const around = (docs: readonly object[], count: number) =>
  pageJson({ docs, total: count, limit: 100, page: 1, nextCursor: count > 50 ? 'où' : undefined });

test('a page of 0, 1, 25, 26 or 100 documents has the same bytes, written one by one or as a whole', async () => {
  for (const count of [0, 1, 25, 26, 100]) {
    const whole = listed.output.parse(around(entries(count), count));
    const oneByOne = { body: around([], count), entries: entries(count).map((entry) => () => entry) };
    for (const reply of [oneByOne, { body: around(entries(count), count) }]) {
      const written = jsonOf(await checkedAnswer(listed, reply, { json: true }));
      assert.equal(written, JSON.stringify(whole), `${count} documents`);
      assert.deepEqual(valueOf(await checkedAnswer(listed, reply, { json: false })), whole);
    }
  }
});

test('each document of a page is validated and serialized before the next is built', async () => {
  const calls: string[] = [];
  const recordingEntry = Entry.refine(({ total }) => calls.push(`checked ${total}`) > 0);
  const list = operation({
    ...said,
    output: pageSchema(recordingEntry),
    run: async () => ({ body: around([], 0) as never }),
  });
  const made = entries(3).map((entry) => () => {
    calls.push(`made ${entry.total}`);
    return entry;
  });
  await checkedAnswer(list, { body: around([], 3), entries: made }, { json: true });
  assert.deepEqual(calls, ['made 0', 'checked 0', 'made 1', 'checked 1', 'made 2', 'checked 2']);
});

test('an invalid document fails the page, whether it is the first or the last of 100', async () => {
  for (const place of [0, 99]) {
    const wrong = entries(100).map((entry, n) => () => (n === place ? { ...entry, total: 0.5 } : entry));
    for (const json of [true, false])
      await assert.rejects(checkedAnswer(listed, { body: around([], 100), entries: wrong }, { json }), z.ZodError);
  }
});

test('file bytes are passed on without copying or decoding', async () => {
  const bytes = Buffer.from('%PDF-1.7\n\0\xff', 'latin1');
  const file = { name: 'F-2026-0001.pdf', mediaType: 'application/pdf', bytes };
  const download = operation({ ...said, output: FileAnswer, answers: 'file', run: async () => ({ body: file }) });
  const answer = await checkedAnswer(download, { body: file }, { json: true });
  assert.equal(answer.file?.bytes, bytes);
  assert.deepEqual([jsonOf(answer), valueOf(answer)], [undefined, undefined]);
  await assert.rejects(checkedAnswer(download, { body: { ...file, bytes: 'JVBERi0=' } }, { json: true }), z.ZodError);
});

test('a stored idempotent response is repeated verbatim, and parsed only if its value is needed', () => {
  const body = '{"b": 1,\n"a": 1.50}';
  const answer = keptAnswer({ status: 201, headers: { etag: '"1"' }, body });
  assert.equal(jsonOf(answer), body);
  assert.deepEqual(valueOf(answer), { b: 1, a: 1.5 });
  assert.equal(jsonOf(keptAnswer({ status: 204, headers: {} })), undefined);
});

/** An operation that changes the account and then returns the given answer. */
const changing = (answered: unknown): Operation =>
  operation({
    ...said,
    notesReading: true,
    output: z.object({ changed: z.int() }),
    run: async ({ tx, accountId }) => {
      tx.write(sql`update billing.account set version = version + 1 where account_id = $1`, [accountId]);
      return { body: answered as { changed: number } };
    },
  });

test('an operation with an invalid response is rolled back; one with a valid response is committed', async () => {
  const { services, live, owner, accountId } = service;
  const version = async () =>
    (await owner.query('select version from billing.account where account_id = $1', [accountId])).rows[0]?.version;
  const asked = { parts: { path: {}, query: {}, body: {} }, language: 'fr' } as const;
  const before = await version();
  await assert.rejects(runOperation(services, changing({ changed: 'many' }), live, asked), z.ZodError);
  assert.equal(await version(), before);
  const answer = await runOperation(services, changing({ changed: 3, secret: 'hidden' }), live, asked);
  assert.ok(!('refused' in answer));
  assert.deepEqual(valueOf(answer), { changed: 3 });
  assert.equal(Number(await version()), Number(before) + 1);
});
