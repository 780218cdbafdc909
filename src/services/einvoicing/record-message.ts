import { canonicalJson } from '../../audit/canonical-json.ts';
import { sha256Hex } from '../../audit/chain/chain-link.ts';
import { type Acknowledgement, queueReading } from '../../db/einvoicing/platform-flows.ts';
import {
  noteMessageSubmitted,
  settleMessage,
  storeSupplierStatus,
  supplierInvoiceWithNumber,
} from '../../db/einvoicing/sent-messages.ts';
import { lockSupplierInvoice } from '../../db/einvoicing/supplier-invoices.ts';
import type { SentMessage } from '../../domain/einvoicing/sent-message.ts';
import type { Context } from '../context.ts';
import { announceSupplierStatus } from './announce-supplier-status.ts';
import { recordRefusedDeposit } from './e-reporting/record-deposit.ts';
import { announceDocument, type DeliveredStatus, FIRST_READ_SECONDS } from './record-progress.ts';

/** The platform took a message under its own ID. */
export function recordMessageSubmission(
  { tx, realNow }: Context,
  { id, test }: Pick<SentMessage, 'id' | 'test'>,
  { platformId, connectionId }: { platformId: string; connectionId: string },
): void {
  noteMessageSubmitted(tx, id, platformId, realNow);
  queueReading(tx, connectionId, test, realNow + FIRST_READ_SECONDS);
}

/** The platform acknowledged a message: accepted, or refused with its reasons. Once. */
export async function recordMessageAcknowledgement(
  context: Context,
  message: SentMessage,
  outcome: Acknowledgement & { readonly platformId?: string | undefined },
): Promise<void> {
  if (!('code' in message)) {
    if (!(await settleMessage(context.tx, message.id, outcome, context.realNow))) return;
    if (outcome.state === 'refused') await recordRefusedDeposit(context, message, outcome);
    return;
  }
  const { id, about, code, statedAt, reasons, amounts } = message;
  const invoice =
    'supplierInvoiceId' in about ? await lockSupplierInvoice(context.tx, about.supplierInvoiceId) : undefined;
  if (!(await settleMessage(context.tx, id, outcome, context.realNow))) return;
  if (outcome.state !== 'refused') return;
  if ('documentId' in about)
    await announceDocument(context, about.documentId, 'status_not_accepted', { id, code, reasons: outcome.reasons });
  if (!invoice) return;
  const status = { id, code, statedAt, reasons, amounts, state: 'refused' as const, faults: outcome.reasons };
  await announceSupplierStatus(context, invoice, { type: 'status_not_accepted', ...status });
}

/**
 * Stores a status of a received invoice that arrived from its supplier or a platform, once. False
 * if there is no such invoice.
 */
export async function recordSupplierStatus(
  context: Context,
  { siren, number, status }: { siren: string; number: string; status: DeliveredStatus },
  from: { readonly connectionId: string; readonly platformId: string },
): Promise<boolean> {
  const { tx, test } = context;
  const supplierInvoiceId = await supplierInvoiceWithNumber(tx, { test, siren, number });
  const invoice = supplierInvoiceId === undefined ? undefined : await lockSupplierInvoice(tx, supplierInvoiceId);
  if (!invoice) return false;
  const { code, statedAt, reasons, amounts } = status;
  const content = canonicalJson({ reasons, amounts });
  const id = context.newId();
  const stored = { id, test, supplierInvoiceId: invoice.id, ...from, code, statedAt, receivedAt: context.realNow };
  if (await storeSupplierStatus(tx, { ...stored, content, sha256: sha256Hex(content) }))
    await announceSupplierStatus(context, invoice, { type: 'status_received', id, code, statedAt, reasons, amounts });
  return true;
}
