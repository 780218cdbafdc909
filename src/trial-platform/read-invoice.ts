import { type Cents, cents } from '../domain/money/cents.ts';
import { type CivilDay, isCivilDay } from '../domain/time/civil-day.ts';
import type { Identifier } from '../einvoice/electronic-invoice.ts';
import { dayOfDigits, hundredthsOf } from '../einvoice/read-figures.ts';
import { elementAt, elementsAt, textAt, type XmlNode } from '../einvoice/xml-tree.ts';

/** What a platform reads of an invoice to check it, to route it and to write its statuses. */
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

/** The facts of an invoice, or the term that is missing. */
export type ReadInvoice = InvoiceFacts | { readonly missing: string };

/** Reads a Cross Industry Invoice, also the one of a Factur-X file. */
export function readCii(root: XmlNode): ReadInvoice {
  const document = elementAt(root, 'ExchangedDocument') ?? root;
  const agreement = elementAt(root, 'SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement') ?? root;
  const settlement = elementAt(root, 'SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement') ?? root;
  const totals = elementAt(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation') ?? root;
  const party = (name: string): InvoiceParty => {
    const node = elementAt(agreement, name) ?? root;
    return partyOf({
      name: textAt(node, 'Name'),
      legalId: identifierAt(node, 'SpecifiedLegalOrganization/ID'),
      address: identifierAt(node, 'URIUniversalCommunication/URIID'),
    });
  };
  const notes = elementsAt(document, 'IncludedNote');
  return factsOf({
    number: textAt(document, 'ID'),
    type: textAt(document, 'TypeCode'),
    issuedOn: dayOfDigits(textAt(document, 'IssueDateTime/DateTimeString')),
    guideline: textAt(root, 'ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID'),
    seller: party('SellerTradeParty'),
    buyer: party('BuyerTradeParty'),
    currency: textAt(settlement, 'InvoiceCurrencyCode'),
    treatment: textOf(
      notes.find((note) => textAt(note, 'SubjectCode') === 'BAR'),
      'Content',
    ),
    buyerReference: textAt(agreement, 'BuyerReference'),
    order: textAt(agreement, 'BuyerOrderReferencedDocument/IssuerAssignedID'),
    total: textAt(totals, 'GrandTotalAmount'),
    due: textAt(totals, 'DuePayableAmount'),
    rates: elementsAt(settlement, 'ApplicableTradeTax/RateApplicablePercent').map(({ text }) => text),
  });
}

/** Reads a UBL invoice or credit note. */
export function readUbl(root: XmlNode): ReadInvoice {
  const party = (name: string): InvoiceParty => {
    const node = elementAt(root, `${name}/Party`) ?? root;
    return partyOf({
      name: textAt(node, 'PartyLegalEntity/RegistrationName'),
      legalId: identifierAt(node, 'PartyLegalEntity/CompanyID'),
      address: identifierAt(node, 'EndpointID'),
    });
  };
  const issuedOn = textAt(root, 'IssueDate') ?? '';
  const notes = elementsAt(root, 'Note').map(({ text }) => text);
  return factsOf({
    number: textAt(root, 'ID'),
    type: textAt(root, 'InvoiceTypeCode') ?? textAt(root, 'CreditNoteTypeCode'),
    issuedOn: isCivilDay(issuedOn) ? issuedOn : undefined,
    guideline: textAt(root, 'CustomizationID'),
    seller: party('AccountingSupplierParty'),
    buyer: party('AccountingCustomerParty'),
    currency: textAt(root, 'DocumentCurrencyCode'),
    treatment: notes.find((note) => note.startsWith('#BAR#'))?.slice('#BAR#'.length),
    buyerReference: textAt(root, 'BuyerReference'),
    order: textAt(root, 'OrderReference/ID'),
    total: textAt(root, 'LegalMonetaryTotal/TaxInclusiveAmount'),
    due: textAt(root, 'LegalMonetaryTotal/PayableAmount'),
    rates: elementsAt(root, 'TaxTotal/TaxSubtotal/TaxCategory/Percent').map(({ text }) => text),
  });
}

type Raw = {
  [Name in 'number' | 'type' | 'guideline' | 'currency' | 'treatment' | 'buyerReference' | 'order' | 'total' | 'due']:
    | string
    | undefined;
} & { issuedOn: CivilDay | undefined; seller: InvoiceParty; buyer: InvoiceParty; rates: readonly string[] };

function factsOf(raw: Raw): ReadInvoice {
  const { number, type, issuedOn, seller, buyer, currency, treatment, buyerReference, order } = raw;
  const [total, due] = [hundredthsOf(raw.total), hundredthsOf(raw.due)];
  if (number === undefined) return { missing: 'BT-1' };
  if (issuedOn === undefined) return { missing: 'BT-2' };
  if (type === undefined) return { missing: 'BT-3' };
  if (currency === undefined) return { missing: 'BT-5' };
  if (seller.siren === undefined) return { missing: 'BT-30' };
  if (total === undefined) return { missing: 'BT-112' };
  return {
    ...{ number, type, issuedOn, seller, buyer, currency },
    profile: profileOf(raw.guideline ?? ''),
    ...(treatment !== undefined && { treatment: treatment.trim() }),
    ...(buyerReference !== undefined && { buyerReference }),
    ...(order !== undefined && { order }),
    total: cents(total),
    due: cents(due ?? total),
    rates: [...new Set(raw.rates.flatMap((text) => hundredthsOf(text) ?? []))],
  };
}

function profileOf(guideline: string): InvoiceFacts['profile'] {
  if (/extended/i.test(guideline)) return 'Extended-CTC-FR';
  if (/basic/i.test(guideline)) return 'Basic';
  return guideline.startsWith('urn:cen.eu:en16931:2017') ? 'CIUS' : 'Undefined';
}

type RawParty = { name: string | undefined; legalId: Identifier | undefined; address: Identifier | undefined };

function partyOf({ name, legalId, address }: RawParty): InvoiceParty {
  const siren = /^\d{9}/.exec(legalId?.value ?? '')?.[0];
  return {
    ...(name !== undefined && { name }),
    ...(siren !== undefined && legalId?.scheme === '0002' && { siren }),
    ...(address && { address }),
  };
}

function identifierAt(node: XmlNode, path: string): Identifier | undefined {
  const found = elementAt(node, path);
  return found?.text ? { scheme: found.attributes.get('schemeID') ?? '', value: found.text } : undefined;
}

const textOf = (node: XmlNode | undefined, path: string): string | undefined => node && textAt(node, path);
