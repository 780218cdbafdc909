import pg from 'pg';
import type { Stage } from '../bench-environment.ts';

/** Accounts copied per statement. */
const ACCOUNTS_AT_ONCE = 200;
/** Accounts between two progress messages. */
const TOLD_EVERY = 1_000;
/** Documents per account. */
export const DOCUMENTS_EACH = 100;

/** Rows that every account has once, as the service wrote them for the model. */
const OWN_ROWS = ['chain_head', 'chain_link', 'closing', 'category', 'customer', 'series', 'tally'] as const;

/**
 * Copies an account until there are enough: its rows, and finalized documents with new ids, numbers
 * and dates. Rows as the service writes them, inserted by SQL without triggers; indexes other than
 * keys are built afterwards. Existing accounts get documents too. The text is as sealed, with its
 * hash; audit chain links are omitted, because neither reads nor later finalizations use them.
 */
export async function seedMany({ service, account, accounts }: Stage, count: number): Promise<void> {
  const { database } = service.database.ownerUrl as pg.ClientConfig;
  const client = new pg.Client({ ...service.database.superuser, database } as pg.ClientConfig);
  await client.connect();
  try {
    await client.query(
      "set session_replication_role = replica; set maintenance_work_mem = '256MB'; set synchronous_commit = off",
    );
    const { rows: indexes } = await client.query<{ name: string; made: string }>(INDEXES);
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    const known = accounts.slice(0, count).map(({ id }) => id);
    await client.query(DOCUMENTS, [account.id, known, DOCUMENTS_EACH]);
    for (let made = known.length; made < count; made += ACCOUNTS_AT_ONCE) {
      const few = Math.min(ACCOUNTS_AT_ONCE, count - made);
      const { rows } = await client.query<{ ids: string[] }>(ACCOUNTS, [account.id, few]);
      const ids = rows[0]?.ids ?? [];
      for (const table of OWN_ROWS) await client.query(copyOf(table), [account.id, ids]);
      await client.query(DOCUMENTS, [account.id, ids, DOCUMENTS_EACH]);
      if (made % TOLD_EVERY < ACCOUNTS_AT_ONCE) console.error(`${made + few} of ${count} accounts`);
    }
    for (const { made } of indexes) await client.query(made);
    await client.query('truncate billing.tally');
    await client.query(COUNTED);
    await client.query(LOOKED_TODAY);
    await client.query('vacuum (analyze) billing.document');
    await client.query('analyze');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}

const INDEXES = `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
  where indrelid = 'billing.document'::regclass and not indisunique`;

const ACCOUNTS = `
  with made as (
    insert into billing.account (account_id, settings, created_at)
    select uuidv7(), a.settings, a.created_at from billing.account a, generate_series(1, $2) where a.account_id = $1
    returning account_id)
  select array_agg(account_id) as ids from made`;

const copyOf = (table: string): string => `
  insert into billing.${table}
  select (jsonb_populate_record(null::billing.${table}, to_jsonb(t) || jsonb_build_object('account_id', a.id))).*
  from billing.${table} t, unnest($2::uuid[]) a (id) where t.account_id = $1`;

/** One per day until yesterday, numbered in order. The series continues after them. */
const DOCUMENTS = `
  with model as (select * from billing.document where account_id = $1 and number is not null order by counter limit 1),
  series as (
    update billing.series s set last = $3 + 1, last_on = current_date
    where s.account_id = any($2::uuid[]) and not s.test and s.prefix = 'F'),
  made as (
    select m.*, a.id as owner, uuidv7() as own_id, n, current_date - ($3 - n) as day, 'F-' || m.year || '-' || lpad((n + 1)::text, 4, '0') as own_number
    from model m, unnest($2::uuid[]) a (id), generate_series(1, $3::int) n)
  insert into billing.document (account_id, id, test, kind, family_id, customer_id, currency, emitted_at, emitted_on, due_on,
    net_cents, vat_cents, total_cents, content, title, found_by, life, created_at, updated_at, prefix, year, counter, number,
    finalized_at, sealed_sha256, state, version)
  select owner, own_id, test, kind, own_id, customer_id, currency, extract(epoch from day), day, day + 30, net_cents, vat_cents, total_cents, text,
    title, replace(found_by, lower(number), lower(own_number)), life, extract(epoch from day), extract(epoch from day), prefix, year, n + 1,
    own_number, extract(epoch from day), sha256(convert_to(text, 'UTF8')), state, version
  from (select made.*, replace(replace(content, id::text, own_id::text), number, own_number) as text from made) made`;

/** Counters as the trigger would have kept them. */
const COUNTED = `
  insert into billing.tally (account_id, test, kind, state, archived, slot, documents)
  select account_id, test, kind, state, archived_at is not null, 0, count(*) from billing.document group by 1, 2, 3, 4, 5`;

/** Books checked during the day, like those of a long-running service. */
const LOOKED_TODAY = `
  update billing.closing set look_at = extract(epoch from now())::bigint + 3600 + (random() * 82800)::int, period_over_at = null,
    looked_seq = 1000000`;
