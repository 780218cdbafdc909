import { settingsOf } from '../../db/account/settings.ts';
import type { AccountSettings } from '../../domain/account/settings.ts';
import { invoiceToBook } from '../../domain/books/purchase.ts';
import { readReceipt, type TextLine } from '../../domain/books/receipt-reading/read-receipt.ts';
import { declaresVat } from '../../domain/books/vat-return/vat-periods.ts';
import type { ReadInvoice } from '../../domain/einvoicing/received-invoice.ts';
import { type Cents, cents } from '../../domain/money/cents.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { type CivilDay, civilDayOf } from '../../domain/time/civil-day.ts';
import type { GetAbortSignal } from '../../limits/concurrency-limiter.ts';
import { parseInWorker } from '../../parsers/parse-in-worker.ts';
import type { Context } from '../context.ts';

/** What a file contains: an electronic invoice, lines of text, or neither. */
export type ReceiptContent = { readonly invoice?: ReadInvoice; readonly lines: readonly TextLine[] };

/**
 * Reads a PDF in a worker thread. Call it without an open transaction: it may take seconds. A
 * picture has nothing that can be read.
 */
export async function readReceiptFile(
  bytes: Uint8Array,
  caller: { accountId: string; gone?: GetAbortSignal | undefined },
): Promise<ReceiptContent> {
  if (!isPdf(bytes)) return { lines: [] };
  const invoice = await parseInWorker('invoiceFile', { file: bytes }, caller);
  if ('invoice' in invoice) return { invoice, lines: [] };
  const lines = 'tooCostly' in invoice ? invoice : await parseInWorker('pdfText', { file: bytes }, caller);
  return { lines: 'tooCostly' in lines ? [] : lines };
}

const isPdf = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-';

/** A value to confirm; the line it was read from, except in an electronic invoice. */
type Proposed<Value> = { readonly value: Value; readonly line?: TextLine };

/** What a receipt proposes for a line of the register, to be confirmed by a person. */
export type ReceiptProposal = {
  readonly source: 'electronic_invoice' | 'text' | 'none';
  readonly paidOn?: Proposed<CivilDay>;
  readonly supplierName?: Proposed<string>;
  readonly amount?: Proposed<Cents>;
  readonly deductibleVat?: Proposed<Cents>;
  readonly reference?: Proposed<string>;
};

/** What the content of a receipt proposes, for the caller’s account and day. */
export async function proposalOf(
  { tx, now }: Pick<Context, 'tx' | 'now'>,
  { invoice, lines }: ReceiptContent,
): Promise<ReceiptProposal> {
  const { settings } = await settingsOf(tx);
  const today = civilDayOf(now, settings.zone);
  return (invoice && fromInvoice(invoice, settings, today)) ?? fromLines(lines, settings, today);
}

/** An invoice in another currency than the euro proposes nothing: what was paid is known later. */
function fromInvoice(read: ReadInvoice, settings: AccountSettings, today: CivilDay): ReceiptProposal | undefined {
  if (!('invoice' in read)) return undefined;
  const booked = invoiceToBook(read, {}, settings);
  if (isRefusal(booked)) return undefined;
  const { issuedOn } = read.invoice;
  return {
    source: 'electronic_invoice',
    ...(issuedOn <= today && { paidOn: { value: issuedOn } }),
    ...{ supplierName: { value: booked.supplierName }, amount: { value: booked.amount } },
    deductibleVat: { value: booked.deductibleVat },
    ...(booked.reference !== undefined && { reference: { value: booked.reference } }),
  };
}

function fromLines(lines: readonly TextLine[], settings: AccountSettings, today: CivilDay): ReceiptProposal {
  const { name } = settings.emitter;
  const { amount, vat, ...read } = readReceipt(lines, { today, ownNames: name === undefined ? [] : [name] });
  const found = {
    ...read,
    ...(amount && { amount: { ...amount, value: cents(amount.value) } }),
    ...(vat && declaresVat(settings) && { deductibleVat: { ...vat, value: cents(vat.value) } }),
  };
  return { source: Object.keys(found).length > 0 ? 'text' : 'none', ...found };
}
