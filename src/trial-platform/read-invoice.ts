import type { ReceivedInvoice, ReceivedParty } from '../domain/einvoicing/received-invoice.ts';
import type { Cents } from '../domain/money/cents.ts';
import type { CivilDay } from '../domain/time/civil-day.ts';
import type { Identifier } from '../einvoice/electronic-invoice.ts';

/** What a platform keeps of an invoice to check it, to route it and to write its statuses. */
export type InvoiceFacts = {
  readonly number: string;
  readonly type: string;
  readonly issuedOn: CivilDay;
  readonly profile: 'Basic' | 'CIUS' | 'Extended-CTC-FR' | 'Undefined';
  readonly seller: InvoiceParty;
  readonly buyer: InvoiceParty;
  readonly currency: string;
  /** The note BAR: B2B, B2BINT, B2C, OUTOFSCOPE, ARCHIVEONLY. */
  readonly treatment?: string;
  /** BT-10: the service of a public buyer. */
  readonly buyerReference?: string;
  /** BT-13. */
  readonly order?: string;
  /** BT-112 and BT-115. */
  readonly total: Cents;
  readonly due: Cents;
  /** Basis points. */
  readonly rates: readonly number[];
};

export type InvoiceParty = { readonly name?: string; readonly siren?: string; readonly address?: Identifier };

export function factsOf(invoice: ReceivedInvoice): InvoiceFacts {
  const { number, type, issuedOn, currency, buyerReference, orderNumber, totals } = invoice;
  const treatment = invoice.notes.find(({ subject }) => subject === 'BAR')?.text.trim();
  return {
    ...{ number, type, issuedOn, currency, total: totals.total, due: totals.due },
    profile: profileOf(invoice.profile ?? ''),
    seller: partyOf(invoice.seller),
    buyer: partyOf(invoice.buyer),
    ...(treatment !== undefined && { treatment }),
    ...(buyerReference !== undefined && { buyerReference }),
    ...(orderNumber !== undefined && { order: orderNumber }),
    rates: [...new Set(invoice.breakdown.flatMap(({ vat }) => vat.rate ?? []))],
  };
}

function profileOf(guideline: string): InvoiceFacts['profile'] {
  if (/extended/i.test(guideline)) return 'Extended-CTC-FR';
  if (/basic/i.test(guideline)) return 'Basic';
  return guideline.startsWith('urn:cen.eu:en16931:2017') ? 'CIUS' : 'Undefined';
}

/** Scheme of a SIREN as a legal identifier. */
const SIREN_SCHEME = '0002';

function partyOf({ name, legalId, electronicAddress }: ReceivedParty): InvoiceParty {
  const isSiren = legalId?.scheme === SIREN_SCHEME && /^\d{9}$/.test(legalId.value);
  return {
    ...(name !== '' && { name }),
    ...(isSiren && { siren: legalId.value }),
    ...(electronicAddress && { address: { scheme: electronicAddress.scheme ?? '', value: electronicAddress.value } }),
  };
}
