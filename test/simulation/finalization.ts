import assert from 'node:assert/strict';
import {
  type Doc,
  due,
  finalInvoice,
  isEstimate,
  isNothing,
  isSealed,
  isWithin,
  left,
  minus,
  sum,
  toBill,
} from './document-model.ts';
import * as rules from './expected-refusals.ts';
import { amountsIn, ask, attempt, keptText, type Run } from './simulation-run.ts';
import { moveStock } from './stock-model.ts';

/** Finalizes a draft, and compares the result with the model. */
export async function finalize(run: Run, doc: Doc): Promise<void> {
  const { model } = run;
  if (isSealed(doc)) {
    await attempt(run, 'finalize-billing', doc.id, { expected: 'already_finalized' });
    return;
  }
  const lacking = rules.lacking(model, doc);
  const isOfParent = doc.kind === 'credit_note' && doc.parent !== undefined;
  run.log.push(`finalize-billing ${doc.id.slice(-6)} lacking ${lacking.join()}`);
  const before = isOfParent && doc.parent ? left(doc.parent) : undefined;
  const answer = await ask(run, 'finalize-billing', doc.id);
  const tally = run.tally.get('finalize-billing') ?? { done: 0, refused: 0 };
  run.tally.set('finalize-billing', tally);
  if (answer.refused) {
    assert.equal(answer.refused, 'not_finalizable');
    tally.refused += 1;
    const said = answer.requirements as string[];
    const known = isOfParent ? said.filter((name) => name !== 'hasValidAmount') : said;
    assert.deepEqual(known.toSorted(), lacking.toSorted(), `what ${doc.kind} ${doc.id} lacks`);
    if (isOfParent && said.includes('hasValidAmount')) assertMayBeRefused(doc);
    return;
  }
  assert.deepEqual(lacking, [], `${doc.kind} ${doc.id} was finalized all the same`);
  tally.done += 1;
  moveStock(model.stock, doc);
  rules.sealed(model, doc);
  assert.equal(answer.json.number, doc.number);
  doc.sealedText = (await keptText(run, doc.id)) as string;
  takeShare(doc, before);
}

/** A credit note of the whole remaining amount must not be refused while that amount remains. */
function assertMayBeRefused(doc: Doc): void {
  if (!doc.takes || !doc.parent) return;
  const moved = minus(left(doc.parent), doc.takes);
  assert.ok(!isNothing(moved) || sum(doc.takes) <= 0, 'a credit note of all that is left was refused');
}

/**
 * Reads the amount of a share from the stored text; it must lie within what remained. The model
 * predicts everything else.
 */
export function takeShare(doc: Doc, restOfParent: ReturnType<typeof left> | undefined): void {
  const amounts = amountsIn(doc.sealedText as string);
  if (doc.kind === 'advance') {
    doc.amounts = new Map();
    const rest = toBill(doc.parent as Doc);
    assert.equal(sum(amounts), doc.asked?.amount, 'an advance comes to what it asks for');
    assert.ok(isWithin(amounts, rest), `an advance passes what is left: ${show(amounts)} of ${show(rest)}`);
  } else if (restOfParent) {
    const after = minus(restOfParent, amounts);
    assert.ok(sum(amounts) > 0, 'a credit note of nothing');
    assert.ok(
      isWithin(amounts, restOfParent),
      `a credit note passes what is left: ${show(amounts)} of ${show(restOfParent)}`,
    );
    assert.ok(isNothing(after) || sum(after) > 0, `a credit note leaves what nothing can credit: ${show(after)}`);
    if (doc.takes && isNothing(minus(restOfParent, doc.takes))) assert.ok(isNothing(after), 'all was to be taken');
  } else {
    assert.ok(isNothing(minus(amounts, doc.amounts)), `${show(amounts)} instead of ${show(doc.amounts)}`);
  }
  doc.amounts = amounts;
  settle(doc);
  spend(doc);
}

/**
 * A credit note that brings a partly paid invoice to zero makes it paid. Call it once the amounts
 * are known.
 */
function settle({ kind, parent }: Doc): void {
  if (kind === 'credit_note' && parent?.state === 'finalized' && parent.paid > 0 && due(parent) === 0)
    parent.state = 'paid';
}

/**
 * A credit note may leave nothing of the current final invoice but something to bill: then another
 * is allowed.
 */
function spend({ kind, parent }: Doc): void {
  const estimate = parent?.parent;
  if (kind !== 'credit_note' || !estimate || !isEstimate(estimate)) return;
  const final = finalInvoice(estimate);
  if (final && isSealed(final) && sum(left(final)) <= 0 && sum(toBill(estimate)) > 0) final.isSpent = true;
}

const show = (amounts: ReadonlyMap<string, unknown>): string => JSON.stringify([...amounts]);
