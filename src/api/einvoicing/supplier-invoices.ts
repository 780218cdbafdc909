import * as z from 'zod';
import { settingsOf } from '../../db/account/settings.ts';
import { purchaseOfInvoice } from '../../db/books/purchases.ts';
import { supplierStatusesOf } from '../../db/einvoicing/sent-messages.ts';
import {
  deleteSupplierInvoice as deleteInvoice,
  findSupplierInvoice,
  listSupplierInvoices as listInvoices,
  lockSupplierInvoice,
  markSupplierInvoices as markInvoices,
  originalOfSupplierInvoice,
} from '../../db/einvoicing/supplier-invoices.ts';
import type { Tx } from '../../db/transaction.ts';
import type { AccountSettings } from '../../domain/account/settings.ts';
import { sirenOfSiret } from '../../domain/customers/customer.ts';
import { SUPPLIER_UPLOAD_BYTES_MAX } from '../../domain/einvoicing/received-invoice.ts';
import { keptBecause, MARKED_AT_ONCE_MAX, supplierInvoiceStates } from '../../domain/einvoicing/supplier-invoice.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { civilDayOf } from '../../domain/time/civil-day.ts';
import { FileAnswer } from '../../pipeline/file-answer.ts';
import { operation } from '../../pipeline/operation.ts';
import {
  SupplierInvoiceDetailJson,
  SupplierInvoiceJson,
  supplierInvoiceDetailToJson,
  supplierInvoiceToJson,
} from '../../schemas/einvoicing/supplier-invoice.ts';
import { id, idOf, idOr } from '../../schemas/fields/id.ts';
import { FILE_TEXT_MAX, filledText, NAME_MAX, SHORT_MAX, text } from '../../schemas/fields/text.ts';
import { day } from '../../schemas/fields/timestamp.ts';
import { cursor, writeCursor } from '../../schemas/lists/cursor.ts';
import { listing, search, yesOrNo } from '../../schemas/lists/list-query.ts';
import { pageJson, pageSchema } from '../../schemas/lists/page.ts';
import { answeredAs, listedAs, pagedBy } from '../../schemas/tool-definition.ts';
import { readVerifiedBytes } from '../../services/billing/files/read-verified-bytes.ts';
import type { Context } from '../../services/context.ts';
import { readSupplierFile, takeSupplierInvoice } from '../../services/einvoicing/take-supplier-invoice.ts';

const place = z.object({ createdAt: z.int(), id: z.uuid() });
const none = z.object({});
const ofInvoice = {
  chapter: 'Received invoices',
  path: z.object({ supplierInvoiceId: idOr('supplier_invoice_not_found') }),
} as const;

/** Received invoices per page by default for tools. */
const INVOICES_FOR_TOOLS = 10;
const listFilter = {
  state: z.enum(supplierInvoiceStates).optional().meta({ description: '`to_do` or `handled`.' }),
  readable: yesOrNo.optional().meta({ description: 'false: only files that could not be read.' }),
  supplier: text(SHORT_MAX).optional().meta({ description: 'The `supplier.key` of an invoice.', example: '552081317' }),
  from: day.optional().meta({ description: 'The first day of issue, included.' }),
  to: day.optional().meta({ description: 'The last day of issue, included.' }),
  search: search.optional(),
};

export const listSupplierInvoices = operation({
  name: 'list-supplier-invoices',
  summary: 'Lists the invoices received from suppliers, newest first.',
  description: 'Lists those of the key’s mode (live or test). Days are days of issue.',
  chapter: 'Received invoices',
  routes: ['GET /v2/supplier-invoices'],
  scope: 'billing:read',
  path: none,
  query: z.object({
    ...listing,
    ...listFilter,
    cursor: cursor(place).optional(),
  }),
  body: none,
  success: 200,
  output: pageSchema(SupplierInvoiceJson),
  refusals: [],
  tool: {
    name: 'get-supplier-invoices',
    parameters: z.object({ ...pagedBy(INVOICES_FOR_TOOLS), ...listFilter }),
    ...listedAs('supplierInvoices', SupplierInvoiceJson),
  },
  async run({ tx }, { page, limit, cursor, ...filter }) {
    const from = cursor && {
      by: 'createdAt' as const,
      direction: 'DESC' as const,
      after: cursor.createdAt,
      id: cursor.id,
    };
    const [own, { found, total, next }] = await Promise.all([
      ownIdentity(tx),
      listInvoices(tx, filter, { by: 'createdAt', direction: 'DESC', limit, page, place: from }),
    ]);
    return {
      body: pageJson({
        docs: found.map(({ invoice, around }) => supplierInvoiceToJson(invoice, { ...own, ...around })),
        ...{ total, limit, page: cursor ? undefined : page },
        nextCursor: next && writeCursor({ createdAt: Number(next.after), id: next.id }),
      }),
    };
  },
});

export const getSupplierInvoice = operation({
  ...ofInvoice,
  name: 'get-supplier-invoice',
  summary: 'Gets an invoice received from a supplier, with all that was read from its file.',
  routes: ['GET /v2/supplier-invoices/{supplierInvoiceId}'],
  scope: 'billing:read',
  query: none,
  body: none,
  success: 200,
  output: SupplierInvoiceDetailJson,
  refusals: ['supplier_invoice_not_found'],
  tool: {
    name: 'get-supplier-invoice-by-id',
    parameters: z.object({ supplierInvoiceId: idOf('the received invoice') }),
    ...answeredAs('supplierInvoice', SupplierInvoiceDetailJson),
  },
  async run({ tx, now }, { supplierInvoiceId }) {
    const body = await detailOf({ tx, now }, supplierInvoiceId);
    return body ? { body } : { refused: 'supplier_invoice_not_found' };
  },
});

export const downloadSupplierInvoice = operation({
  ...ofInvoice,
  name: 'download-supplier-invoice',
  summary: 'Downloads the original file of a received invoice, byte for byte.',
  routes: ['GET /v2/supplier-invoices/{supplierInvoiceId}/original'],
  scope: 'billing:read',
  query: none,
  body: none,
  success: 200,
  output: FileAnswer,
  answers: 'file',
  limiter: 'files',
  refusals: ['supplier_invoice_not_found'],
  async run(context, { supplierInvoiceId }) {
    const [found, kept] = await Promise.all([
      findSupplierInvoice(context.tx, supplierInvoiceId),
      originalOfSupplierInvoice(context.tx, supplierInvoiceId),
    ]);
    if (!found || !kept) return { refused: 'supplier_invoice_not_found' };
    const answer = (bytes: Buffer) => ({ body: { name: found.invoice.name, mediaType: mediaTypeOf(bytes), bytes } });
    if (kept.bytes) return answer(await readVerifiedBytes(context, kept));
    return {
      aside: () => readVerifiedBytes(context, kept),
      after: async (_: Context, bytes: Buffer) => answer(bytes),
    };
  },
});

export const uploadSupplierInvoice = operation({
  name: 'upload-supplier-invoice',
  summary: 'Adds an invoice received from a supplier: Factur-X (PDF), CII or UBL.',
  description: `At most ${SUPPLIER_UPLOAD_BYTES_MAX / 1_048_576} MiB. The file is kept unchanged and read. A file that cannot be read is kept too, with its \`fault\`. The same file again returns the invoice that is there, with \`isNew: false\`.`,
  chapter: 'Received invoices',
  routes: ['POST /v2/supplier-invoices'],
  scope: 'billing:write',
  path: none,
  query: none,
  body: z.object({
    name: filledText(NAME_MAX).meta({ description: 'The file name.' }),
    content: z.base64().max(FILE_TEXT_MAX).meta({ description: 'The bytes of the file in base64.' }),
  }),
  takes: 'attachment',
  limiter: 'files',
  success: 200,
  output: z
    .object({ isNew: z.boolean(), supplierInvoice: SupplierInvoiceDetailJson })
    .meta({ id: 'UploadedSupplierInvoice' }),
  refusals: ['supplier_file_unusable', 'storage_full', 'too_many_supplier_invoices'],
  example: { name: 'facture.xml', content: 'PEludm9pY2UvPg==' },
  async run({ accountId, gone }, { name, content }) {
    const bytes = Buffer.from(content, 'base64');
    const limit = SUPPLIER_UPLOAD_BYTES_MAX;
    if (bytes.length === 0) return { refused: 'supplier_file_unusable', reason: 'empty', limit };
    if (bytes.length > limit) return { refused: 'supplier_file_unusable', reason: 'too_large', limit };
    if (!looksLikeInvoice(bytes)) return { refused: 'supplier_file_unusable', reason: 'type', limit };
    return {
      aside: () => readSupplierFile(bytes, { accountId, gone }),
      after: async (context: Context, read) => {
        const taken = await takeSupplierInvoice(context, { bytes, read, name, source: { from: 'upload' } });
        if (isRefusal(taken)) return taken;
        const supplierInvoice = await detailOf(context, taken.invoice.id);
        if (!supplierInvoice) throw new Error(`the invoice ${taken.invoice.id} was not stored`);
        return { body: { isNew: taken.isNew, supplierInvoice } };
      },
    };
  },
});

export const markSupplierInvoices = operation({
  name: 'mark-supplier-invoices',
  summary: 'Marks received invoices as handled, or as still to do.',
  description: 'All of them or, if one does not exist, none.',
  chapter: 'Received invoices',
  routes: ['POST /v2/supplier-invoices/mark'],
  scope: 'billing:write',
  path: none,
  query: none,
  body: z.object({
    supplierInvoiceIds: z.array(id).min(1).max(MARKED_AT_ONCE_MAX),
    state: z.enum(supplierInvoiceStates),
  }),
  success: 204,
  output: z.object({}),
  refusals: ['supplier_invoice_not_found'],
  example: { supplierInvoiceIds: ['01890a62-2d3e-7f40-8b52-6c7d8e9f0a1b'], state: 'handled' },
  async run({ tx, now }, { supplierInvoiceIds, state }) {
    const isDone = await markInvoices(tx, supplierInvoiceIds, { state, now });
    return isDone ? { body: {} } : { refused: 'supplier_invoice_not_found' };
  },
});

export const deleteSupplierInvoice = operation({
  ...ofInvoice,
  name: 'delete-supplier-invoice',
  summary: 'Deletes an invoice that was uploaded by mistake.',
  description:
    'Refused for an invoice that a platform delivered, that is marked as handled, or that is in the register of purchases.',
  routes: ['DELETE /v2/supplier-invoices/{supplierInvoiceId}'],
  scope: 'billing:write',
  query: none,
  body: none,
  success: 204,
  output: none,
  refusals: ['supplier_invoice_not_found', 'supplier_invoice_kept'],
  async run({ tx }, { supplierInvoiceId }) {
    const invoice = await lockSupplierInvoice(tx, supplierInvoiceId);
    if (!invoice) return { refused: 'supplier_invoice_not_found' };
    const because = keptBecause(invoice);
    if (because !== undefined) return { refused: 'supplier_invoice_kept', because };
    if (await purchaseOfInvoice(tx, supplierInvoiceId))
      return { refused: 'supplier_invoice_kept', because: 'in_register' };
    deleteInvoice(tx, supplierInvoiceId);
    return { body: {} };
  },
});

/** An invoice with everything known about it; undefined if it does not exist. */
export async function detailOf({ tx, now }: Pick<Context, 'tx' | 'now'>, supplierInvoiceId: string) {
  const [{ settings }, found, statuses] = await Promise.all([
    settingsOf(tx),
    findSupplierInvoice(tx, supplierInvoiceId),
    supplierStatusesOf(tx, supplierInvoiceId),
  ]);
  const around = { ...identityIn(settings), ...found?.around };
  const today = civilDayOf(now, settings.zone);
  return found && supplierInvoiceDetailToJson(found.invoice, around, { statuses, today });
}

/** How invoices name this business. */
const ownIdentity = async (tx: Tx) => identityIn((await settingsOf(tx)).settings);

function identityIn({ emitter: { siret, vatNumber } }: AccountSettings): { siren?: string; vatNumber?: string } {
  return { ...(siret && { siren: sirenOfSiret(siret) }), ...(vatNumber && { vatNumber }) };
}

const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, BEGINNING_BYTES).includes('%PDF-');
/** The header of a PDF may be preceded by other bytes (ISO 32000, 7.5.2). */
const BEGINNING_BYTES = 1_024;

/**
 * Only PDF and XML are taken from an upload, so that pictures and programs are refused at once.
 * UTF-16 has zero bytes between its characters.
 */
const looksLikeInvoice = (bytes: Buffer): boolean =>
  isPdf(bytes) || /^[^\w<]*</.test(bytes.subarray(0, BEGINNING_BYTES).toString('latin1'));

const mediaTypeOf = (bytes: Buffer): string => (isPdf(bytes) ? 'application/pdf' : 'application/xml');
