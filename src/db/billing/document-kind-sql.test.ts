import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { kindRow, kinds, seriesOf, states } from '../../domain/billing/document/kind.ts';
import { seriesPrefixes, TEST_MARK } from '../../domain/billing/numbering/series.ts';
import { inTransaction, sql } from '../transaction.ts';
import { seriesInSql } from './document-kind-sql.ts';

// Checks that PostgreSQL's constraints and the SQL generated per kind agree with the row of the
// kind: for the five kinds, a kind without a row, every series and every state.

/** A kind without a row. */
const UNKNOWN = 'reminder';

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

type Named = { kind: string; series: (test: boolean) => string | null; states: readonly string[] };
const asInRows: readonly Named[] = [
  ...kinds.map((kind) => ({
    kind,
    series: (isTest: boolean) => seriesOf(kind, isTest),
    states: kindRow(kind).states,
  })),
  { kind: UNKNOWN, series: () => null, states: [] },
];

test('the document checks accept only the kinds that have a row, in their own series and states', async () => {
  assert.deepEqual(await disagreements(asInRows), []);
});

test('negative control: the checks differ with a sixth row, another series or another state', async () => {
  const sixth = { kind: UNKNOWN, series: (isTest: boolean) => seriesOf('invoice', isTest), states: ['draft'] };
  assert.deepEqual(await disagreements([...asInRows.slice(0, -1), sixth]), [
    'document_kind_check: reminder',
    'series_of_kind: reminder in F',
    'series_of_kind: reminder in TEST-F',
    'states_of_kind: reminder draft',
    'theme_default_kind_check: reminder',
  ]);
  const renumbered = asInRows.map((row) => (row.kind === 'credit_note' ? { ...row, series: () => 'F' } : row));
  assert.deepEqual(await disagreements(renumbered), [
    'series_of_kind: credit_note in AV',
    'series_of_kind: credit_note in F',
    'series_of_kind: credit_note in TEST-AV',
  ]);
  const refundable = asInRows.map((row) => (row.kind === 'credit_note' ? { ...row, states } : row));
  assert.deepEqual(
    await disagreements(refundable),
    ['paid', 'refused', 'signed'].map((state) => `states_of_kind: credit_note ${state}`),
  );
});

test('the series built from the rows matches them, and a kind without a row has none', async () => {
  for (const { kind, series } of asInRows) {
    for (const isTest of [false, true]) {
      const { rows } = await service.owner.query(
        `select ${seriesInSql('d')} as series from (values ($1::text, $2::boolean)) as d (kind, test)`,
        [kind, isTest],
      );
      assert.equal(rows[0].series, series(isTest), kind);
    }
  }
});

const OPEN = sql`
  insert into billing.series (account_id, test, prefix, year) values ($1, true, $2, 2026) on conflict do nothing`;
const INSERT = sql`
  insert into billing.document (account_id, id, test, kind, family_id, currency, emitted_at, emitted_on, net_cents, vat_cents,
    total_cents, content, prefix, year, counter, number, finalized_at, sealed_sha256, created_at, updated_at, state)
  values ($1, $2, true, $3, $2, 'EUR', 0, '2026-01-01', 0, 0, 0, '{}', $4, 2026, 1, 'N-1', 0, '', 0, 0, $5) returning id`;

test('PostgreSQL refuses an invoice in the series of estimates, and a signed invoice', async () => {
  const { services, live } = service;
  const written = (kind: string, prefix: string, state: string): Promise<string | undefined> =>
    inTransaction(services.pool, live, async (tx) => {
      tx.write(OPEN, [tx.accountId, prefix]);
      await tx.read(INSERT, [tx.accountId, services.newId(), kind, prefix, state]);
      return { commit: false, answer: 'written' };
    }).catch((error: { constraint?: string; message: string }) => error.constraint ?? error.message);
  assert.equal(await written('invoice', 'TEST-F', 'finalized'), 'written');
  assert.equal(await written('invoice', 'TEST-D', 'finalized'), 'series_of_kind');
  assert.equal(await written('invoice', 'F', 'finalized'), 'series_of_kind');
  assert.equal(await written('invoice', 'TEST-F', 'signed'), 'states_of_kind');
});

/**
 * The former constraints, as expressions. Today's constraints call functions, because PostgreSQL
 * parses an expression with every statement.
 */
const SAID_BEFORE = {
  sums_within_total: `
    (kind not in ('invoice', 'advance') or number is null
      or (credited_cents >= 0 and credited_cents <= greatest(total_cents - deducted_cents, 0)))
    and (paid_cents >= 0 and paid_cents <= greatest(total_cents - deducted_cents, 0))
    and (kind not in ('estimate', 'purchase_order') or number is null or billed_cents >= 0)`,
  numbered_whole: `
    ((state = 'draft') = (number is null))
    and (num_nulls(prefix, year, counter, number, finalized_at, sealed_sha256) in (0, 6))`,
} as const;

/**
 * Every sum with every other, equal to, above and below its bound; a number complete, partial or
 * missing.
 */
const EVERY_ROW = `(
  select kind, state, number, case when n < 2 then null else 'F' end as prefix, case when n < 3 then null else 2026 end as year,
    case when n < 4 then null else 1 end as counter, case when n < 5 then null else 0::bigint end as finalized_at,
    case when n < 6 then null else ''::bytea end as sealed_sha256,
    total_cents, deducted_cents, billed_cents, credited_cents, paid_cents
  from unnest($1::text[]) kind, unnest(array['draft', 'finalized']) state, generate_series(1, 6) n,
    unnest(array[null, 'N-1']) number, unnest(array[-1, 0, 5]::bigint[]) total_cents, unnest(array[0, 2]::bigint[]) deducted_cents,
    unnest(array[-1, 0]::bigint[]) billed_cents, unnest(array[-1, 0, 3, 4]::bigint[]) credited_cents,
    unnest(array[-1, 0, 3, 4]::bigint[]) paid_cents) as document`;

test('the functions for sums and numbers accept and refuse the same rows as the former expressions', async () => {
  for (const [name, before] of Object.entries(SAID_BEFORE)) {
    const { pass, fail, otherwise } = await besideBefore(name, before);
    assert.equal(otherwise, 0, name);
    assert.ok(pass > 0 && fail > 0, name);
  }
});

test('negative control: a negative payment and a fractional number would be detected if accepted', async () => {
  const { sums_within_total: sums, numbered_whole: whole } = SAID_BEFORE;
  const below = await besideBefore('sums_within_total', sums.replace('paid_cents >= 0', 'paid_cents >= -1'));
  assert.ok(below.otherwise > 0);
  const inPart = await besideBefore('numbered_whole', whole.replace('in (0, 6)', 'in (0, 5, 6)'));
  assert.ok(inPart.otherwise > 0);
});

/**
 * How many of all rows a constraint accepts and refuses, and on how many it disagrees with its
 * former expression.
 */
async function besideBefore(check: string, before: string): Promise<{ pass: number; fail: number; otherwise: number }> {
  const says = await saidOf(check);
  const { rows } = await service.owner.query(
    `select count(*) filter (where ${says})::int as pass, count(*) filter (where not (${says}))::int as fail,
      count(*) filter (where (${says}) is distinct from (${before}))::int as otherwise from ${EVERY_ROW}`,
    [kinds],
  );
  return rows[0];
}

/**
 * Characters of the document constraints that PostgreSQL parses with each write: 8,000 now, 23,000
 * before.
 */
const READ_EACH_TIME_MAX = 10_000;

test('PostgreSQL parses less than 10,000 characters of document checks with every write', async () => {
  const { rows } = await service.owner.query(
    `select sum(length(conbin::text))::int as length from pg_constraint where contype = 'c' and conrelid = 'billing.document'::regclass`,
  );
  assert.ok(rows[0].length < READ_EACH_TIME_MAX, `${rows[0].length} characters: say long ones by a function`);
});

async function saidOf(check: string): Promise<string> {
  const { rows } = await service.owner.query(
    'select pg_get_expr(conbin, conrelid) as says from pg_constraint where conname = $1',
    [check],
  );
  return rows[0].says;
}

/** Where a constraint of the database disagrees with the rows, in alphabetical order. */
async function disagreements(rows: readonly Named[]): Promise<string[]> {
  const { rows: checks } = await service.owner.query(`
    select conname as name, pg_get_expr(conbin, conrelid) as says from pg_constraint
    where contype = 'c' and conname in (
      'document_kind_check', 'series_of_kind', 'states_of_kind', 'theme_default_kind_check')`);
  const says = new Map(checks.map(({ name, says }) => [name as string, says as string]));
  assert.equal(says.size, 4);
  const passes = async (check: string, kind: string, prefix: string | null, isTest: boolean, state: string) => {
    const { rows: answers } = await service.owner.query(
      `select coalesce(${says.get(check)}, true) as passes
       from (values ($1::text, $2::text, $3::boolean, $4::text)) as document (kind, prefix, test, state)`,
      [kind, prefix, isTest, state],
    );
    return answers[0].passes as boolean;
  };

  const found: string[] = [];
  for (const { kind, series, states: allowed } of rows) {
    const isKind = allowed.length > 0;
    for (const check of ['document_kind_check', 'theme_default_kind_check'])
      if ((await passes(check, kind, null, false, 'draft')) !== isKind) found.push(`${check}: ${kind}`);
    for (const isTest of [false, true])
      for (const prefix of seriesPrefixes.flatMap((name) => [name, `${TEST_MARK}${name}`]))
        if ((await passes('series_of_kind', kind, prefix, isTest, 'finalized')) !== (series(isTest) === prefix))
          found.push(`series_of_kind: ${kind} in ${prefix}`);
    for (const state of states)
      if ((await passes('states_of_kind', kind, null, false, state)) !== allowed.includes(state))
        found.push(`states_of_kind: ${kind} ${state}`);
  }
  return [...new Set(found)].sort();
}
