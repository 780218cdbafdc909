import { createHash } from 'node:crypto';
import { storedBytes, takeTurn } from '../../db/account/usage.ts';
import { storeFile } from '../../db/billing/stored-files.ts';
import {
  countSupplierInvoices,
  insertSupplierInvoice,
  knownSupplierInvoice,
} from '../../db/einvoicing/supplier-invoices.ts';
import { fits } from '../../domain/account/quota.ts';
import type { ReadInvoice } from '../../domain/einvoicing/received-invoice.ts';
import {
  headOf,
  type InvoiceSource,
  SUPPLIER_INVOICES_MAX,
  type SupplierInvoice,
} from '../../domain/einvoicing/supplier-invoice.ts';
import type { Refused } from '../../domain/refusal.ts';
import { stripHiddenCharacters } from '../../domain/text/hidden-characters.ts';
import type { GetAbortSignal } from '../../limits/concurrency-limiter.ts';
import { parseInWorker } from '../../parsers/parse-in-worker.ts';
import { supplierInvoiceEventJson } from '../../schemas/einvoicing/supplier-invoice.ts';
import type { Context } from '../context.ts';
import { publishEvent } from '../events/publish-event.ts';

/**
 * Reads the file of an invoice in a worker thread. Call it without an open transaction: it may take
 * seconds. Any bytes give a result; a fault says why there is no invoice in them.
 */
export async function readSupplierFile(
  bytes: Uint8Array,
  caller: { accountId: string; gone?: GetAbortSignal | undefined },
): Promise<ReadInvoice> {
  const read = await parseInWorker('invoiceFile', { file: bytes }, caller);
  return 'tooCostly' in read ? { fault: 'too_costly' } : read;
}

/** A file to take: its bytes, what reading found in them, its name and where it comes from. */
export type SupplierFile = {
  readonly bytes: Buffer;
  readonly read: ReadInvoice;
  readonly name: string;
  readonly source: InvoiceSource;
};

/**
 * Stores the original of a supplier's invoice and what was read from it, exactly once: the same
 * bytes or the same flow return the invoice that is there, with `isNew: false`, and publish no
 * event. Waits for other transactions of the account that store files. A file that cannot be read
 * is stored too.
 */
export async function takeSupplierInvoice(
  context: Pick<Context, 'tx' | 'objects' | 'now' | 'newId' | 'quotas'>,
  { bytes, read, name, source }: SupplierFile,
): Promise<{ invoice: SupplierInvoice; isNew: boolean } | Refused<'storage_full' | 'too_many_supplier_invoices'>> {
  const { tx, objects, now, newId, quotas } = context;
  const digest = createHash('sha256').update(bytes).digest();
  const sha256 = digest.toString('hex');
  takeTurn(tx, 'files');
  const flowId = source.from === 'platform' ? source.flowId : undefined;
  const there = await knownSupplierInvoice(tx, { sha256, flowId });
  if (there) return { invoice: there, isNew: false };
  if ((await countSupplierInvoices(tx)) >= SUPPLIER_INVOICES_MAX)
    return { refused: 'too_many_supplier_invoices', limit: SUPPLIER_INVOICES_MAX };
  if (!fits(await storedBytes(tx), bytes.length, quotas.storedBytes))
    return { refused: 'storage_full', limit: quotas.storedBytes };

  await storeFile(tx, objects, { sha256: digest, bytes, now });
  const invoice: SupplierInvoice = {
    ...{ id: newId(), test: tx.test, sha256, name: fileName(name), size: bytes.length, source },
    ...{ state: 'to_do', createdAt: now, content: read },
  };
  const head = 'invoice' in read ? headOf(read.format, read.invoice) : undefined;
  insertSupplierInvoice(tx, invoice, head);
  const of = { type: 'supplier_invoice.received', subjectId: invoice.id, test: tx.test } as const;
  publishEvent(context, of, { supplierInvoice: supplierInvoiceEventJson(invoice) });
  return { invoice, isNew: true };
}

/** Characters of a stored file name. */
const FILE_NAME_MAX = 255;

/** A name that is not a path, and has no invisible characters. */
function fileName(name: string): string {
  const plain = stripHiddenCharacters(name.replaceAll(/[\\/\p{Cc}]/gu, '-').toWellFormed()).trim();
  return plain.slice(0, FILE_NAME_MAX).toWellFormed() || 'facture';
}
