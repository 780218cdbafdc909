import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { ConnectionSettings } from '../../src/runtime/database/open-database.ts';
import type { Draft } from '../load/load.ts';

/**
 * The minimum cost of finalizing on this schema: one call, one round trip, one transaction. Like
 * the service it is subject to row-level security (same role, account set first), locks the
 * document group's root, takes the next number of the locked series, freezes the document with a
 * sealed text of realistic content and size, appends a link to the locked chain and writes an event
 * of realistic size to the locked feed; all triggers, checks and indexes apply.
 * In its favour: it decides, computes, returns and checks nothing; text, hash and signature are
 * prepared, so locks are held for one statement only. In the service's favour: nothing it does is
 * left out, except what only it needs to decide (reading the document, its customer and the
 * settings).
 */
const FINALIZE = `
create schema bench;
grant usage on schema bench to facturier_app;
create function bench.finalize(
  account uuid, draft uuid, text_ text, sha256 bytea, link_ text, hash_ bytea, key_ text, signature_ bytea, words text,
  told text
) returns text language plpgsql as $$
declare
  today date := current_date;
  this_year int := extract(year from today);
  second bigint := extract(epoch from now());
  given text;
begin
  perform set_config('app.account_id', account::text, true), set_config('app.test', 'off', true);
  with root as (
    select id from billing.document
    where account_id = account and id = (select family_id from billing.document where account_id = account and id = draft)
    for update
  ), counter as (
    update billing.series set last = last + 1, last_on = today
    where account_id = account and not test and prefix = 'F' and year = this_year
    returning last
  ), head as (
    update billing.chain_head set seq = seq + 1, hash = hash_ where account_id = account and not test returning seq
  ), linked as (
    insert into billing.chain_link (account_id, test, seq, link, hash, key_id, signature)
    select account, false, seq, link_, hash_, key_, signature_ from head
  )
  update billing.document d set state = 'finalized', version = d.version + 1, content = text_, sealed_sha256 = sha256,
    prefix = 'F', year = this_year, counter = counter.last,
    number = 'F-' || this_year || '-' || lpad(counter.last::text, greatest(4, length(counter.last::text)), '0'),
    finalized_at = second, emitted_at = second, emitted_on = today, due_on = today + 30, found_by = words, life = d.life,
    updated_at = second
  from root, counter where d.account_id = account and d.id = draft
  returning d.number into given;
  if given is null then raise exception 'nothing was finalized'; end if;
  with feed as (
    update billing.feed set last = last + 1 where account_id = account and not test returning last
  ), happened as (
    insert into billing.event (account_id, id, test, type, subject_id, place, at, body)
    select account, uuidv7(), false, 'invoice.finalized', draft, last, second, told from feed
    returning id
  )
  insert into billing.job (account_id, subject_id, lane, share_id, test, due_at, ready)
  select account, happened.id, 'delivery', e.id, false, second, true from happened, billing.endpoint e
  where e.account_id = account and not e.test and e.active and e.events && array['invoice.finalized', '*'];
  return given;
end $$`;

/** Creates the single-statement function in a migrated database, as the owner of its tables. */
export async function installOneStatement(owner: ConnectionSettings): Promise<void> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    await client.query(FINALIZE);
  } finally {
    await client.end();
  }
}

const CALL = { name: 'finalize', text: 'select bench.finalize($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)' };
const HASH_BYTES = 32;
const SIGNATURE_BYTES = 64;

/**
 * A connection in the application role that finalizes drafts one by one. Returns the code of a
 * failure.
 */
export async function openOneStatement(connection: ConnectionSettings) {
  const client = new pg.Client(connection);
  await client.connect();
  return {
    finalize: async (
      draft: Draft,
      { text, link, words, told }: { text: string; link: string; words: string; told: string },
    ) => {
      const [sha256, hash] = [randomBytes(HASH_BYTES), randomBytes(HASH_BYTES)];
      const made = [text, sha256, link, hash, '0123456789abcdef', randomBytes(SIGNATURE_BYTES), words, told];
      try {
        await client.query({ ...CALL, values: [draft.accountId, draft.id, ...made] });
        return undefined;
      } catch (error) {
        return (error as { code?: string }).code ?? String(error);
      }
    },
    close: () => client.end(),
  };
}
