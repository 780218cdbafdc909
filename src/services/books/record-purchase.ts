import { createHash } from 'node:crypto';
import { settingsOf } from '../../db/account/settings.ts';
import { storedBytes, takeTurn } from '../../db/account/usage.ts';
import { storeFile } from '../../db/billing/stored-files.ts';
import { lastClosing } from '../../db/books/closings.ts';
import {
  findPurchase,
  insertPurchase,
  type KeptPurchase,
  lastPurchaseNumber,
  lockPurchases,
  purchaseOfDebit,
  purchaseOfInvoice,
} from '../../db/books/purchases.ts';
import { lockSupplierInvoice } from '../../db/einvoicing/supplier-invoices.ts';
import { lockBankDebit } from '../../db/payments/bank-transactions.ts';
import { fits } from '../../domain/account/quota.ts';
import { attachmentTypes, beginsAs, extensionOf } from '../../domain/billing/document/attachment.ts';
import { bookingDay } from '../../domain/books/closing.ts';
import { type DebitFacts, debitToBook } from '../../domain/books/debit-to-book.ts';
import {
  invoiceToBook,
  PURCHASES_OF_YEAR_MAX,
  type Purchase,
  type PurchaseFacts,
  type PurchaseReceipt,
  purchaseRefused,
  RECEIPT_BYTES_MAX,
  takenBack,
} from '../../domain/books/purchase.ts';
import { declaresVat } from '../../domain/books/vat-return/vat-periods.ts';
import { isRefusal, type Refused } from '../../domain/refusal.ts';
import { civilDayOf } from '../../domain/time/civil-day.ts';
import type { Context } from '../context.ts';
import { publishPurchases } from './publish-purchase-events.ts';

/** A receipt to store: its name and bytes. */
export type NewReceipt = { readonly name: string; readonly bytes: Buffer };

type Here = Pick<Context, 'tx' | 'objects' | 'now' | 'newId' | 'quotas'>;
type Links = Pick<Purchase, 'supplierInvoiceId' | 'bankTransactionId' | 'correctsId' | 'replacesId' | 'receipt'>;
type RecordRefusal = Refused<
  'purchase_to_come' | 'purchase_vat_exceeds' | 'purchase_vat_disagrees' | 'purchases_of_year_full'
>;
type ReceiptRefusal = Refused<'purchase_receipt_unusable' | 'storage_full'>;

/** Whether the account deducts VAT: not under the franchise or an exemption. */
export const deductionOf = async ({ tx }: Pick<Context, 'tx'>): Promise<{ deducts: boolean }> => ({
  deducts: declaresVat((await settingsOf(tx)).settings),
});

/** Records a purchase by hand, with its receipt if there is one. */
export async function recordPurchase(
  context: Here,
  facts: PurchaseFacts,
  given: NewReceipt | undefined,
): Promise<KeptPurchase | RecordRefusal | ReceiptRefusal> {
  const refused = await factsRefused(context, facts);
  if (refused) return refused;
  const receipt = given && (await storeReceipt(context, given));
  if (receipt && isRefusal(receipt)) return receipt;
  await lockPurchases(context.tx);
  return appendAndPublish(context, facts, receipt ? { receipt } : {});
}

/** What the owner says about the payment of a received invoice. */
export type InvoicePayment = Pick<PurchaseFacts, 'nature' | 'method' | 'designation'> & {
  readonly [Member in 'paidOn' | 'amount' | 'deductibleVat']?: PurchaseFacts[Member] | undefined;
};

/**
 * Records a received invoice once: until its line is taken back, a second attempt is refused.
 * Concurrent attempts wait for each other.
 */
export async function recordPurchaseOfInvoice(
  context: Here,
  supplierInvoiceId: string,
  { paidOn, amount, deductibleVat, ...payment }: InvoicePayment,
): Promise<
  | KeptPurchase
  | RecordRefusal
  | Refused<'supplier_invoice_not_found' | 'supplier_invoice_not_bookable' | 'purchase_of_invoice_exists'>
> {
  const { tx, now } = context;
  const invoice = await lockSupplierInvoice(tx, supplierInvoiceId);
  if (!invoice) return { refused: 'supplier_invoice_not_found' };
  const { settings } = await settingsOf(tx);
  const stated = invoiceToBook(invoice.content, { amount, deductibleVat }, settings);
  if (isRefusal(stated)) return stated;
  const facts = { ...payment, ...stated, paidOn: paidOn ?? civilDayOf(now, settings.zone) };
  const refused = await factsRefused(context, facts);
  if (refused) return refused;
  await lockPurchases(tx);
  const there = await purchaseOfInvoice(tx, supplierInvoiceId);
  if (there && !there.isCorrected) return { refused: 'purchase_of_invoice_exists', purchaseId: there.id };
  return appendAndPublish(context, facts, { supplierInvoiceId, ...(there && { replacesId: there.id }) });
}

/**
 * Records a bank debit once: until its line is taken back, a second attempt is refused. Concurrent
 * attempts wait for each other.
 */
export async function recordPurchaseOfDebit(
  context: Here,
  transactionId: string,
  { stated, given }: { readonly stated: DebitFacts; readonly given: NewReceipt | undefined },
): Promise<
  | KeptPurchase
  | RecordRefusal
  | ReceiptRefusal
  | Refused<'bank_transaction_not_found' | 'bank_transaction_not_bookable' | 'purchase_of_debit_exists'>
> {
  const { tx } = context;
  const debit = await lockBankDebit(tx, transactionId);
  if (!debit) return { refused: 'bank_transaction_not_found' };
  const booked = debitToBook(debit, stated);
  if (isRefusal(booked)) return booked;
  const facts = { ...stated, ...booked };
  const refused = await factsRefused(context, facts);
  if (refused) return refused;
  await lockPurchases(tx);
  const there = await purchaseOfDebit(tx, transactionId);
  if (there && !there.isCorrected) return { refused: 'purchase_of_debit_exists', purchaseId: there.id };
  const receipt = given && (await storeReceipt(context, given));
  if (receipt && isRefusal(receipt)) return receipt;
  const links = { bankTransactionId: transactionId, ...(receipt && { receipt }) };
  return appendAndPublish(context, facts, { ...links, ...(there && { replacesId: there.id }) });
}

/**
 * Takes a line back by a counter-entry of the same day of payment, and records what it should have
 * been, if given. The new line keeps the receipt, and the received invoice or bank debit.
 */
export async function correctPurchase(
  context: Here,
  id: string,
  replacement: PurchaseFacts | undefined,
): Promise<CorrectedPurchase | CorrectionRefusal> {
  const corrected = await takeBackPurchase(context, id, replacement);
  if (!isRefusal(corrected)) publishPurchases(context, linesOf(corrected));
  return corrected;
}

export type CorrectedPurchase = { readonly counterEntry: KeptPurchase; readonly replacement?: KeptPurchase };
type CorrectionRefusal =
  | RecordRefusal
  | Refused<'purchase_not_found' | 'purchase_corrected' | 'purchase_is_counter_entry'>;

/** The lines that a correction adds. */
export const linesOf = ({ counterEntry, replacement }: CorrectedPurchase): KeptPurchase[] =>
  replacement ? [counterEntry, replacement] : [counterEntry];

/** The same without its event, for those who correct many lines and publish them at once. */
export async function takeBackPurchase(
  context: Here,
  id: string,
  replacement: PurchaseFacts | undefined,
): Promise<CorrectedPurchase | CorrectionRefusal> {
  const { tx } = context;
  const refused = replacement && (await factsRefused(context, replacement));
  if (refused) return { ...refused, within: 'replacement' };
  await lockPurchases(tx);
  const original = await findPurchase(tx, id);
  if (!original) return { refused: 'purchase_not_found' };
  if (original.correctsId !== undefined) return { refused: 'purchase_is_counter_entry' };
  if (original.isCorrected) return { refused: 'purchase_corrected' };
  const { supplierInvoiceId, bankTransactionId, receipt } = original;
  const source = {
    ...(supplierInvoiceId !== undefined && { supplierInvoiceId }),
    ...(bankTransactionId !== undefined && { bankTransactionId }),
  };
  const counterEntry = await append(context, takenBack(original), { ...source, correctsId: id });
  if (isRefusal(counterEntry)) return counterEntry;
  if (!replacement) return { counterEntry };
  const links = { ...source, replacesId: id, ...(receipt && { receipt }) };
  const replaced = await append(context, replacement, links);
  return isRefusal(replaced) ? replaced : { counterEntry, replacement: replaced };
}

async function factsRefused({ tx, now }: Here, facts: PurchaseFacts) {
  const { settings } = await settingsOf(tx);
  return purchaseRefused(facts, { today: civilDayOf(now, settings.zone), deducts: declaresVat(settings) });
}

async function appendAndPublish(
  context: Here,
  facts: PurchaseFacts,
  links: Links,
): Promise<KeptPurchase | Refused<'purchases_of_year_full'>> {
  const recorded = await append(context, facts, links);
  if (!isRefusal(recorded)) publishPurchases(context, [recorded]);
  return recorded;
}

/** The next line of the year in which it is booked. Only under the lock of purchases. */
async function append(
  { tx, now, newId }: Here,
  facts: PurchaseFacts,
  links: Links,
): Promise<KeptPurchase | Refused<'purchases_of_year_full'>> {
  const bookedOn = bookingDay(facts.paidOn, (await lastClosing(tx))?.to);
  const number = 1 + (await lastPurchaseNumber(tx, Number(bookedOn.slice(0, 4))));
  if (number > PURCHASES_OF_YEAR_MAX) return { refused: 'purchases_of_year_full', limit: PURCHASES_OF_YEAR_MAX };
  const purchase: Purchase = { ...facts, ...links, id: newId(), number, bookedOn, createdAt: now };
  insertPurchase(tx, purchase);
  return { ...purchase, isCorrected: false };
}

/** Stores the bytes of a receipt: PDF or a picture. */
async function storeReceipt(
  { tx, objects, now, quotas }: Here,
  { name, bytes }: NewReceipt,
): Promise<PurchaseReceipt | ReceiptRefusal> {
  const unusable = receiptRefused({ name, bytes });
  if (unusable) return unusable;
  takeTurn(tx, 'files');
  if (!fits(await storedBytes(tx), bytes.length, quotas.storedBytes))
    return { refused: 'storage_full', limit: quotas.storedBytes };
  const sha256 = createHash('sha256').update(bytes).digest();
  await storeFile(tx, objects, { sha256, bytes, now });
  // Slashes are replaced, so that the name is not a path.
  return { name: name.replaceAll(/[\\/]/g, '-').trim(), size: bytes.length, sha256: sha256.toString('hex') };
}

/** Why a file cannot be a receipt: it is empty, too large, or neither a PDF nor a picture. */
export function receiptRefused({ name, bytes }: NewReceipt): Refused<'purchase_receipt_unusable'> | undefined {
  const limit = RECEIPT_BYTES_MAX;
  if (bytes.length === 0) return { refused: 'purchase_receipt_unusable', reason: 'empty', limit };
  if (bytes.length > limit) return { refused: 'purchase_receipt_unusable', reason: 'too_large', limit };
  const extension = extensionOf(name);
  if (extension && isReceiptType(attachmentTypes[extension]) && beginsAs(extension, bytes)) return undefined;
  return { refused: 'purchase_receipt_unusable', reason: 'type', limit };
}

const isReceiptType = (type: string): boolean => type === 'application/pdf' || type.startsWith('image/');
