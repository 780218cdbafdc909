import type {
  ReceivedAddress,
  ReceivedAdjustment,
  ReceivedInvoice,
  ReceivedLine,
  ReceivedParty,
  ReceivedPayment,
  ReceivedTotals,
  ReceivedVat,
} from '../../domain/einvoicing/received-invoice.ts';
import type { CivilDay } from '../../domain/time/civil-day.ts';
import { nodeAt, nodesAt, textAt, type XmlNode } from '../../xml/read-tree.ts';
import { type AmountReader, amountReader, dayIn, decimalIn, known, needed, rateIn } from './fields.ts';

export const CII_NAMESPACE = 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100';

/**
 * Reads a Cross Industry Invoice (UN/CEFACT D22B, in any profile of EN 16931 or Factur-X). Throws
 * `InvoiceFault` if what makes it an invoice is missing.
 */
export function readCii(root: XmlNode): ReceivedInvoice {
  const amounts = amountReader();
  const context = nodeAt(root, 'ExchangedDocumentContext');
  const document = nodeAt(root, 'ExchangedDocument');
  const transaction = nodeAt(root, 'SupplyChainTradeTransaction');
  const agreement = nodeAt(transaction, 'ApplicableHeaderTradeAgreement');
  const settlement = nodeAt(transaction, 'ApplicableHeaderTradeSettlement');
  const currency = needed(textAt(settlement, 'InvoiceCurrencyCode'), 'BT-5');
  const terms = nodesAt(settlement, 'SpecifiedTradePaymentTerms');
  const texts = terms.flatMap((each) => textAt(each, 'Description') ?? []);
  const due = terms.map((each) => dateAt(each, 'DueDateDateTime', 'BT-9')).find((day) => day !== undefined);
  const optional = {
    taxPointOn: dayIn(textAt(settlement, 'ApplicableTradeTax/TaxPointDate/DateString'), 'BT-7'),
    vatPoint: vatPointOf(settlement),
    dueOn: due,
    buyerReference: textAt(agreement, 'BuyerReference'),
    contractNumber: textAt(agreement, 'ContractReferencedDocument/IssuerAssignedID'),
    orderNumber: textAt(agreement, 'BuyerOrderReferencedDocument/IssuerAssignedID'),
    period: periodOf(nodeAt(settlement, 'BillingSpecifiedPeriod')),
    paymentTerms: texts.length > 0 ? texts.join('\n') : undefined,
    process: textAt(context, 'BusinessProcessSpecifiedDocumentContextParameter/ID'),
    profile: textAt(context, 'GuidelineSpecifiedDocumentContextParameter/ID'),
    payee: textAt(settlement, 'PayeeTradeParty/Name'),
    delivery: deliveryOf(nodeAt(transaction, 'ApplicableHeaderTradeDelivery')),
    payment: paymentOf(settlement),
  };
  const invoice = {
    number: needed(textAt(document, 'ID'), 'BT-1'),
    issuedOn: needed(dateAt(document, 'IssueDateTime', 'BT-2'), 'BT-2'),
    type: needed(textAt(document, 'TypeCode'), 'BT-3'),
    currency,
    ...known(optional),
    notes: nodesAt(document, 'IncludedNote').flatMap(noteOf),
    preceding: nodesAt(settlement, 'InvoiceReferencedDocument').flatMap((each) => {
      const number = textAt(each, 'IssuerAssignedID');
      const issuedOn = dateAt(each, 'FormattedIssueDateTime', 'BT-26');
      return number === undefined ? [] : [{ number, ...known({ issuedOn }) }];
    }),
    seller: partyOf(nodeAt(agreement, 'SellerTradeParty')),
    buyer: partyOf(nodeAt(agreement, 'BuyerTradeParty')),
    adjustments: nodesAt(settlement, 'SpecifiedTradeAllowanceCharge').map((each) => {
      const tax = nodeAt(each, 'CategoryTradeTax');
      return { ...adjustmentOf(each, amounts), ...(tax && { vat: vatOf(tax) }) };
    }),
    totals: totalsOf(nodeAt(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation'), currency, amounts),
    breakdown: nodesAt(settlement, 'ApplicableTradeTax').map((each) => ({
      vat: vatOf(each),
      net: amounts.orZero(textAt(each, 'BasisAmount'), 'BT-116'),
      tax: amounts.orZero(textAt(each, 'CalculatedAmount'), 'BT-117'),
    })),
    lines: nodesAt(transaction, 'IncludedSupplyChainTradeLineItem').map((each) => lineOf(each, amounts)),
  };
  return { ...invoice, ...(amounts.wasRounded() && { isRounded: true as const }) };
}

/** UNTDID 2475. */
const vatPoints: Readonly<Record<string, ReceivedInvoice['vatPoint']>> = {
  '29': 'delivery',
  '72': 'payment',
  '5': 'invoice',
};

/** Groups of the breakdown without VAT have no code. */
const vatPointOf = (settlement: XmlNode | undefined): ReceivedInvoice['vatPoint'] =>
  nodesAt(settlement, 'ApplicableTradeTax/DueDateTypeCode')
    .map(({ text }) => vatPoints[text])
    .find((point) => point !== undefined);

function noteOf(note: XmlNode): { subject?: string; text: string }[] {
  const text = textAt(note, 'Content');
  return text === undefined ? [] : [{ ...known({ subject: textAt(note, 'SubjectCode') }), text }];
}

/** A date is inside an element of its own, whose name depends on the qualified type. */
const dateAt = (node: XmlNode | undefined, path: string, term: string): CivilDay | undefined =>
  dayIn(textAt(node, `${path}/DateTimeString`) ?? textAt(node, `${path}/DateTime`), term);

function periodOf(period: XmlNode | undefined): ReceivedInvoice['period'] | undefined {
  const days = known({ from: dateAt(period, 'StartDateTime', 'BT-73'), to: dateAt(period, 'EndDateTime', 'BT-74') });
  return Object.keys(days).length > 0 ? days : undefined;
}

function partyOf(party: XmlNode | undefined): ReceivedParty {
  const registrations = nodesAt(party, 'SpecifiedTaxRegistration/ID');
  const ofScheme = (scheme: string) => registrations.find(({ attributes }) => attributes.schemeID === scheme)?.text;
  const legal = nodeAt(party, 'SpecifiedLegalOrganization');
  const contact = nodeAt(party, 'DefinedTradeContact');
  const reached = known({
    name: textAt(contact, 'PersonName') ?? textAt(contact, 'DepartmentName'),
    phone: textAt(contact, 'TelephoneUniversalCommunication/CompleteNumber'),
    email: textAt(contact, 'EmailURIUniversalCommunication/URIID'),
  });
  return {
    name: textAt(party, 'Name') ?? '',
    ids: [...nodesAt(party, 'ID'), ...nodesAt(party, 'GlobalID')].flatMap((each) => idOf(each) ?? []),
    ...known({
      tradingName: textAt(legal, 'TradingBusinessName'),
      legalId: idOf(nodeAt(legal, 'ID')),
      vatNumber: ofScheme('VA'),
      taxRegistration: ofScheme('FC'),
      legalInformation: textAt(party, 'Description'),
      electronicAddress: idOf(nodeAt(party, 'URIUniversalCommunication/URIID')),
      address: addressOf(nodeAt(party, 'PostalTradeAddress')),
      contact: Object.keys(reached).length > 0 ? reached : undefined,
    }),
  };
}

const idOf = (node: XmlNode | undefined): { scheme?: string; value: string } | undefined =>
  node && node.text !== '' ? { ...known({ scheme: node.attributes.schemeID }), value: node.text } : undefined;

function addressOf(address: XmlNode | undefined): ReceivedAddress | undefined {
  const parts = known({
    line1: textAt(address, 'LineOne'),
    line2: textAt(address, 'LineTwo'),
    line3: textAt(address, 'LineThree'),
    city: textAt(address, 'CityName'),
    postCode: textAt(address, 'PostcodeCode'),
    country: textAt(address, 'CountryID'),
  });
  return Object.keys(parts).length > 0 ? parts : undefined;
}

function deliveryOf(delivery: XmlNode | undefined): ReceivedInvoice['delivery'] | undefined {
  const stated = known({
    on: dateAt(delivery, 'ActualDeliverySupplyChainEvent/OccurrenceDateTime', 'BT-72'),
    address: addressOf(nodeAt(delivery, 'ShipToTradeParty/PostalTradeAddress')),
  });
  return Object.keys(stated).length > 0 ? stated : undefined;
}

function paymentOf(settlement: XmlNode | undefined): ReceivedPayment | undefined {
  const means = nodesAt(settlement, 'SpecifiedTradeSettlementPaymentMeans');
  const reference = textAt(settlement, 'PaymentReference');
  if (means.length === 0 && reference === undefined) return undefined;
  const [first] = means;
  return {
    ...known({ code: textAt(first, 'TypeCode'), text: textAt(first, 'Information'), reference }),
    accounts: means.flatMap((each) => {
      const account = nodeAt(each, 'PayeePartyCreditorFinancialAccount');
      const iban = textAt(account, 'IBANID') ?? textAt(account, 'ProprietaryID');
      const bic = textAt(each, 'PayeeSpecifiedCreditorFinancialInstitution/BICID');
      return iban === undefined ? [] : [{ iban, ...known({ bic, holder: textAt(account, 'AccountName') }) }];
    }),
  };
}

function vatOf(tax: XmlNode): ReceivedVat {
  const reason = known({ code: textAt(tax, 'ExemptionReasonCode'), text: textAt(tax, 'ExemptionReason') });
  return {
    category: textAt(tax, 'CategoryCode') ?? 'S',
    ...known({ rate: rateIn(textAt(tax, 'RateApplicablePercent'), 'BT-119') }),
    ...(Object.keys(reason).length > 0 && { reason }),
  };
}

const adjustmentOf = (node: XmlNode, amounts: AmountReader): ReceivedAdjustment => ({
  charge: textAt(node, 'ChargeIndicator/Indicator') === 'true',
  amount: amounts.orZero(textAt(node, 'ActualAmount'), 'BT-92'),
  ...known({ reason: textAt(node, 'Reason') }),
});

function totalsOf(sums: XmlNode | undefined, currency: string, amounts: AmountReader): ReceivedTotals {
  const taxes = nodesAt(sums, 'TaxTotalAmount');
  // Only the second amount must state its currency; the first is in that of the invoice.
  const own = taxes.find(({ attributes }) => (attributes.currencyID ?? currency) === currency);
  const accounting = taxes.find((each) => each !== own && each.attributes.currencyID !== undefined);
  return {
    ...known({ lines: amounts.optional(textAt(sums, 'LineTotalAmount'), 'BT-106') }),
    allowances: amounts.orZero(textAt(sums, 'AllowanceTotalAmount'), 'BT-107'),
    charges: amounts.orZero(textAt(sums, 'ChargeTotalAmount'), 'BT-108'),
    net: amounts.needed(textAt(sums, 'TaxBasisTotalAmount'), 'BT-109'),
    tax: amounts.orZero(own?.text, 'BT-110'),
    ...(accounting?.attributes.currencyID !== undefined && {
      accountingTax: {
        currency: accounting.attributes.currencyID,
        amount: amounts.needed(accounting.text, 'BT-111'),
      },
    }),
    total: amounts.needed(textAt(sums, 'GrandTotalAmount'), 'BT-112'),
    prepaid: amounts.orZero(textAt(sums, 'TotalPrepaidAmount'), 'BT-113'),
    rounding: amounts.orZero(textAt(sums, 'RoundingAmount'), 'BT-114'),
    due: amounts.needed(textAt(sums, 'DuePayableAmount'), 'BT-115'),
  };
}

function lineOf(line: XmlNode, amounts: AmountReader): ReceivedLine {
  const document = nodeAt(line, 'AssociatedDocumentLineDocument');
  const product = nodeAt(line, 'SpecifiedTradeProduct');
  const price = nodeAt(line, 'SpecifiedLineTradeAgreement/NetPriceProductTradePrice');
  const settlement = nodeAt(line, 'SpecifiedLineTradeSettlement');
  const quantity = nodeAt(line, 'SpecifiedLineTradeDelivery/BilledQuantity');
  const tax = nodeAt(settlement, 'ApplicableTradeTax');
  // The extended profile groups lines: these repeat the amounts of others or have none.
  const status = textAt(document, 'LineStatusReasonCode');
  const sums = 'SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount';
  return {
    id: textAt(document, 'LineID') ?? '',
    ...known({
      note: textAt(document, 'IncludedNote/Content'),
      quantity: decimalIn(quantity?.text || undefined, 'BT-129'),
      unit: quantity?.attributes.unitCode,
    }),
    net: amounts.orZero(textAt(settlement, sums), 'BT-131'),
    ...((status === 'GROUP' || status === 'INFORMATION') && { isInformative: true as const }),
    adjustments: nodesAt(settlement, 'SpecifiedTradeAllowanceCharge').map((each) => adjustmentOf(each, amounts)),
    ...known({
      price: decimalIn(textAt(price, 'ChargeAmount'), 'BT-146'),
      baseQuantity: decimalIn(textAt(price, 'BasisQuantity'), 'BT-149'),
    }),
    ...(tax && { vat: vatOf(tax) }),
    name: textAt(product, 'Name') ?? '',
    ...known({ description: textAt(product, 'Description'), reference: textAt(product, 'SellerAssignedID') }),
  };
}
