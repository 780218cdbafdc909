import assert from 'node:assert/strict';
import { operations } from '../../src/api/index.ts';
import { inTransaction, sql } from '../../src/db/transaction.ts';
import { valueOf } from '../../src/pipeline/answer.ts';
import type { Operation } from '../../src/pipeline/operation.ts';
import type { runOperation } from '../../src/pipeline/run-operation.ts';
import type { AppServices } from '../../src/services/app-dependencies.ts';
import type { Caller } from '../../src/services/caller.ts';
import type { Chance } from '../support/runner/seeded-random.ts';
import type { Heard, TestService } from '../support/service/in-process-service.ts';
import {
  type Amounts,
  billed,
  type Doc,
  due,
  isEstimate,
  isSealed,
  type Kind,
  left,
  type Model,
  none,
  sum,
  toBill,
} from './document-model.ts';

/** One run of the simulation: its account, its model, and what it has done so far. */
export type Run = {
  service: TestService;
  services: AppServices;
  caller: Caller;
  model: Model;
  chance: Chance;
  customers: string[];
  /** Products for its lines: two with stock, one without, and one that does not exist. */
  products: string[];
  log: string[];
  /** How often each command succeeded and was refused. */
  tally: Map<string, { done: number; refused: number }>;
  runOperation: typeof runOperation;
  /** Awaited before each request. */
  beforeAsking?: ((operation: Operation) => Promise<void>) | undefined;
};

const byName = new Map(operations.map((operation) => [operation.name, operation]));

/** Sends a request as the account's owner. */
export async function ask(
  run: Run,
  name: string,
  id?: string,
  said: { body?: unknown; query?: Record<string, unknown> } = {},
): Promise<{ refused?: string; requirements?: string[]; json?: any }> {
  const operation = byName.get(name) as Operation;
  assert.ok(operation, `there is no operation ${name}`);
  const parts = { path: id === undefined ? {} : { id }, query: said.query ?? {}, body: said.body ?? {} };
  await run.beforeAsking?.(operation);
  const answer = await run.runOperation(run.services, operation, run.caller, { parts, language: 'en' });
  if ('refused' in answer) return answer as { refused: string };
  return { json: valueOf(answer) };
}

/**
 * Sends a request that must succeed, or be refused with this code; returns the answer if it
 * succeeded.
 */
export async function attempt(
  run: Run,
  name: string,
  id: string,
  given: { body?: unknown; expected: string | undefined },
): Promise<Heard['json']> {
  const tally = run.tally.get(name) ?? { done: 0, refused: 0 };
  run.tally.set(name, tally);
  run.log.push(`${name} ${id.slice(-6)} ${JSON.stringify(given.body ?? {})} → ${given.expected ?? 'done'}`);
  const answer = await ask(run, name, id, given);
  const { expected } = given;
  assert.equal(answer.refused, expected, `${name}: ${JSON.stringify(answer).slice(0, 600)}`);
  if (expected === undefined) tally.done += 1;
  else tally.refused += 1;
  return expected === undefined ? (answer.json ?? {}) : undefined;
}

/** Adds a new draft to the model. */
export function added(run: Run, kind: Kind, made: { id: string }, given: Partial<Doc> = {}): Doc {
  const doc: Doc = {
    id: made.id,
    kind,
    children: [],
    state: 'draft',
    lines: 0,
    amounts: none,
    quantities: new Map(),
    isFinal: false,
    deducted: none,
    paid: 0,
    canceled: false,
    refunded: false,
    archived: false,
    hasReferences: false,
    ...given,
  };
  run.model.docs.push(doc);
  doc.parent?.children.push(doc);
  return doc;
}

/** Compares a document and its parents, as the service returns them, with the model. */
export async function checkShown(run: Run, doc: Doc): Promise<void> {
  const { json } = await ask(run, 'get-billing-by-id', doc.id);
  assert.ok(json, `${doc.kind} ${doc.id} is gone`);
  const { total } = json;
  const shown = {
    state: json.state,
    number: json.number || undefined,
    canceled: json.canceledAt !== undefined && json.canceledAt !== null,
    archived: json.archivedAt !== undefined && json.archivedAt !== null,
    locked: json.locked,
    editable: json.isEditable,
  };
  const { state, number, canceled, archived } = doc;
  const locked = isSealed(doc);
  assert.deepEqual(shown, { state, number, canceled, archived, locked, editable: !locked }, `${doc.kind} ${doc.id}`);
  // A draft's share of its parent depends on rounding; once it is finalized the amounts are exact.
  if (!isShare(doc) || locked) {
    assert.equal(total.amountWithTaxAfterDiscount, sum(doc.amounts), `the total of ${doc.kind} ${number}`);
  } else if (doc.kind === 'advance' && fits(doc)) {
    assert.equal(total.amountWithTaxAfterDiscount, doc.asked?.amount, 'what a draft advance asks for');
  }
  if (isEstimate(doc)) {
    assert.equal(total.billedAmountWithTax, sum(billed(doc)), `billed of ${number}`);
    assert.equal(total.remainingAmountToBill, Math.max(sum(toBill(doc)), 0), `to bill of ${number}`);
  } else if (doc.kind === 'invoice' || (doc.kind === 'advance' && locked)) {
    assert.equal(total.remainingAmountWithTax, sum(left(doc)), `what remains of ${number}`);
    assert.equal(total.remainingReconciliateAmount, due(doc), `what is due of ${number}`);
  } else if (locked) {
    assert.equal(total.remainingAmountWithTax, doc.refunded ? 0 : sum(doc.amounts), `what remains of ${number}`);
  }
  if (doc.parent) await checkShown(run, doc.parent);
}

const isShare = (doc: Doc): boolean =>
  doc.kind === 'advance' || (doc.kind === 'credit_note' && doc.parent !== undefined);

const fits = ({ parent, asked }: Doc): boolean =>
  asked !== undefined &&
  parent !== undefined &&
  asked.amount <= Math.min(sum(toBill(parent)), sum(toBill(parent), asked));

const CONTENT = sql`select content from billing.document where account_id = $1 and id = $2`;

/** The stored text of a document. */
export const keptText = (run: Run, id: string): Promise<string | undefined> =>
  inTransaction(run.service.owner, { accountId: run.caller.accountId, test: false }, async (tx) => ({
    commit: true,
    answer: (await tx.read(CONTENT, [tx.accountId, id]))[0]?.content,
  }));

/** The amounts per VAT key in a frozen text. */
export const amountsIn = (text: string): Amounts => new Map(Object.entries(JSON.parse(text).totals.breakdown));
