import assert from 'node:assert/strict';
import {
  type Asked,
  type Doc,
  dayOf,
  defaultAdvance,
  due,
  finalInvoice,
  isEstimate,
  isNothing,
  isSealed,
  left,
  percentBeside,
  sum,
  toBill,
} from './document-model.ts';
import * as rules from './expected-refusals.ts';
import { finalize, takeShare } from './finalization.ts';
import { drawnLines } from './random-lines.ts';
import { added, ask, attempt, checkShown, keptText, type Run } from './simulation-run.ts';
import { moveStock, quantitiesOf } from './stock-model.ts';

/** An action of a business. It picks a document, usually one it is valid for. */
export type Command = { name: string; weight: number; run: (run: Run) => Promise<void> };

/** Picks a document: usually a suitable one, sometimes any of the right kind. */
function picked(run: Run, kinds: readonly Doc['kind'][], sensible: (doc: Doc) => boolean): Doc | undefined {
  const all = run.model.docs.filter(({ kind }) => kinds.includes(kind));
  const good = all.filter(sensible);
  if (good.length > 0 && run.chance.chance(85)) return run.chance.pick(good);
  return all.length > 0 && run.chance.chance(30) ? run.chance.pick(all) : undefined;
}

const offers = ['estimate', 'purchase_order'] as const;
const bills = ['invoice', 'advance'] as const;
const lined = [...offers, 'invoice', 'credit_note'] as const;
const every = [...lined, 'advance'] as const;

const creating = (kind: 'estimate' | 'purchase_order' | 'invoice' | 'credit_note', weight: number): Command => ({
  name: `a new ${kind}`,
  weight,
  run: async (run) => {
    const drawn = run.chance.chance(85) ? drawnLines(run.chance, run.products) : undefined;
    const customer = run.chance.pick(run.customers);
    const hasReferences = run.chance.chance(80);
    const body = {
      ...drawn?.body,
      ...(kind === 'purchase_order' && { estimateType: kind }),
      ...(kind === 'credit_note' && {
        billingCustomerId: customer,
        references: hasReferences ? [{ number: 'F-2025-0042', date: 1_748_736_000 }] : [],
      }),
    };
    const operation = kind === 'credit_note' ? 'create-free-asset' : `create-${kind === 'invoice' ? kind : 'estimate'}`;
    const made = await attempt(run, operation, customer, { body, expected: undefined });
    const { amounts, count: lines, quantities } = drawn ?? {};
    const known = amounts && quantities ? { amounts, lines: lines ?? 0, quantities } : {};
    await checkShown(run, added(run, kind, made, { ...known, hasReferences: kind === 'credit_note' && hasReferences }));
  },
});

/** A command that tries one operation on one document, and updates the model. */
const trying = (
  name: string,
  weight: number,
  pick: (run: Run) => Doc | undefined,
  work: (run: Run, doc: Doc) => Promise<void>,
): Command => ({
  name,
  weight,
  run: async (run) => {
    const doc = pick(run);
    if (!doc) return;
    await work(run, doc);
    if (run.model.docs.includes(doc)) await checkShown(run, doc);
  },
});

const isDraft = (doc: Doc): boolean => !isSealed(doc);
const isBillable = (doc: Doc): boolean => doc.state === 'signed' && !finalInvoice(doc) && sum(toBill(doc)) > 0;

async function advance(run: Run, estimate: Doc): Promise<void> {
  const { chance } = run;
  const withDisbursements = chance.chance(35);
  const mode = chance.pick(['default', 'percentage', 'amount', 'rest']);
  const share = chance.pick([10, 25, 30, 50, 70, 100]);
  const rest = Math.max(sum(toBill(estimate), { withDisbursements }), 1);
  const asked = {
    default: defaultAdvance(estimate),
    percentage: percentBeside(estimate, share, withDisbursements),
    amount: { amount: chance.int(1, rest + 20), withDisbursements },
    rest: { amount: rest, withDisbursements },
  }[mode] as Asked;
  const byMode = {
    default: {},
    percentage: { percentage: share, includeDisbursement: withDisbursements },
  }[mode as 'default' | 'percentage'];
  const body = byMode ?? { mode: 'AMOUNT', amount: asked.amount, includeDisbursement: withDisbursements };
  const expected = rules.mayAdvance(estimate, asked.amount, asked.withDisbursements);
  const made = await attempt(run, 'create-advance', estimate.id, { body, expected });
  if (made) await checkShown(run, added(run, 'advance', made, { parent: estimate, asked }));
}

async function cancel(run: Run, doc: Doc): Promise<void> {
  const expected = rules.mayCancel(doc);
  const body = { wantArchiveAfterCancellation: run.chance.chance(20) };
  const rest = left(doc);
  const { state } = doc;
  const answer = await attempt(run, `cancel-${doc.kind}`, doc.id, { body, expected });
  if (!answer) return;
  const { id } = answer.assets.at(-1);
  const note = added(run, 'credit_note', { id }, { parent: doc, lines: 1, takes: rest });
  moveStock(run.model.stock, note, doc.kind === 'invoice' ? doc : undefined);
  rules.sealed(run.model, note);
  note.sealedText = (await keptText(run, id)) as string;
  takeShare(note, rest);
  assert.ok(isNothing(left(doc)), 'a canceled bill has something left');
  doc.canceled = true;
  // Canceling an invoice does not pay the part of it that was already paid.
  doc.state = state;
  doc.archived ||= body.wantArchiveAfterCancellation;
  await checkShown(run, note);
}

async function pay(run: Run, doc: Doc): Promise<void> {
  const { chance, model } = run;
  const owed = due(doc);
  const amount = Math.max(1, chance.pick([owed, owed, chance.int(1, Math.max(owed, 1)), owed + 1]));
  const parts = amount > 1 && chance.chance(30) ? [1, amount - 1] : [amount];
  const payments = parts.map((part) => ({
    amount: part,
    receivedAt: model.now,
    method: chance.pick(['transfer', 'cheque', 6]),
  }));
  const expected = rules.mayPay(doc, amount);
  const name = doc.kind === 'invoice' ? 'mark-paid' : 'mark-advance-paid';
  if (!(await attempt(run, name, doc.id, { body: { payments }, expected }))) return;
  doc.paid += amount;
  if (due(doc) === 0) doc.state = 'paid';
}

async function edit(run: Run, doc: Doc): Promise<void> {
  const drawn = drawnLines(run.chance, run.products);
  let { body } = drawn;
  if (doc.kind === 'credit_note' && doc.parent && isDraft(doc)) body = await partOf(run, doc);
  const expected = rules.mayEdit(doc);
  if (!(await attempt(run, 'update-billing-lines', doc.id, { body, expected }))) return;
  doc.lines = body.lines.length;
  doc.quantities = quantitiesOf(body.lines);
  if (doc.isFinal) doc.isRewritten = true;
  if (doc.kind === 'credit_note' && doc.parent) delete doc.takes;
  else doc.amounts = drawn.amounts;
}

/** The current lines of a credit note, each with a smaller quantity. */
async function partOf(run: Run, doc: Doc): Promise<ReturnType<typeof drawnLines>['body']> {
  const { json } = await ask(run, 'get-asset', doc.id);
  const kept = json.lines.flatMap((line: any) => {
    const quantity = Math.round(line.quantity * run.chance.pick([0, 0.2, 0.5, 1]) * 10_000) / 10_000;
    const { designation, unitPrice, vatCode, type, isTaxIncluded, productId } = line;
    return quantity === 0 ? [] : [{ designation, unitPrice, vatCode, type, isTaxIncluded, productId, quantity }];
  });
  return { lines: kept };
}

async function date(run: Run, doc: Doc): Promise<void> {
  const emittedAt = run.model.now + run.chance.pick([-40, -7, -1, 0, 0, 0, 1]) * 86_400;
  const words = {
    estimate: 'estimate',
    purchase_order: 'estimate',
    invoice: 'invoice',
    advance: 'advance',
    credit_note: 'asset',
  };
  const body = {
    emittedAt,
    paymentDelay: 'thirty_days',
    ...(isEstimate(doc) && { expiredAt: emittedAt + 30 * 86_400 }),
  };
  if (await attempt(run, `update-${words[doc.kind]}-timeline`, doc.id, { body, expected: rules.mayEdit(doc) }))
    doc.datedAt = emittedAt;
}

async function changeAmount(run: Run, doc: Doc): Promise<void> {
  const withDisbursements = run.chance.chance(30);
  const amount = run.chance.int(1, Math.max(sum(toBill(doc.parent as Doc), { withDisbursements }), 1) + 5);
  const body = { mode: 'AMOUNT', amount, includeDisbursement: withDisbursements };
  const expected = rules.mayChangeAmount(doc, amount, withDisbursements);
  if (await attempt(run, 'update-advance-amount', doc.id, { body, expected }))
    doc.asked = { amount, withDisbursements };
}

async function remove(run: Run, doc: Doc): Promise<void> {
  if (!(await attempt(run, 'delete-billing', doc.id, { expected: rules.mayDelete(doc) }))) return;
  run.model.docs.splice(run.model.docs.indexOf(doc), 1);
  doc.parent?.children.splice(doc.parent.children.indexOf(doc), 1);
  assert.equal((await ask(run, 'get-billing-by-id', doc.id)).refused, 'document_not_found');
  if (doc.parent) await checkShown(run, doc.parent);
}

/**
 * Moves the clock by hours, days or months; also to the minutes around midnight of New Year, and
 * into the nights when daylight saving changes.
 */
async function moveClock({ model, chance, log }: Run): Promise<void> {
  const year = Number(dayOf(model.now).slice(0, 4));
  const nights = [
    `${year}-12-31T22:58:00Z`,
    `${year + 1}-03-28T00:59:00Z`,
    `${year}-10-25T00:30:00Z`,
    `${year}-12-31T23:02:00Z`,
  ];
  const to = chance.chance(20)
    ? Date.parse(chance.pick(nights)) / 1000
    : model.now + chance.pick([60, 3600, 9 * 3600, 86_400, 12 * 86_400, 45 * 86_400]);
  if (to > model.now) model.now = to;
  log.push(`it is ${new Date(model.now * 1000).toISOString()}`);
}

const decide = (
  name: string,
  from: (doc: Doc) => boolean,
  work: (doc: Doc) => { expected: string | undefined; to: Doc['state'] },
) =>
  trying(
    name,
    5,
    (run) => picked(run, offers, from),
    async (run, doc) => {
      const { expected, to } = work(doc);
      if (await attempt(run, `${name}-estimate`, doc.id, { expected })) doc.state = to;
    },
  );

export const commands: readonly Command[] = [
  creating('estimate', 6),
  creating('purchase_order', 2),
  creating('invoice', 5),
  creating('credit_note', 3),
  trying('edit lines', 5, (run) => picked(run, lined, isDraft), edit),
  trying('date', 4, (run) => picked(run, every, isDraft), date),
  trying('finalize', 26, (run) => picked(run, every, isDraft), finalize),
  {
    ...decide(
      'sign',
      ({ state }) => state === 'finalized',
      (doc) => ({ expected: rules.mayDecide(doc), to: 'signed' }),
    ),
    weight: 14,
  },
  decide(
    'refuse',
    ({ state }) => state === 'finalized',
    (doc) => ({ expected: rules.mayDecide(doc), to: 'refused' }),
  ),
  decide(
    'unsign',
    ({ state }) => state === 'signed',
    (doc) => ({ expected: rules.mayUndecide(doc, 'signed'), to: 'finalized' }),
  ),
  decide(
    'unrefuse',
    ({ state }) => state === 'refused',
    (doc) => ({ expected: rules.mayUndecide(doc, 'refused'), to: 'finalized' }),
  ),
  trying('advance', 16, (run) => picked(run, offers, isBillable), advance),
  trying('change an advance', 3, (run) => picked(run, ['advance'], isDraft), changeAmount),
  trying(
    'final invoice',
    8,
    (run) => picked(run, offers, isBillable),
    async (run, doc) => {
      const made = await attempt(run, 'create-final-invoice', doc.id, { expected: rules.mayInvoice(doc) });
      if (!made) return;
      const { amounts, lines, quantities } = doc;
      const given = { parent: doc, isFinal: true, amounts, lines, quantities };
      await checkShown(run, added(run, 'invoice', made, given));
    },
  ),
  trying(
    'credit an invoice',
    9,
    (run) => picked(run, ['invoice'], isSealed),
    async (run, doc) => {
      const made = await attempt(run, 'create-asset', doc.id, { expected: rules.mayCreditInvoice(doc) });
      if (made)
        added(run, 'credit_note', made, {
          parent: doc,
          lines: made.lines.length,
          quantities: quantitiesOf(made.lines),
          ...(isSealed(doc) && { takes: left(doc) }),
        });
    },
  ),
  trying(
    'credit an advance',
    4,
    (run) => picked(run, ['advance'], isSealed),
    async (run, doc) => {
      const made = await attempt(run, 'create-asset-from-advance', doc.id, { expected: rules.mayCreditAdvance(doc) });
      if (made) added(run, 'credit_note', made, { parent: doc, lines: made.lines.length, takes: left(doc) });
    },
  ),
  trying('cancel', 5, (run) => picked(run, bills, (doc) => isSealed(doc) && !doc.canceled), cancel),
  trying(
    'pay',
    12,
    (run) => picked(run, run.chance.chance(50) ? ['advance'] : bills, (doc) => isSealed(doc) && due(doc) > 0),
    pay,
  ),
  trying(
    'take payments back',
    4,
    (run) => picked(run, bills, ({ state }) => state === 'paid'),
    async (run, doc) => {
      const name = doc.kind === 'invoice' ? 'mark-unpaid' : 'mark-advance-unpaid';
      if (!(await attempt(run, name, doc.id, { expected: rules.mayUnpay(doc) }))) return;
      Object.assign(doc, { state: 'finalized', paid: 0 });
    },
  ),
  trying(
    'refund',
    3,
    (run) => picked(run, ['credit_note'], isSealed),
    async (run, doc) => {
      const refundAt = run.chance.chance(75) ? run.model.now : null;
      if (await attempt(run, 'refund-asset', doc.id, { body: { refundAt }, expected: rules.mayRefund(doc) }))
        doc.refunded = refundAt !== null;
    },
  ),
  trying(
    'archive',
    3,
    (run) => picked(run, every, () => true),
    async (run, doc) => {
      const name = run.chance.chance(60) ? 'archive' : 'unarchive';
      await attempt(run, `${name}-billing`, doc.id, { expected: undefined });
      doc.archived = name === 'archive';
    },
  ),
  trying('delete', 4, (run) => picked(run, every, isDraft), remove),
  { name: 'move the clock', weight: 14, run: moveClock },
];
