import * as z from 'zod';
import { canonicalJson } from '../../audit/canonical-json.ts';
import { sha256Hex } from '../../audit/chain/chain-link.ts';
import { append, lockChainHead } from '../../db/audit/append-to-chain.ts';
import { findMoney, insertUse, lockMoney } from '../../db/payments/customer-money.ts';
import type { Claim, Finalized } from '../../domain/billing/document/document.ts';
import { withDocuments } from '../../domain/billing/document/group/document-group.ts';
import { type Cents, cents } from '../../domain/money/cents.ts';
import type { CustomerMoney } from '../../domain/payments/unapplied-money.ts';
import { applyUnapplied, giveBackUnapplied, returnedBy } from '../../domain/payments/use-unapplied-money.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { operation } from '../../pipeline/operation.ts';
import { id, idOf, idOr } from '../../schemas/fields/id.ts';
import { OnlinePaymentJson, onlinePaymentToJson } from '../../schemas/payments/payment-account.ts';
import { answeredAs } from '../../schemas/tool-definition.ts';
import { auditEvent } from '../../services/billing/document-group/audit-events.ts';
import { commitDocumentGroup } from '../../services/billing/document-group/commit-document-group.ts';
import { loadDocumentGroup } from '../../services/billing/document-group/load-document-group.ts';
import { lockDocumentGroup } from '../../services/billing/document-group/lock-document-group.ts';
import type { Context } from '../../services/context.ts';
import { claims } from '../../services/payments/claims.ts';

const AMOUNT_MAX_CENTS = 1_000_000_000_000;
const amount = (whole: string) =>
  z
    .int()
    .min(1)
    .max(AMOUNT_MAX_CENTS)
    .optional()
    .meta({ description: `Cents; by default ${whole}.` });
const about = {
  chapter: 'Payments',
  scope: 'billing:write',
  path: z.object({ onlinePaymentId: idOr('online_payment_not_found') }),
  query: z.object({}),
  success: 200,
  output: OnlinePaymentJson,
} as const;
const faceOf = (shape: z.core.$ZodShape) => ({
  parameters: z.object({ onlinePaymentId: idOf('the online payment or the excess (get-online-payments)'), ...shape }),
  ...answeredAs('onlinePayment', OnlinePaymentJson),
});

const applied = {
  billingId: id.meta({ description: 'The invoice or advance of the same customer to pay, a UUID.' }),
  amount: amount('the amount due on the document, at most the unapplied amount'),
};

export const applyOnlinePayment = operation({
  ...about,
  name: 'apply-online-payment',
  summary: 'Applies an unapplied amount of a customer to another document of that customer.',
  description:
    'For money paid online, or the overpayment of a recorded payment or bank transaction. The amount is recorded as a payment of today on the document; the rest stays in `unappliedAmount`. Only for the same customer or organization, mode (live or test) and currency.',
  routes: ['POST /v2/billing/online-payments/{onlinePaymentId}/apply'],
  body: z.object(applied),
  refusals: [
    ...(['online_payment_not_found', 'document_not_found', 'version_stale', 'nothing_unapplied'] as const),
    ...(['unapplied_exceeded', 'payment_of_another_customer', 'payment_of_other_currency'] as const),
    ...(['not_payable_when_draft', 'not_payable_when_canceled', 'nothing_due', 'payment_exceeds_remaining'] as const),
  ],
  example: { billingId: '01890a5d-ac96-774b-bcce-b302099a8057', amount: 20000 },
  tool: {
    name: 'apply-online-payment',
    description:
      'Applies an unapplied amount of a customer (paid online, or an overpayment) to another invoice or advance of that customer, in cents. Payments are never erased: mark-unpaid reverses them by counter-entries, and the money is unapplied again.',
    ...faceOf(applied),
  },
  async run(context, { onlinePaymentId: id, billingId, amount }) {
    const { tx, now, newId } = context;
    const known = await findMoney(tx, id);
    if (!known) return { refused: 'online_payment_not_found' };
    const paidFor = await documentOf(context, known);
    // Lock order: the group of the paid document, the chain, then the session.
    const locked = await lockDocumentGroup(context, billingId.toLowerCase(), claims, { moves: true });
    if ('refused' in locked) return locked;
    const session = (await lockMoney(tx, id)) as CustomerMoney;
    const decided = applyUnapplied(locked.group.asked.document, { session, paidFor, amount }, { newId, now });
    if (isRefusal(decided)) return decided;
    const { document, payment } = decided;
    await commitDocumentGroup(context, locked, withDocuments(locked.group, document), { payments: [payment] });
    const use = { id: newId(), sessionId: session.id, test: session.test, amount: payment.amount };
    insertUse(tx, { ...use, documentId: document.id, paymentId: payment.id }, now);
    return { body: shown({ ...session, unapplied: cents(session.unapplied - payment.amount) }, paidFor) };
  },
});

const returned = {
  amount: amount('the whole unapplied amount'),
  by: z.enum(returnedBy).default('otherwise').meta({
    description:
      'How the money is refunded: at the `provider`, whose refund is then expected and not recorded twice, or `otherwise`, for example by transfer.',
  }),
};

export const returnOnlinePayment = operation({
  ...about,
  name: 'mark-online-payment-returned',
  summary: 'Records the refund of an unapplied amount to a customer.',
  description:
    'For money paid online or an overpayment. Nothing is sent to the customer or the bank. Refunds made at the provider are detected within a day and need no record. Cannot be undone.',
  routes: ['POST /v2/billing/online-payments/{onlinePaymentId}/give-back'],
  body: z.object(returned),
  refusals: ['online_payment_not_found', 'nothing_unapplied', 'unapplied_exceeded', 'excess_without_provider'],
  example: { amount: 20000, by: 'otherwise' },
  tool: {
    name: 'mark-online-payment-returned',
    description:
      'Records that money not applied to a document (paid online, or an overpayment) was refunded to the customer, in cents. It moves no money and cannot be undone.',
    destructive: true,
    ...faceOf(returned),
  },
  async run(context, { onlinePaymentId: id, amount, by }) {
    const { tx, now, newId, seal } = context;
    const known = await findMoney(tx, id);
    if (!known) return { refused: 'online_payment_not_found' };
    const paidFor = await documentOf(context, known);
    const head = await lockChainHead(tx, known.test);
    const session = (await lockMoney(tx, id)) as CustomerMoney;
    const back = giveBackUnapplied(session, by, amount);
    if (isRefusal(back)) return back;
    const use = { id: newId(), sessionId: id, test: session.test, amount: back, by };
    insertUse(tx, use, now);
    append(tx, { test: session.test, head, seal }, returnedHappening(context, paidFor, use));
    return { body: shown(afterReturn(session, back, by), paidFor) };
  },
});

/** The audit event of a refund: money paid for this document was returned. */
function returnedHappening(context: Context, document: Claim, use: { id: string; amount: Cents }) {
  const event = auditEvent(context, document, 'given_back', sha256Hex(canonicalJson(use)));
  const { currency } = document.content;
  return { ...event, totals: { net: -use.amount, vat: 0, total: -use.amount, currency: currency.code } };
}

const afterReturn = (session: CustomerMoney, back: Cents, by: 'provider' | 'otherwise'): CustomerMoney => ({
  ...{ ...session, unapplied: cents(session.unapplied - back) },
  ...(by === 'provider' ? { awaited: cents(session.awaited + back) } : { returned: cents(session.returned + back) }),
});

async function documentOf(context: Context, { documentId }: CustomerMoney): Promise<Finalized<Claim>> {
  const found = await loadDocumentGroup(context, documentId, claims);
  if ('refused' in found) throw new Error(`the document ${documentId} of a payment does not exist`);
  return found.asked.document as Finalized<Claim>;
}

function shown(session: CustomerMoney, { kind, customerId, sealed }: Finalized<Claim>) {
  const { number, customer } = sealed;
  const customerName = customer?.organization?.name ?? customer?.name;
  return onlinePaymentToJson({
    ...{ ...session, kind, number },
    ...(customerId !== undefined && { customerId }),
    ...(customerName !== undefined && { customerName }),
  });
}
