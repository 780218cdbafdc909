import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { v7 } from 'uuid';
import { canonicalJson } from '../../src/audit/canonical-json.ts';
import type { ChainSigner } from '../../src/audit/chain/chain-signer.ts';
import { createAccount } from '../../src/db/account/accounts.ts';
import { insertKey } from '../../src/db/account/api-keys.ts';
import { lockChainHead } from '../../src/db/audit/append-to-chain.ts';
import { inTransaction, type Row, sql, type Tx } from '../../src/db/transaction.ts';
import { formatApiKey, SECRET_BYTES } from '../../src/domain/account/api-key.ts';
import { scopes } from '../../src/domain/account/scope.ts';
import { auditKeyChange } from '../../src/services/account/api-keys.ts';
import type { Draft } from '../load/load.ts';

export type Account = { id: string; key: string };

const now = (): number => Math.floor(Date.now() / 1000);
const DAY_SECONDS = 86_400;
/** Rows per statement. */
const BATCH = 250;

/** Creates accounts, each with a live key with all scopes, with chains started by `seal`. */
export async function seedAccounts(owner: pg.Pool, seal: ChainSigner, count: number): Promise<Account[]> {
  const accounts: Account[] = [];
  for (let n = 1; n <= count; n++) {
    const id = await createAccount(owner, { name: `Bench ${n}`, now: now(), newId: () => v7(), seal });
    const keyId = v7();
    const key = formatApiKey({ accountId: id, keyId, test: false, secret: randomBytes(SECRET_BYTES) });
    const sha256 = createHash('sha256').update(key).digest();
    await asAccount(owner, id, async (tx) => {
      const record = { id: keyId, test: false, name: 'bench', scopes, createdAt: now() };
      insertKey(tx, record, sha256);
      auditKeyChange({ tx, seal, now: now(), actor: 'bench' }, await lockChainHead(tx, false), 'key_created', record);
    });
    accounts.push({ id, key });
  }
  return accounts;
}

/**
 * Rows written by the service, to be copied: a similar draft and finalized document, the link that
 * sealed it, and its event.
 */
export type Model = { draft: Row; sealed: Row; link: string; told: string };

const COPY_SETTINGS = sql`update billing.account set settings = $2 where account_id = $1`;
const COPY_CUSTOMER = sql`
  insert into billing.customer (account_id, id, test, kind, sort_name, found_by, content, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`;
const OPEN_SERIES = sql`
  insert into billing.series (account_id, test, prefix, year) values ($1, false, 'F', $2) on conflict do nothing`;

/**
 * Copies settings and customer of the first account to the others, and opens their number series.
 */
export async function spread(owner: pg.Pool, [first, ...others]: readonly Account[]): Promise<void> {
  if (!first) return;
  const found = await asAccount(owner, first.id, async (tx) => ({
    account: (await tx.read(sql`select settings from billing.account where account_id = $1`, [first.id]))[0],
    customer: (await tx.read(sql`select * from billing.customer where account_id = $1`, [first.id]))[0],
  }));
  const { id, test, kind, sort_name, found_by, content, created_at } = found.customer ?? {};
  for (const other of others) {
    await asAccount(owner, other.id, async (tx) => {
      tx.write(COPY_SETTINGS, [other.id, found.account?.settings]);
      tx.write(COPY_CUSTOMER, [other.id, id, test, kind, sort_name, found_by, content, created_at]);
      tx.write(OPEN_SERIES, [other.id, new Date().getUTCFullYear()]);
    });
  }
}

/** Reads what the service wrote for a draft and for a finalized document. */
export const readModel = (owner: pg.Pool, account: Account, ids: { draft: string; sealed: string }): Promise<Model> =>
  asAccount(owner, account.id, async (tx) => {
    const document = sql`select * from billing.document where account_id = $1 and id = $2`;
    const last = sql`select link from billing.chain_link where account_id = $1 and not test order by seq desc limit 1`;
    const told = sql`select body from billing.event where account_id = $1 and type = 'invoice.finalized' limit 1`;
    const [[draft], [sealed], [link], [event]] = await Promise.all([
      tx.read(document, [account.id, ids.draft]),
      tx.read(document, [account.id, ids.sealed]),
      tx.read<{ link: string }>(last, [account.id]),
      tx.read<{ body: string }>(told, [account.id]),
    ]);
    if (!draft || !sealed || !link || !event) throw new Error('the model documents are missing');
    return { draft, sealed, link: link.link, told: event.body };
  });

const INSERT_DRAFTS = sql`
  insert into billing.document (account_id, id, test, kind, family_id, customer_id, currency, emitted_at, emitted_on,
    due_on, net_cents, vat_cents, total_cents, content, title, found_by, life, created_at, updated_at)
  select $1, id, false, $3, id, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $6, $6 from unnest($2::uuid[]) id`;

/** Creates drafts like the model, spread evenly over the accounts in random order. */
export async function seedDrafts(
  owner: pg.Pool,
  accounts: readonly Account[],
  { draft }: Model,
  count: number,
): Promise<(Draft & { key: string })[]> {
  const made: (Draft & { key: string })[] = [];
  const each = Math.ceil(count / accounts.length);
  for (const { id: accountId, key } of accounts) {
    await asAccount(owner, accountId, async (tx) => {
      for (let rest = each; rest > 0; rest -= BATCH) {
        const ids = Array.from({ length: Math.min(rest, BATCH) }, () => v7());
        tx.write(INSERT_DRAFTS, [accountId, ids, ...draftValues(draft)]);
        made.push(...ids.map((id) => ({ accountId, id, key })));
      }
    });
  }
  return shuffled(made);
}

const draftValues = (row: Row): unknown[] => [
  row.kind,
  row.customer_id,
  row.currency,
  row.emitted_at,
  row.emitted_on,
  row.due_on,
  row.net_cents,
  row.vat_cents,
  row.total_cents,
  row.content,
  row.title,
  row.found_by,
  row.life,
];

const INSERT_SEALED = sql`
  insert into billing.document (account_id, id, test, kind, family_id, customer_id, currency, emitted_at, emitted_on,
    due_on, net_cents, vat_cents, total_cents, content, title, found_by, life, created_at, updated_at, prefix, year,
    counter, number, finalized_at, sealed_sha256, state, version)
  select $1, u.id, false, $2, u.id, $3, $4, u.at, u.on_, u.on_ + 30, $5, $6, $7, u.content, $8, $9, $10, u.at, u.at,
    'F', u.year, u.counter, u.number, u.at, sha256(convert_to(u.content, 'UTF8')), $11, $12
  from unnest($13::uuid[], $14::bigint[], $15::date[], $16::text[], $17::int[], $18::int[], $19::text[])
    u(id, at, on_, content, year, counter, number)`;
const CLOSE_SERIES = sql`
  insert into billing.series (account_id, test, prefix, year, last, last_on) values ($1, false, 'F', $2, $3, $4)
  on conflict (account_id, test, prefix, year) do update set last = excluded.last, last_on = excluded.last_on`;

/**
 * Creates finalized documents like the model, a few per day until yesterday, numbered by year: rows
 * as the service writes them, with id, number and dates in the sealed text. (Chain links are
 * omitted: reads never use them.) Returns their ids.
 */
export async function seedSealed(
  owner: pg.Pool,
  account: Account,
  { sealed }: Model,
  count: number,
): Promise<string[]> {
  const days = Math.min(1_000, count);
  const first = now() - (days + 1) * DAY_SECONDS;
  const last = new Map<number, { counter: number; day: string }>();
  const documents = Array.from({ length: count }, (_, n) => {
    const at = first + Math.floor((n * days) / count) * DAY_SECONDS;
    const day = new Date(at * 1000).toISOString().slice(0, 10);
    const year = Number(day.slice(0, 4));
    const counter = (last.get(year)?.counter ?? 0) + 1;
    last.set(year, { counter, day });
    return { id: v7(), at, day, year, counter, number: `F-${year}-${String(counter).padStart(4, '0')}` };
  });
  await asAccount(owner, account.id, async (tx) => {
    for (const [year, { counter, day }] of last) tx.write(CLOSE_SERIES, [account.id, year, counter, day]);
  });
  for (let from = 0; from < count; from += BATCH) {
    const batch = documents.slice(from, from + BATCH);
    await asAccount(owner, account.id, async (tx) => tx.write(INSERT_SEALED, sealedValues(account, sealed, batch)));
  }
  return documents.map(({ id }) => id);
}

type Numbered = { id: string; at: number; day: string; year: number; counter: number; number: string };

function sealedValues(account: Account, row: Row, batch: readonly Numbered[]): unknown[] {
  const common = [row.kind, row.customer_id, row.currency, row.net_cents, row.vat_cents, row.total_cents];
  const own = [row.title, row.found_by, row.life, row.state, row.version];
  const columns = [
    batch.map(({ id }) => id),
    batch.map(({ at }) => at),
    batch.map(({ day }) => day),
    batch.map((document) => sealedText(row.content, document)),
    batch.map(({ year }) => year),
    batch.map(({ counter }) => counter),
    batch.map(({ number }) => number),
  ];
  return [account.id, ...common, ...own, ...columns];
}

function sealedText(model: string, { id, at, number }: Numbered): string {
  const document = JSON.parse(model);
  const { emittedAt, dueAt } = document.sealed;
  const sealed = { ...document.sealed, number, emittedAt: at, finalizedAt: at, dueAt: at + (dueAt - emittedAt) };
  return canonicalJson({ ...document, id, familyId: id, createdAt: at, sealed });
}

async function asAccount<T>(owner: pg.Pool, accountId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(owner, { accountId, test: false }, async (tx) => ({ commit: true, answer: await work(tx) }));
}

export function shuffled<T>(list: T[]): T[] {
  for (let i = list.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [list[i], list[j]] = [list[j] as T, list[i] as T];
  }
  return list;
}
