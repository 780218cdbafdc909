import { canonicalJson } from '../../audit/canonical-json.ts';
import { type LinkType, sha256Hex } from '../../audit/chain/chain-link.ts';
import { append, lockChainHead } from '../../db/audit/append-to-chain.ts';
import type { FlowState, StatusAmount, StatusReason } from '../../domain/einvoicing/life-cycle.ts';
import type { SupplierInvoice } from '../../domain/einvoicing/supplier-invoice.ts';
import { supplierInvoiceEventJson } from '../../schemas/einvoicing/supplier-invoice.ts';
import { supplierStatusEventJson } from '../../schemas/einvoicing/supplier-status.ts';
import type { Context } from '../context.ts';
import { publishEvent } from '../events/publish-event.ts';

/** What happened to a status of a received invoice. `sha256` is the digest of the message. */
type Happened = {
  readonly type: Extract<LinkType, 'status_stated' | 'status_not_accepted' | 'status_received'>;
  readonly id: string;
  readonly code: number;
  readonly statedAt: number;
  readonly reasons: readonly StatusReason[];
  readonly amounts: readonly StatusAmount[];
  /** Absent if it arrived. */
  readonly state?: FlowState;
  readonly faults?: readonly StatusReason[];
  readonly sha256?: string;
};

/** The audit entry and the event of a change to the statuses of a received invoice. */
export async function announceSupplierStatus(
  context: Context,
  invoice: SupplierInvoice,
  { type, ...status }: Happened,
): Promise<void> {
  const { tx, seal, test, now, actor } = context;
  const number = 'invoice' in invoice.content ? invoice.content.invoice.number : undefined;
  const head = await lockChainHead(tx, test);
  append(
    tx,
    { test, head, seal },
    {
      ...{ type, at: now, actor },
      subject: { kind: 'supplier_invoice', id: invoice.id, ...(number !== undefined && { number }) },
      sha256: sha256Hex(canonicalJson(status)),
    },
  );
  const subject = { type: 'supplier_invoice.status_changed', subjectId: invoice.id, test } as const;
  publishEvent(context, subject, {
    supplierInvoice: supplierInvoiceEventJson(invoice),
    status: supplierStatusEventJson(status),
  });
}
