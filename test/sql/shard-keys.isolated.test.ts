import assert from 'node:assert/strict';
import { loadModule } from 'libpg-query';
import { beforeAll, describe, test } from 'vitest';
import { isTest, readTree } from '../support/source/source-tree.ts';
import { type Keys, keysOf, missingShardKeys } from './missing-shard-keys.ts';
import { load, placesOf, recordStatements, type Written } from './record-statements.ts';

// Recording starts before any source file is loaded, so this file needs its own process.
const written: readonly Written[] = recordStatements();
const tree = readTree();
const files = [...tree].flatMap(([path, text]) => (isOfStore(path) && text.includes('sql`') ? path : []));

function isOfStore(path: string): boolean {
  return path.startsWith('src/') && !isTest(path) && path !== 'src/db/sql.ts';
}

describe('every statement works with each account’s rows on a different shard', () => {
  let keys: Keys;
  beforeAll(async () => {
    await loadModule();
    keys = keysOf([...tree].flatMap(([path, text]) => (path.startsWith('migrations/') ? text : [])));
    await load(files);
    const { generateStatements } = await import('./generated-statements.ts');
    await generateStatements();
  });

  test('the tests execute every SQL statement in the sources, including dynamic ones', () => {
    const heard = new Set(written.map(({ place }) => place));
    const unheard = placesOf(files).filter((place) => !heard.has(place));
    assert.deepEqual(unheard, [], 'make test/sql/generated-statements.ts ask for these');
    assert.ok(heard.size > 400, `${heard.size}`);
  });

  test('each relation of a statement filters by account or person with its own value', () => {
    const offences = written.flatMap(({ text, place }) =>
      missingShardKeys(text, keys).map((offence) => `${place}: ${offence}`),
    );
    assert.deepEqual([...new Set(offences)], []);
  });

  test('control: a statement that fails on shards is reported with its relation', () => {
    for (const [text, offence] of bad) assert.deepEqual(missingShardKeys(text, keys), [offence], text);
  });

  test('control: a statement that filters by account is accepted', () => {
    for (const text of good) assert.deepEqual(missingShardKeys(text, keys), [], text);
  });
});

const bad: readonly [text: string, offence: string][] = [
  [
    'select 1 from billing.payment p join billing.document d on d.account_id = p.account_id where p.account_id = $1',
    'document (d) does not name account_id by a value',
  ],
  [
    'select 1 from billing.document d left join billing.customer c on c.id = d.customer_id where d.account_id = $1',
    'customer (c) does not name account_id by a value',
  ],
  [
    'select (select name from billing.project j where j.account_id = d.account_id) from billing.document d where d.account_id = $1',
    'project (j) does not name account_id by a value',
  ],
  [
    'select id from billing.customer where account_id = $1 union all select id from billing.project where id = $2',
    'project (project) does not name account_id by a value',
  ],
  [
    'delete from billing.document where account_id = $1 or test',
    'document (document) does not name account_id by a value',
  ],
  [
    'select 1 from billing.person p join billing.passkey k on k.person_id = p.person_id where p.person_id = $1',
    'passkey (k) does not name person_id by a value',
  ],
  [
    'insert into billing.payment (account_id, id) select $1, id from unnest($2::uuid[]) id',
    'payment is inserted into by a query whose account_id is of no relation',
  ],
  [
    `with a as (update billing.customer set test = test where account_id = $1 returning account_id, id)
      insert into billing.payment (account_id, id) select account_id, id from a`,
    'payment is inserted into by a query whose account_id is of no relation',
  ],
];

const good: readonly string[] = [
  `select 1 from billing.payment p join billing.document d on d.account_id = $1 and d.id = p.document_id
    where p.account_id = $1`,
  'insert into billing.payment (account_id, id) values ($1, $2)',
  `insert into billing.payment (id, account_id) select n.id, a.account_id
    from billing.account a, unnest($2::uuid[]) n (id) where a.account_id = $1`,
  `with a as (select id from billing.customer where account_id = $1::uuid)
    select * from a join billing.document d on d.id = a.id and $1 = d.account_id`,
  'select day from billing.reference_rate',
];
