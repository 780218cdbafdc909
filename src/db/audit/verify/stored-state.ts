import { canonicalJson } from '../../../audit/canonical-json.ts';
import { sha256Hex } from '../../../audit/chain/chain-link.ts';
import { stateDigest } from '../../../audit/chain/state-digest.ts';
import { finalizedDocumentEvents } from '../../../domain/billing/document/group/audit-events.ts';
import { claimKinds, creditKinds, offerKinds } from '../../../domain/billing/document/kind.ts';
import { kindsInSql } from '../../billing/document-kind-sql.ts';
import { EVENTS_KEPT_SECONDS } from '../../events/events.ts';
import { type Row, sql } from '../../transaction.ts';
import {
  documentDigest,
  eventDigest,
  FROZEN_COLUMNS,
  frozenDigest,
  KEY_COLUMNS,
  keyDigest,
  MOVING_COLUMNS,
} from '../row-digests.ts';
import type { Found, QueryFn } from './finding.ts';
import { lastDigestJoin, ROWS_AT_ONCE } from './last-digests.ts';

/** One mode of an account during verification. */
export type VerifyScope = { ask: QueryFn; account: string; test: boolean; find: (found: Found) => void };

const PAGE = String(ROWS_AT_ONCE);
const DOCUMENTS = sql`
  with page as materialized (
    select d.id, ${MOVING_COLUMNS}, ${FROZEN_COLUMNS} from billing.document d
    where d.account_id = $1 and d.test = $2 and d.number is not null and ($3::uuid is null or d.id > $3) order by d.id limit ${PAGE})
  select page.*, told.sha256 as moving, frozen.sha256 as frozen
  from page ${lastDigestJoin("'document ' || page.id")} ${lastDigestJoin("'frozen ' || page.id", 'frozen')} order by page.id`;

/**
 * Compares every finalized document with its last recorded digests. Returns how many are not fully
 * recorded: they were finalized by the first version, and no checkpoint covers them yet.
 */
export async function verifyDocumentState(scope: VerifyScope): Promise<{ uncovered: number }> {
  let uncovered = 0;
  await paged(scope, DOCUMENTS, (row) => {
    const { id: at, number } = row;
    if (row.moving === null || row.frozen === null) uncovered += 1;
    if (row.moving !== null && row.moving !== digestOf(documentDigest, row))
      scope.find({ fault: 'document_marks_differ', number, at });
    if (row.frozen !== null && row.frozen !== frozenDigest(row))
      scope.find({ fault: 'document_columns_differ', number, at });
  });
  return { uncovered };
}

const KEYS = sql`
  with page as materialized (
    select ${KEY_COLUMNS} from billing.api_key k
    where k.account_id = $1 and ($3::uuid is null or k.id > $3) order by k.id limit ${PAGE})
  select page.*, told.sha256 as told, told.former, told.name is not null as known
  from page ${lastDigestJoin("'api_key ' || page.id")} order by page.id`;
const LOST_KEYS = sql`
  with kept as materialized (select k.id from billing.api_key k where k.account_id = $1)
  select told.seq, substring(told.name from 9) as id from pg_temp.facturier_told told
  where told.test = $2 and told.name >= 'api_key ' and told.name < 'api_key!'
    and not exists (select from kept where kept.id = substring(told.name from 9)::uuid)
  order by told.seq limit ${PAGE}`;

/** Compares every API key of the account with the live chain: rights, end, hash of the secret. */
export async function verifyKeyState(scope: VerifyScope): Promise<void> {
  const { ask, account, test, find } = scope;
  await paged(scope, KEYS, (row) => {
    const digest = row.told === null ? formerKeyDigest(row) : keyDigest(row);
    if (!row.known) find({ fault: 'key_without_link', at: row.id });
    else if (digest !== (row.told ?? row.former)) find({ fault: 'key_differs', at: row.id });
  });
  for (const { seq, id } of await ask(LOST_KEYS, [account, test])) find({ fault: 'key_missing', seq, at: id });
}

/** The digest in entries of the first version: of an API key without the hash of its secret. */
const formerKeyDigest = (row: Row): string =>
  sha256Hex(
    canonicalJson<FormerKey>({
      ...{ id: row.id, test: row.test, name: row.name, scopes: row.scopes, createdAt: row.created_at },
      ...(row.expires_at !== null && { expiresAt: row.expires_at }),
      ...(row.revoked_at !== null && { revokedAt: row.revoked_at }),
      ...(row.replaced_by !== null && { replacedBy: row.replaced_by }),
    }),
  );

type FormerKey = { id: string; name: string; scopes: readonly string[] } & { test: boolean; createdAt: number } & {
  expiresAt?: number;
  revokedAt?: number;
  replacedBy?: string;
};

const SETTINGS = sql`
  with own as materialized (select a.account_id as id, a.settings from billing.account a where a.account_id = $1)
  select own.*, told.sha256 as told, told.former from own ${lastDigestJoin("'account ' || own.id")}`;

/** Compares the full text of the account's settings with the live chain. */
export async function verifySettingsState({ ask, account, test, find }: VerifyScope): Promise<void> {
  const [row] = await ask(SETTINGS, [account, test]);
  const expected = row?.told ?? row?.former;
  if (!row || !expected) return;
  const digest = row.told
    ? stateDigest.account(row.settings)
    : digestOf(({ settings }) => sha256Hex(canonicalJson(JSON.parse(settings))), row);
  if (digest !== expected) find({ fault: 'settings_differ', at: account });
}

const EVENTS = sql`
  with page as materialized (
    select e.id, e.type, e.subject_id, e.at, e.body from billing.event e
    where e.account_id = $1 and e.test = $2 and ($3::uuid is null or e.id > $3) order by e.id limit ${PAGE})
  select page.*, told.sha256 as told, told.seq from page ${lastDigestJoin("'event ' || page.id")} order by page.id`;
const LOST_EVENTS = sql`
  with kept as materialized (select e.id from billing.event e where e.account_id = $1 and e.test = $2)
  select told.seq, substring(told.name from 7) as id from pg_temp.facturier_told told
  where told.test = $2 and told.name >= 'event ' and told.name < 'event!' and told.at > $3
    and not exists (select from kept where kept.id = substring(told.name from 7)::uuid)
  order by told.seq limit ${PAGE}`;

/**
 * Seconds before its expiry in which an event may already be deleted: entry times never go back,
 * but the clock of the deletion may be ahead.
 */
const FORGETTING_SECONDS = 2 * 86_400;

/**
 * Compares every stored event with the entries. No chain contains the events of drafts, customers
 * and products, or events before `coveredSince`. Expired events may be missing.
 */
export async function verifyEventState(
  scope: VerifyScope,
  { now, coveredSince }: { now: number; coveredSince: number },
): Promise<void> {
  const { ask, account, test, find } = scope;
  await paged(scope, EVENTS, (row) => {
    if (row.told !== null && row.told !== eventDigest(row)) find({ fault: 'event_changed', seq: row.seq, at: row.id });
    if (row.told === null && row.at >= coveredSince && isOfSealed(row.type))
      find({ fault: 'event_without_link', at: row.id });
  });
  const kept = now - EVENTS_KEPT_SECONDS + FORGETTING_SECONDS;
  for (const { seq, id } of await ask(LOST_EVENTS, [account, test, kept]))
    find({ fault: 'event_missing', seq, at: id });
}

/** Whether the event type only exists for finalized documents, by the last part of its name. */
const isOfSealed = (type: string): boolean => finalizedDocumentEvents.some((event) => type.endsWith(`.${event}`));

/** Reads rows in ID order, page by page. */
export async function paged(
  { ask, account, test }: Pick<VerifyScope, 'ask' | 'account' | 'test'>,
  statement: { text: string },
  look: (row: Row) => void,
): Promise<number> {
  let count = 0;
  for (let after: string | null = null; ; ) {
    const rows: Row[] = await ask(statement, [account, test, after]);
    const last = rows.at(-1);
    if (!last) return count;
    after = last.id;
    count += rows.length;
    for (const row of rows) look(row);
    if (rows.length < ROWS_AT_ONCE) return count;
  }
}

/** A row that is no longer valid JSON has no digest. */
function digestOf(digest: (row: Row) => string, row: Row): string | undefined {
  try {
    return digest(row);
  } catch {
    return undefined;
  }
}

// The seal of a finalized document does not cover its mutable columns. They follow from the
// documents derived from it, from its payments (see payments.ts) and from the entries that recorded
// each change. `life` repeats them.
const MOVED = sql`
  with told as materialized (
    select seq, substring(link from '"subject":\{"id":"([^"]*)"') as id, substring(link from '"type":"([a-z_]+)"\}$') as type
    from billing.chain_link
    where account_id = $1 and test = $2 and link ~ '"type":"(canceled|signed|unsigned|refused|unrefused)"\}$'),
  decided as materialized (
    select distinct on (id) id, type from told where type <> 'canceled' order by id, seq desc),
  lived as (
    select d.*,
      (select coalesce(sum((k.value ->> 'net')::bigint + (k.value ->> 'vat')::bigint), 0) from json_each(life::json -> 'credited') k) as life_credited,
      (select coalesce(sum((k.value ->> 'net')::bigint + (k.value ->> 'vat')::bigint), 0) from json_each(life::json -> 'billed') k) as life_billed,
      (select coalesce(sum(c.total_cents), 0) from billing.document c where c.account_id = $1 and c.family_id = d.family_id
        and c.parent_id = d.id and c.kind in ${kindsInSql(creditKinds)} and c.number is not null) as credited,
      (select coalesce(sum(c.total_cents - c.deducted_cents - c.credited_cents), 0) from billing.document c
        where c.account_id = $1 and c.family_id = d.family_id and c.parent_id = d.id
        and c.kind in ${kindsInSql(claimKinds)} and c.number is not null) as billed
    from billing.document d where d.account_id = $1 and d.test = $2 and d.number is not null)
  select l.id, l.number from lived l left join decided on decided.id = l.id::text
  where l.credited_cents <> l.credited or l.life_credited <> l.credited
    or l.billed_cents <> l.billed or l.life_billed <> l.billed
    or coalesce((l.life::json ->> 'paid')::bigint, 0) <> l.paid_cents
    or (l.canceled_at is not null) <> exists (select from told where told.id = l.id::text and told.type = 'canceled')
    or case when l.kind in ${kindsInSql(offerKinds)} then l.state <> case decided.type
          when 'signed' then 'signed' when 'refused' then 'refused' else 'finalized' end
        else l.state not in ('finalized', 'paid')
          or l.state = 'paid' and l.total_cents - l.deducted_cents - l.credited_cents - l.paid_cents > 0 end
  order by l.number limit 1000`;

/** Finalized documents whose mutable columns disagree with their history. */
export async function stateFindings(ask: QueryFn, account: string, test: boolean): Promise<Found[]> {
  const rows = await ask(MOVED, [account, test]);
  return rows.map(({ id, number }) => ({ fault: 'document_marks_differ', number, at: id }));
}
