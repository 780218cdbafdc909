import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type pg from 'pg';
import { type FreshDatabase, freshDatabase } from '../../test/support/test-database.ts';
import { openPool } from './pool.ts';
import { inTransaction, sql } from './transaction.ts';

let database: FreshDatabase;
let pool: pg.Pool;
const nobody = { accountId: '00000000-0000-4000-8000-000000000000', test: false };
before(async () => {
  database = await freshDatabase();
  pool = openPool(database.serving, { size: 1 });
  // Prepared, and from then on sent as one piece with what else is asked.
  await asked([ECHO, ['', null, null, null, null, null, null]]);
  await asked([SIZE, ['']]);
});
after(async () => {
  await pool?.end();
  await database?.drop();
});

const ECHO = sql`
  select $1::text as text, $2::bytea as bytes, $3::bigint as whole, $4::boolean as yes, $5::text[] as list, $6::jsonb as json, $7::timestamptz = $7 as moment`;
const SIZE = sql`select octet_length($1::text) as bytes, md5($1::text) as md5`;

/** What PostgreSQL answers to statements that are sent together. */
const asked = (...questions: [typeof ECHO, unknown[]][]) =>
  inTransaction(pool, nobody, async (tx) => ({
    commit: false,
    answer: (await Promise.all(questions.map(([statement, values]) => tx.read(statement, values)))).map(([row]) => row),
  }));

test('PostgreSQL reads each kind of value as it was meant: text, bytes, whole numbers, truth, lists, JSON, moments and nothing', async () => {
  const bytes = Buffer.from([0, 1, 127, 128, 255]);
  const moment = new Date('2026-11-28T09:00:00.123Z');
  const said = ['«Été à 1 €»', bytes, -9_007_199_254_740_991, false, ['a"b', 'c\\', '', null], { a: [1, 'é'] }, moment];
  const nothing = [undefined, null, undefined, null, null, null, null];
  const [first, second, third] = await asked(
    [ECHO, said],
    [ECHO, nothing],
    [ECHO, ['', new Uint8Array(bytes), 0n, true, [], 'null', moment]],
  );
  assert.deepEqual(first, {
    text: '«Été à 1 €»',
    bytes,
    whole: -9_007_199_254_740_991,
    yes: false,
    list: ['a"b', 'c\\', '', null],
    json: { a: [1, 'é'] },
    moment: true,
  });
  assert.deepEqual(new Set(Object.values(second ?? {})), new Set([null]));
  assert.deepEqual(third, { text: '', bytes, whole: 0, yes: true, list: [], json: null, moment: true });
});

test('texts of every length around 40 characters, and of every width of a character, arrive as they are', async () => {
  const texts = ['e', 'é', '€', '😀', '\u007f', '\u0080', 'e\u0301'].flatMap((unit) =>
    [0, 1, 20, 39, 40, 41, 80].map((count) => unit.repeat(count)),
  );
  // ASCII until the last character but one.
  const late = texts.map((text) => `plain ${text} end`);
  const all = [...texts, ...late];
  const rows = await asked(
    ...all.map((text): [typeof ECHO, unknown[]] => [ECHO, [text, null, 1, true, null, null, null]]),
  );
  assert.deepEqual(
    rows.map((row) => row?.text),
    all,
  );
  // Half of a pair is no character: it comes as the mark for one that is not known.
  const [half] = await asked([ECHO, ['a\ud800b', null, 1, true, null, null, null]]);
  assert.equal(half?.text, 'a\ufffdb');
});

test('a batch that is longer than the 64 KiB that are kept arrives whole, and so does the next one', async () => {
  const { createHash } = await import('node:crypto');
  const texts = [10, 65_000, 65_536, 100_000, 3_000_000, 7].map((length) => 'aé€'.repeat(length).slice(0, length));
  const told = (text: string) => ({
    bytes: Buffer.byteLength(text),
    md5: createHash('md5').update(text).digest('hex'),
  });
  for (let turn = 0; turn < 2; turn++)
    assert.deepEqual(await asked(...texts.map((text): [typeof SIZE, unknown[]] => [SIZE, [text]])), texts.map(told));
});

test('what cannot be sent fails alone, and the connection goes on: more values than the protocol counts, and a value that cannot be written', async () => {
  const many = Array.from({ length: 65_536 }, () => 1);
  await assert.rejects(asked([SIZE, many]));
  const unwritable = {
    toPostgres: () => {
      throw new Error('not to be written');
    },
  };
  await assert.rejects(asked([SIZE, [unwritable]]), { message: 'not to be written' });
  await assert.rejects(asked([SIZE, ['a\0b']]), { code: '22021' });
  assert.deepEqual((await asked([SIZE, ['abc']]))[0]?.bytes, 3);
});
