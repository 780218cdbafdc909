import * as z from 'zod';
import {
  countPurchases,
  findPurchase,
  purchasesAfter,
  receiptOfPurchase,
  suppliersNamed,
} from '../../db/books/purchases.ts';
import { attachmentTypes, extensionOf } from '../../domain/billing/document/attachment.ts';
import { RECEIPT_BYTES_MAX } from '../../domain/books/purchase.ts';
import { cents } from '../../domain/money/cents.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { FileAnswer } from '../../pipeline/file-answer.ts';
import { operation } from '../../pipeline/operation.ts';
import {
  correctPurchaseForm,
  debitFactsOf,
  debitPurchaseForm,
  PurchaseCorrectionJson,
  PurchaseJson,
  PurchaseSupplierJson,
  purchaseFactsOf,
  purchaseFilter,
  purchaseToJson,
  recordPurchaseForm,
  supplierInvoicePurchaseForm,
} from '../../schemas/books/purchase.ts';
import { purchasePlace, purchasePlaceOf } from '../../schemas/books/purchase-place.ts';
import { periodOfBook } from '../../schemas/books/receipts-book.ts';
import { id, idOr } from '../../schemas/fields/id.ts';
import { cursor, writeCursor } from '../../schemas/lists/cursor.ts';
import { listing, search } from '../../schemas/lists/list-query.ts';
import { pageJson, pageSchema } from '../../schemas/lists/page.ts';
import { readVerifiedBytes } from '../../services/billing/files/read-verified-bytes.ts';
import { registerAsked } from '../../services/books/purchase-files.ts';
import {
  correctPurchase,
  deductionOf,
  type NewReceipt,
  recordPurchase,
  recordPurchaseOfDebit,
  recordPurchaseOfInvoice,
} from '../../services/books/record-purchase.ts';
import type { Context } from '../../services/context.ts';

const none = z.object({});
const about = { chapter: 'Books', query: none, path: none, body: none } as const;
const recordRefusals = [
  'purchase_to_come',
  'purchase_vat_exceeds',
  'purchase_vat_disagrees',
  'purchases_of_year_full',
] as const;
const example = {
  ...{ paidOn: '2026-03-01', supplierName: 'Papeterie du Port', nature: 'supplies', amount: 4_990, deductibleVat: 832 },
  ...{ method: 'credit_card', reference: 'TK-4411' },
};

export const recordPurchaseByHand = operation({
  ...about,
  name: 'record-purchase',
  summary: 'Records a purchase in the register, with its receipt if there is one.',
  description: `Of the day of payment. The receipt, a PDF or a picture of at most ${RECEIPT_BYTES_MAX / 1_048_576} MiB, is stored unchanged. A line never changes; correct-purchase takes it back.`,
  routes: ['POST /v2/books/purchases'],
  scope: 'billing:write',
  body: recordPurchaseForm,
  takes: 'attachment',
  limiter: 'files',
  success: 201,
  output: PurchaseJson,
  refusals: [...recordRefusals, 'purchase_receipt_unusable', 'storage_full'],
  example,
  async run(context, { receipt, ...form }) {
    const facts = purchaseFactsOf(form, await deductionOf(context));
    const recorded = await recordPurchase(context, facts, receiptOf(receipt));
    return isRefusal(recorded) ? recorded : { body: purchaseToJson(recorded, context.test) };
  },
});

export const recordSupplierInvoice = operation({
  ...about,
  name: 'record-purchase-of-supplier-invoice',
  summary: 'Records a received invoice in the register of purchases, once.',
  description:
    'Supplier, number, total and VAT come from the invoice; a credit note is negative. Once its line was taken back, it can be recorded again.',
  routes: ['POST /v2/supplier-invoices/{supplierInvoiceId}/purchase'],
  scope: 'billing:write',
  path: z.object({ supplierInvoiceId: idOr('supplier_invoice_not_found') }),
  body: supplierInvoicePurchaseForm,
  success: 201,
  output: PurchaseJson,
  refusals: [
    'supplier_invoice_not_found',
    'supplier_invoice_not_bookable',
    'purchase_of_invoice_exists',
    ...recordRefusals,
  ],
  example: { nature: 'services', method: 'transfer', paidOn: '2026-03-01' },
  async run(context, { supplierInvoiceId, designation, amount, deductibleVat, ...payment }) {
    const recorded = await recordPurchaseOfInvoice(context, supplierInvoiceId, {
      ...payment,
      ...(designation?.trim() && { designation: designation.trim() }),
      ...(amount !== undefined && { amount: cents(amount) }),
      ...(deductibleVat !== undefined && { deductibleVat: cents(deductibleVat) }),
    });
    return isRefusal(recorded) ? recorded : { body: purchaseToJson(recorded, context.test) };
  },
});

export const recordBankDebit = operation({
  ...about,
  name: 'record-purchase-of-bank-transaction',
  summary: 'Records a bank debit in the register of purchases, once.',
  description:
    'Day, amount, supplier and means of payment come from the bank unless they are stated. Once its line was taken back by correct-purchase, it can be recorded again.',
  routes: ['POST /v2/bank/transactions/{transactionId}/purchase'],
  scope: 'billing:write',
  path: z.object({ transactionId: idOr('bank_transaction_not_found') }),
  body: debitPurchaseForm,
  takes: 'attachment',
  limiter: 'files',
  success: 201,
  output: PurchaseJson,
  refusals: [
    'bank_transaction_not_found',
    'bank_transaction_not_bookable',
    'purchase_of_debit_exists',
    ...recordRefusals,
    'purchase_receipt_unusable',
    'storage_full',
  ],
  example: { nature: 'services', deductibleVat: 832 },
  async run(context, { transactionId, receipt, ...form }) {
    const stated = debitFactsOf(form, await deductionOf(context));
    const recorded = await recordPurchaseOfDebit(context, transactionId, { stated, given: receiptOf(receipt) });
    return isRefusal(recorded) ? recorded : { body: purchaseToJson(recorded, context.test) };
  },
});

const receiptOf = (receipt: z.output<typeof recordPurchaseForm>['receipt']): NewReceipt | undefined =>
  receipt && { name: receipt.name, bytes: Buffer.from(receipt.content, 'base64') };

export const correctPurchaseLine = operation({
  ...about,
  name: 'correct-purchase',
  summary: 'Takes a purchase back by a counter-entry, and records what it should have been.',
  description:
    'The counter-entry is negative and has the same day. The replacement keeps the receipt, and the received invoice or bank debit; without one the purchase is withdrawn. Each line can be taken back once.',
  routes: ['POST /v2/books/purchases/{purchaseId}/correction'],
  scope: 'billing:write',
  path: z.object({ id: idOr('purchase_not_found') }),
  body: correctPurchaseForm,
  success: 201,
  output: PurchaseCorrectionJson,
  refusals: ['purchase_not_found', 'purchase_corrected', 'purchase_is_counter_entry', ...recordRefusals],
  example: { replacement: { ...example, amount: 4_090, deductibleVat: 682 } },
  async run(context, { id: purchaseId, replacement }) {
    const corrected = await correctPurchase(
      context,
      purchaseId,
      replacement && purchaseFactsOf(replacement, await deductionOf(context)),
    );
    if (isRefusal(corrected)) return corrected;
    const { counterEntry, replacement: replaced } = corrected;
    return {
      body: {
        counterEntry: purchaseToJson(counterEntry, context.test),
        ...(replaced && { replacement: purchaseToJson(replaced, context.test) }),
      },
    };
  },
});

export const listPurchases = operation({
  ...about,
  name: 'list-purchases',
  summary: 'Lists the register of purchases of a period (registre des achats), by day of payment.',
  description:
    'Micro-enterprises whose main trade is selling goods or lodging must keep it (CGI art. 50-0, 5; C. com. art. L123-28). With `supplierInvoiceId`: the lines of that invoice, by default of all years.',
  routes: ['GET /v2/books/purchases'],
  scope: 'billing:read',
  query: z.object({
    ...periodOfBook,
    supplierInvoiceId: id.optional(),
    ...purchaseFilter,
    limit: listing.limit,
    cursor: cursor(purchasePlace).optional(),
  }),
  success: 200,
  output: pageSchema(PurchaseJson),
  refusals: ['period_inverted'],
  async run(context, { limit, cursor: place, ...asked }) {
    const opened = await registerAsked(context, asked);
    if ('refused' in opened) return opened;
    const { tx, test } = context;
    const [total, lines] = await Promise.all([
      countPurchases(tx, opened.span),
      purchasesAfter(tx, opened.span, { place, limit: limit + 1 }),
    ]);
    const shown = lines.slice(0, limit);
    const last = shown.at(-1);
    return {
      body: pageJson({
        ...{ docs: shown.map((line) => purchaseToJson(line, test)), total, limit, page: undefined },
        nextCursor: last && lines.length > limit ? writeCursor(purchasePlaceOf(last)) : undefined,
      }),
    };
  },
});

/** Suppliers suggested at once. */
const SUPPLIERS_MAX = 50;

export const listPurchaseSuppliers = operation({
  ...about,
  name: 'list-purchase-suppliers',
  summary: 'Suggests suppliers of earlier purchases, those paid last first.',
  description: `At most ${SUPPLIERS_MAX}. Upper and lower case and accents are ignored.`,
  routes: ['GET /v2/books/purchases/suppliers'],
  scope: 'billing:read',
  query: z.object({ search: search.optional() }),
  success: 200,
  output: z.object({ docs: z.array(PurchaseSupplierJson) }).meta({ id: 'PurchaseSuppliers' }),
  refusals: [],
  run: async ({ tx }, { search: name = '' }) => ({ body: { docs: await suppliersNamed(tx, name, SUPPLIERS_MAX) } }),
});

export const downloadPurchaseReceipt = operation({
  ...about,
  name: 'download-purchase-receipt',
  summary: 'Downloads the receipt of a purchase, byte for byte.',
  routes: ['GET /v2/books/purchases/{purchaseId}/receipt'],
  scope: 'billing:read',
  path: z.object({ id: idOr('purchase_not_found') }),
  success: 200,
  output: FileAnswer,
  answers: 'file',
  limiter: 'files',
  refusals: ['purchase_not_found', 'purchase_has_no_receipt'],
  async run(context, { id: purchaseId }) {
    const [found, kept] = await Promise.all([
      findPurchase(context.tx, purchaseId),
      receiptOfPurchase(context.tx, purchaseId),
    ]);
    if (!found) return { refused: 'purchase_not_found' };
    if (!kept) return { refused: 'purchase_has_no_receipt' };
    const answer = (bytes: Buffer) => ({ body: { name: kept.name, mediaType: mediaTypeOf(kept.name), bytes } });
    if (kept.bytes) return answer(await readVerifiedBytes(context, kept));
    return {
      aside: () => readVerifiedBytes(context, kept),
      after: async (_: Context, bytes: Buffer) => answer(bytes),
    };
  },
});

/** The extension was checked against the content when the file was stored. */
const mediaTypeOf = (name: string): string => attachmentTypes[extensionOf(name) ?? 'pdf'];
