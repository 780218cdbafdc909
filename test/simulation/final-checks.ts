import assert from 'node:assert/strict';
import type { Known } from '../../src/audit/heads/known-heads.ts';
import { verifyAccounts } from '../../src/db/audit/verify/verify-accounts.ts';
import { documentFrom, documentQuery } from '../../src/db/billing/read-document-group.ts';
import { inTransaction, sql } from '../../src/db/transaction.ts';
import type { RunningTotals } from '../../src/domain/account/closure/figures.ts';
import { historyProblem } from '../support/documents/history-check.ts';
import { bookedDocuments, numberProblems } from '../support/documents/numbering-check.ts';
import { type Doc, isEstimate, isSealed, isWithin, left, minus, plus, toBill } from './document-model.ts';
import { amountsIn, ask, type Run } from './simulation-run.ts';

const ALL = sql`select ${documentQuery.columns}, d.content as kept from billing.document d where d.account_id = $1`;
const TALLY = sql`
  select kind, state, archived, sum(documents)::int as documents from billing.tally
  where account_id = $1 and test = $2 group by kind, state, archived having sum(documents) <> 0`;
const LAST_CLOSED = sql`
  select content from billing.closure where account_id = $1 and test = $2 and kind = 'day' order by n desc limit 1`;
const BILLED = sql`
  select d.currency, sum(case when d.kind = 'credit_note' then -1 else 1 end * (d.total_cents - d.deducted_cents))::bigint as billed,
    sum(coalesce((select sum(p.amount_cents) from billing.payment p where p.account_id = $1 and p.document_id = d.id), 0))::bigint as received
  from billing.document d
  where d.account_id = $1 and d.test = $2 and d.number is not null and d.kind in ('invoice', 'advance', 'credit_note')
  group by d.currency`;
const COUNTED = sql`
  select kind, state, archived_at is not null as archived, count(*)::int as documents from billing.document
  where account_id = $1 and test = $2 group by kind, state, archived_at is not null`;

/** Checks everything at the end of a run: rows, frozen texts, counts, audit chain, lists. */
export async function closeBooks(run: Run, known: Known): Promise<void> {
  const { service, caller, model } = run;
  const { accountId, test } = caller;
  const read = await inTransaction(service.owner, { accountId, test: false }, async (tx) => ({
    commit: true,
    answer: {
      rows: await tx.read(ALL, [accountId]),
      tally: await tx.read(TALLY, [accountId, test]),
      counted: await tx.read(COUNTED, [accountId, test]),
    },
  }));
  assert.deepEqual(
    read.rows.map(({ id }) => id).toSorted(),
    model.docs.map(({ id }) => id).toSorted(),
    'the documents',
  );

  const documents = read.rows.map((row) => documentFrom(row));
  for (const document of documents) {
    const relatives = documents.filter(({ familyId }) => familyId === document.familyId);
    assert.equal(historyProblem(document, relatives), undefined, `${document.kind} ${document.sealed?.number}`);
  }
  const texts = new Map(read.rows.map(({ id, kept }) => [id, kept as string]));
  for (const doc of model.docs.filter(isSealed)) {
    const text = texts.get(doc.id) as string;
    assert.equal(text, doc.sealedText, `the frozen text of ${doc.number} changed`);
    const zero = minus(amountsIn(text), doc.amounts);
    assert.ok([...zero.values()].every(({ net, vat }) => net === 0 && vat === 0));
    const isRewritten = doc.children.some((child) => child.isRewritten);
    if (isEstimate(doc) && !isRewritten)
      assert.ok(isWithin(toBill(doc), doc.amounts), `${doc.number} is billed too much`);
    const rest = minus(doc.amounts, doc.deducted);
    if (!isEstimate(doc)) assert.ok(isWithin(left(doc), rest), `${doc.number} passes zero`);
    const credits = plus(
      ...doc.children.filter((child) => child.kind === 'credit_note' && isSealed(child)).map(({ amounts }) => amounts),
    );
    if (!isEstimate(doc)) assert.ok(isWithin(credits, rest), `${doc.number} is credited too much`);
  }
  assert.deepEqual(inOrder(read.tally), inOrder(read.counted), 'the tally');
  assert.deepEqual(numberProblems(await bookedDocuments(service.owner, accountId)), []);
  await checkClosures(run);
  const verified = await verifyAccounts(service.database.serving, [accountId], known);
  assert.deepEqual(verified.findings, [], 'verify');
  assert.equal(verified.documents, model.docs.filter(isSealed).length);
  await checkStock(run);
  await checkLists(run);
}

/**
 * The closures contain everything billed and received, to the cent, as summed by PostgreSQL over
 * the rows.
 */
async function checkClosures(run: Run): Promise<void> {
  const { service, services } = run;
  const { accountId, test } = run.caller;
  const later = { ...run, services: { ...services, now: () => services.now() + TWO_YEARS_SECONDS } };
  while ((await ask(later, 'make-closures')).json.hasMore);
  const whose = { accountId, test: false };
  const [closed, billed] = await inTransaction(service.owner, whose, async (tx) => ({
    commit: true,
    answer: [await tx.read(LAST_CLOSED, [accountId, test]), await tx.read(BILLED, [accountId, test])],
  }));
  const perpetual: RunningTotals = closed[0] ? JSON.parse(closed[0].content).perpetual : {};
  const said = Object.entries(perpetual).map(([currency, { total, disbursements, received }]) => ({
    currency,
    billed: total + disbursements,
    received,
  }));
  assert.deepEqual(inOrder(said), inOrder(billed), 'the perpetual total');
}

const TWO_YEARS_SECONDS = 2 * 366 * 86_400;

/**
 * Each product's stock is its initial stock minus invoiced plus returned quantities; stock of other
 * products never changes.
 */
async function checkStock({ service, caller, model, products }: Run): Promise<void> {
  for (const productId of products.slice(0, -1)) {
    const heard = await service.call('get-product-by-id', { path: { productId }, caller });
    const expected = model.stock.get(productId) ?? 100_000;
    assert.equal(Math.round(heard.json.stock * 10_000), expected, `the stock of ${heard.json.designation}`);
  }
}

const inOrder = (rows: readonly object[]): string[] =>
  rows.map((row) => JSON.stringify(Object.entries(row).toSorted())).toSorted();

async function checkLists(run: Run): Promise<void> {
  const { docs } = run.model;
  const wanted: readonly [Record<string, string>, (doc: Doc) => boolean][] = [
    [{}, () => true],
    ...(['draft', 'finalized', 'signed', 'refused', 'paid'] as const).map(
      (state): [Record<string, string>, (doc: Doc) => boolean] => [{ state }, (doc) => doc.state === state],
    ),
    [{ type: 'advance' }, ({ kind }) => kind === 'advance'],
    [{ type: 'asset', state: 'finalized' }, ({ kind, state }) => kind === 'credit_note' && state === 'finalized'],
    [{ archived: 'true' }, ({ archived }) => archived],
    [{ archived: 'false', type: 'invoice' }, ({ archived, kind }) => !archived && kind === 'invoice'],
  ];
  for (const [query, belongs] of wanted) {
    const { json } = await ask(run, 'get-billings', undefined, { query: { ...query, limit: '100' } });
    const expected = docs.filter(belongs);
    assert.equal(json.totalDocs, expected.length, `totalDocs of ${JSON.stringify(query)}`);
    assert.equal(json.docs.length, Math.min(100, expected.length));
  }
}
