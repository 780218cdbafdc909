import { createHash } from 'node:crypto';
import { settingsOf } from '../../db/account/settings.ts';
import { listPlatformConnections } from '../../db/einvoicing/platform-connections.ts';
import { statedAbout, storeMessage } from '../../db/einvoicing/sent-messages.ts';
import { lockSupplierInvoice } from '../../db/einvoicing/supplier-invoices.ts';
import { sirenOfSiret } from '../../domain/customers/customer.ts';
import type { MessageFile, SentStatus } from '../../domain/einvoicing/sent-message.ts';
import { type AskedStatus, type StatusToState, statusToState } from '../../domain/einvoicing/status-to-state.ts';
import type { SupplierInvoice } from '../../domain/einvoicing/supplier-invoice.ts';
import type { Refused } from '../../domain/refusal.ts';
import { civilDayOf } from '../../domain/time/civil-day.ts';
import { cdarOf } from '../../einvoice/cdar/cdar.ts';
import { cdarProblems } from '../../einvoice/cdar/check-cdar.ts';
import { messageOfBuyer } from '../../einvoice/cdar/status-message.ts';
import type { Context } from '../context.ts';
import { announceSupplierStatus } from './announce-supplier-status.ts';

type StatingRefusal = Refused<
  | 'supplier_invoice_not_found'
  | 'supplier_status_not_possible'
  | 'supplier_status_reasons'
  | 'supplier_status_member'
  | 'supplier_payment_amount'
  | 'supplier_approved_amount'
  | 'supplier_status_breaks_rule'
  | 'platform_not_connected'
>;

/**
 * States a status about an invoice that came through a platform: the message is stored as it will
 * be sent, with its audit entry and its event, and a job sends it. Nothing is stored on a refusal.
 */
export async function stateSupplierStatus(
  context: Context,
  supplierInvoiceId: string,
  asked: AskedStatus,
): Promise<SentStatus | StatingRefusal> {
  const { tx, test, now, realNow } = context;
  const invoice = await lockSupplierInvoice(tx, supplierInvoiceId);
  if (!invoice) return { refused: 'supplier_invoice_not_found' };
  const [stated, connections, { settings }] = await Promise.all([
    statedAbout(tx, supplierInvoiceId),
    listPlatformConnections(tx, test),
    settingsOf(tx),
  ]);
  const status = statusToState(invoice, asked, { stated, today: civilDayOf(now, settings.zone) });
  if ('refused' in status) return status;
  if (!connections.some(({ receives }) => receives)) return { refused: 'platform_not_connected' };
  const { siret, name, fullName } = settings.emitter;
  if (siret === undefined) return { refused: 'supplier_status_not_possible', because: 'own_siren' };
  const buyer = { siren: sirenOfSiret(siret), name: name || fullName || settings.name };
  const id = context.newId();
  const file = fileOf(invoice, status, { id, buyer, now: realNow });
  if ('refused' in file) return file;
  const { reasons, amounts, paidOn } = status;
  const message: SentStatus = {
    ...{ id, test, about: { supplierInvoiceId }, code: status.code, statedAt: realNow, reasons, amounts },
    ...(paidOn !== undefined && { paidOn }),
    ...{ state: 'sending', createdAt: realNow },
  };
  storeMessage(tx, { ...message, file }, realNow);
  await announceSupplierStatus(context, invoice, { ...message, type: 'status_stated', sha256: file.sha256 });
  return message;
}

function fileOf(
  { content, createdAt }: SupplierInvoice,
  status: StatusToState,
  { id, buyer, now }: { id: string; buyer: { siren: string; name: string }; now: number },
): MessageFile | Refused<'supplier_status_not_possible' | 'supplier_status_breaks_rule'> {
  if (!('invoice' in content)) return { refused: 'supplier_status_not_possible', because: 'unreadable' };
  const message = messageOfBuyer({ id, status, buyer, invoice: content.invoice, receivedAt: createdAt, now });
  if (!message) return { refused: 'supplier_status_not_possible', because: 'supplier_unknown' };
  const [problem] = cdarProblems(message);
  if (problem) return { refused: 'supplier_status_breaks_rule', ...problem };
  const bytes = Buffer.from(cdarOf(message), 'utf8');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { name: `statut-${status.code}-${id}.xml`, syntax: 'CDAR', bytes, sha256 };
}
