import type { Advance, Invoice } from '../../domain/document/document.ts';
import type { Payment } from '../../domain/payment/payment.ts';
import { sha256Hex } from '../../seal/chain-link.ts';
import { append, lockHead } from '../../store/audit-chain.ts';
import { bumpFamily, move } from '../../store/documents.ts';
import { insertPayment } from '../../store/payments.ts';
import { type SeenFamily, showDocument } from '../documents/seen-family.ts';
import { tellDocument } from '../events/tell-document.ts';
import type { Context } from '../operation.ts';

/** Writes payments, or their counter-entries, each with its link in the audit chain, and the document they move. */
export async function writePayments(
  context: Context,
  found: SeenFamily,
  document: Invoice | Advance,
  payments: readonly Payment[],
) {
  const { tx, seal, now, actor } = context;
  const { document: before, facts } = found.seen;
  const { code: currency } = document.content.currency;
  let head = await lockHead(tx, document.test);
  move(tx, document, document.sealed?.customer);
  tellDocument(context, before, document, facts);
  for (const payment of payments) {
    const text = insertPayment(tx, payment, document.test, facts.settings.zone);
    head = append(
      tx,
      { test: document.test, head, seal },
      {
        type: payment.reversesId === undefined ? 'paid' : 'payment_reversed',
        at: now,
        actor,
        subject: { kind: 'payment', id: payment.id, ...(document.sealed && { number: document.sealed.number }) },
        totals: { net: payment.amount, vat: 0, total: payment.amount, currency },
        sha256: sha256Hex(text),
      },
    );
  }
  if (found.relatives.size > 1) bumpFamily(tx, document);
  found.relatives.set(document.id, { document, facts });
  return showDocument(context, { ...found, seen: { document, facts } });
}
