import type {
  ReceivedAddress,
  ReceivedAdjustment,
  ReceivedId,
  ReceivedInvoice,
  ReceivedLine,
  ReceivedParty,
  ReceivedPayment,
  ReceivedTotals,
  ReceivedVat,
} from '../../domain/einvoicing/received-invoice.ts';
import { nodeAt, nodesAt, textAt, type XmlNode } from '../../xml/read-tree.ts';
import { type AmountReader, amountReader, dayIn, decimalIn, known, needed, rateIn } from './fields.ts';

export const UBL_NAMESPACES: Readonly<Record<string, string>> = {
  Invoice: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
  CreditNote: 'urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2',
};

/**
 * Reads a UBL 2.1 Invoice or CreditNote. Throws `InvoiceFault` if what makes it an invoice is
 * missing.
 */
export function readUbl(root: XmlNode): ReceivedInvoice {
  const amounts = amountReader();
  const currency = needed(textAt(root, 'DocumentCurrencyCode'), 'BT-5');
  const terms = nodesAt(root, 'PaymentTerms/Note').flatMap(({ text }) => text || []);
  const optional = {
    taxPointOn: dayIn(textAt(root, 'TaxPointDate'), 'BT-7'),
    vatPoint: vatPoints[textAt(root, 'InvoicePeriod/DescriptionCode') ?? ''],
    // A credit note has no due day of its own; its payment means may have one.
    dueOn: dayIn(textAt(root, 'DueDate') ?? textAt(root, 'PaymentMeans/PaymentDueDate'), 'BT-9'),
    buyerReference: textAt(root, 'BuyerReference'),
    contractNumber: textAt(root, 'ContractDocumentReference/ID'),
    orderNumber: textAt(root, 'OrderReference/ID'),
    period: periodOf(nodeAt(root, 'InvoicePeriod')),
    paymentTerms: terms.length > 0 ? terms.join('\n') : undefined,
    process: textAt(root, 'ProfileID'),
    profile: textAt(root, 'CustomizationID'),
    payee: textAt(root, 'PayeeParty/PartyName/Name'),
    delivery: deliveryOf(nodeAt(root, 'Delivery')),
    payment: paymentOf(root),
  };
  const invoice = {
    number: needed(textAt(root, 'ID'), 'BT-1'),
    issuedOn: needed(dayIn(textAt(root, 'IssueDate'), 'BT-2'), 'BT-2'),
    type: needed(textAt(root, 'InvoiceTypeCode') ?? textAt(root, 'CreditNoteTypeCode'), 'BT-3'),
    currency,
    ...known(optional),
    notes: nodesAt(root, 'Note').flatMap(({ text }) => noteOf(text)),
    preceding: nodesAt(root, 'BillingReference/InvoiceDocumentReference').flatMap((each) => {
      const number = textAt(each, 'ID');
      const issuedOn = dayIn(textAt(each, 'IssueDate'), 'BT-26');
      return number === undefined ? [] : [{ number, ...known({ issuedOn }) }];
    }),
    seller: partyOf(nodeAt(root, 'AccountingSupplierParty/Party')),
    buyer: partyOf(nodeAt(root, 'AccountingCustomerParty/Party')),
    adjustments: nodesAt(root, 'AllowanceCharge').map((each) => {
      const tax = nodeAt(each, 'TaxCategory');
      return { ...adjustmentOf(each, amounts), ...(tax && { vat: vatOf(tax) }) };
    }),
    totals: totalsOf(root, currency, amounts),
    breakdown: nodesAt(root, 'TaxTotal/TaxSubtotal').map((each) => ({
      vat: vatOf(nodeAt(each, 'TaxCategory')),
      net: amounts.orZero(textAt(each, 'TaxableAmount'), 'BT-116'),
      tax: amounts.orZero(textAt(each, 'TaxAmount'), 'BT-117'),
    })),
    lines: [...nodesAt(root, 'InvoiceLine'), ...nodesAt(root, 'CreditNoteLine')].map((each) => lineOf(each, amounts)),
  };
  return { ...invoice, ...(amounts.wasRounded() && { isRounded: true as const }) };
}

/** UNTDID 2005. */
const vatPoints: Readonly<Record<string, ReceivedInvoice['vatPoint']>> = {
  '35': 'delivery',
  '432': 'payment',
  '3': 'invoice',
};

/** The subject of a note is written at the beginning of its text: `#PMT#…`. */
function noteOf(text: string): { subject?: string; text: string }[] {
  if (text === '') return [];
  const [, subject, rest] = /^#([A-Z]{3})#([^]*)$/.exec(text) ?? [];
  return subject !== undefined && rest !== undefined && rest.trim() !== ''
    ? [{ subject, text: rest.trim() }]
    : [{ text }];
}

function periodOf(period: XmlNode | undefined): ReceivedInvoice['period'] | undefined {
  const days = known({
    from: dayIn(textAt(period, 'StartDate'), 'BT-73'),
    to: dayIn(textAt(period, 'EndDate'), 'BT-74'),
  });
  return Object.keys(days).length > 0 ? days : undefined;
}

function partyOf(party: XmlNode | undefined): ReceivedParty {
  const legal = nodeAt(party, 'PartyLegalEntity');
  const contact = nodeAt(party, 'Contact');
  const registrations = nodesAt(party, 'PartyTaxScheme');
  const isVat = (each: XmlNode): boolean => textAt(each, 'TaxScheme/ID') === 'VAT';
  const tradingName = textAt(party, 'PartyName/Name');
  const legalName = textAt(legal, 'RegistrationName');
  const reached = known({
    name: textAt(contact, 'Name'),
    phone: textAt(contact, 'Telephone'),
    email: textAt(contact, 'ElectronicMail'),
  });
  return {
    name: legalName ?? tradingName ?? '',
    // SEPA: the creditor identifier for direct debits, which identifies no business.
    ids: nodesAt(party, 'PartyIdentification/ID').flatMap((each) =>
      each.attributes.schemeID === 'SEPA' ? [] : (idOf(each) ?? []),
    ),
    ...known({
      tradingName: legalName === undefined ? undefined : tradingName,
      legalId: idOf(nodeAt(legal, 'CompanyID')),
      vatNumber: textAt(registrations.find(isVat), 'CompanyID'),
      taxRegistration: textAt(
        registrations.find((each) => !isVat(each)),
        'CompanyID',
      ),
      legalInformation: textAt(legal, 'CompanyLegalForm'),
      electronicAddress: idOf(nodeAt(party, 'EndpointID')),
      address: addressOf(nodeAt(party, 'PostalAddress')),
      contact: Object.keys(reached).length > 0 ? reached : undefined,
    }),
  };
}

const idOf = (node: XmlNode | undefined): ReceivedId | undefined =>
  node && node.text !== '' ? { ...known({ scheme: node.attributes.schemeID }), value: node.text } : undefined;

function addressOf(address: XmlNode | undefined): ReceivedAddress | undefined {
  const parts = known({
    line1: textAt(address, 'StreetName'),
    line2: textAt(address, 'AdditionalStreetName'),
    line3: textAt(address, 'AddressLine/Line'),
    city: textAt(address, 'CityName'),
    postCode: textAt(address, 'PostalZone'),
    country: textAt(address, 'Country/IdentificationCode'),
  });
  return Object.keys(parts).length > 0 ? parts : undefined;
}

function deliveryOf(delivery: XmlNode | undefined): ReceivedInvoice['delivery'] | undefined {
  const stated = known({
    on: dayIn(textAt(delivery, 'ActualDeliveryDate'), 'BT-72'),
    address: addressOf(nodeAt(delivery, 'DeliveryLocation/Address')),
  });
  return Object.keys(stated).length > 0 ? stated : undefined;
}

function paymentOf(root: XmlNode): ReceivedPayment | undefined {
  const means = nodesAt(root, 'PaymentMeans');
  const [first] = means;
  if (!first) return undefined;
  const code = nodeAt(first, 'PaymentMeansCode');
  return {
    ...known({
      code: code?.text || undefined,
      text: code?.attributes.name || undefined,
      reference: means.map((each) => textAt(each, 'PaymentID')).find((each) => each !== undefined),
    }),
    accounts: means.flatMap((each) => {
      const account = nodeAt(each, 'PayeeFinancialAccount');
      const iban = textAt(account, 'ID');
      const bic = textAt(account, 'FinancialInstitutionBranch/ID');
      return iban === undefined ? [] : [{ iban, ...known({ bic, holder: textAt(account, 'Name') }) }];
    }),
  };
}

function vatOf(tax: XmlNode | undefined): ReceivedVat {
  const reason = known({ code: textAt(tax, 'TaxExemptionReasonCode'), text: textAt(tax, 'TaxExemptionReason') });
  return {
    category: textAt(tax, 'ID') ?? 'S',
    ...known({ rate: rateIn(textAt(tax, 'Percent'), 'BT-119') }),
    ...(Object.keys(reason).length > 0 && { reason }),
  };
}

const adjustmentOf = (node: XmlNode, amounts: AmountReader): ReceivedAdjustment => ({
  charge: textAt(node, 'ChargeIndicator') === 'true',
  amount: amounts.orZero(textAt(node, 'Amount'), 'BT-92'),
  ...known({ reason: textAt(node, 'AllowanceChargeReason') }),
});

function totalsOf(root: XmlNode, currency: string, amounts: AmountReader): ReceivedTotals {
  const sums = nodeAt(root, 'LegalMonetaryTotal');
  const taxes = nodesAt(root, 'TaxTotal/TaxAmount');
  const own = taxes.find(({ attributes }) => (attributes.currencyID ?? currency) === currency);
  const accounting = taxes.find((each) => each !== own && each.attributes.currencyID !== undefined);
  return {
    ...known({ lines: amounts.optional(textAt(sums, 'LineExtensionAmount'), 'BT-106') }),
    allowances: amounts.orZero(textAt(sums, 'AllowanceTotalAmount'), 'BT-107'),
    charges: amounts.orZero(textAt(sums, 'ChargeTotalAmount'), 'BT-108'),
    net: amounts.needed(textAt(sums, 'TaxExclusiveAmount'), 'BT-109'),
    tax: amounts.orZero(own?.text, 'BT-110'),
    ...(accounting?.attributes.currencyID !== undefined && {
      accountingTax: {
        currency: accounting.attributes.currencyID,
        amount: amounts.needed(accounting.text, 'BT-111'),
      },
    }),
    total: amounts.needed(textAt(sums, 'TaxInclusiveAmount'), 'BT-112'),
    prepaid: amounts.orZero(textAt(sums, 'PrepaidAmount'), 'BT-113'),
    rounding: amounts.orZero(textAt(sums, 'PayableRoundingAmount'), 'BT-114'),
    due: amounts.needed(textAt(sums, 'PayableAmount'), 'BT-115'),
  };
}

function lineOf(line: XmlNode, amounts: AmountReader): ReceivedLine {
  const item = nodeAt(line, 'Item');
  const quantity = nodeAt(line, 'InvoicedQuantity') ?? nodeAt(line, 'CreditedQuantity');
  const tax = nodeAt(item, 'ClassifiedTaxCategory');
  return {
    id: textAt(line, 'ID') ?? '',
    ...known({
      note: textAt(line, 'Note'),
      quantity: decimalIn(quantity?.text || undefined, 'BT-129'),
      unit: quantity?.attributes.unitCode,
    }),
    net: amounts.orZero(textAt(line, 'LineExtensionAmount'), 'BT-131'),
    adjustments: nodesAt(line, 'AllowanceCharge').map((each) => adjustmentOf(each, amounts)),
    ...known({
      price: decimalIn(textAt(line, 'Price/PriceAmount'), 'BT-146'),
      baseQuantity: decimalIn(textAt(line, 'Price/BaseQuantity'), 'BT-149'),
    }),
    ...(tax && { vat: vatOf(tax) }),
    name: textAt(item, 'Name') ?? '',
    ...known({
      description: textAt(item, 'Description'),
      reference: textAt(item, 'SellersItemIdentification/ID'),
    }),
  };
}
