import type { VatPoint } from '../../domain/vat/vat-point.ts';
import type { VatTreatment } from '../../domain/vat/vat-treatment.ts';
import {
  type Adjustment,
  ANNEX,
  type Buyer,
  type ElectronicInvoice,
  type ElectronicLine,
  type Note,
  type PaymentInstructions,
  type PostalAddress,
  type Seller,
  type SupportingDocument,
} from '../electronic-invoice.ts';
import { amountText, priceText, quantityText, rateText } from '../format-figures.ts';
import { profileIds, profileIdsInPdf } from '../profile.ts';
import { type Element, group, type Inside, leaf, required, xmlOf } from '../xml.ts';

/**
 * The invoice as Cross Industry Invoice (UN/CEFACT D22B), elements in schema order. `inPdf`: uses
 * the profile id of Factur-X, for the file inside a PDF.
 */
export function ciiOf(invoice: ElectronicInvoice, { inPdf = false } = {}): string {
  const root = required(
    'rsm:CrossIndustryInvoice',
    group(
      'rsm:ExchangedDocumentContext',
      group('ram:BusinessProcessSpecifiedDocumentContextParameter', leaf('ram:ID', invoice.process)),
      group(
        'ram:GuidelineSpecifiedDocumentContextParameter',
        leaf('ram:ID', (inPdf ? profileIdsInPdf : profileIds)[invoice.profile]),
      ),
    ),
    group(
      'rsm:ExchangedDocument',
      leaf('ram:ID', invoice.number),
      leaf('ram:TypeCode', invoice.type),
      ciiDate('ram:IssueDateTime', invoice.issuedOn),
      invoice.notes.map(noteOf),
    ),
    group(
      'rsm:SupplyChainTradeTransaction',
      invoice.lines.map((line) => lineOf(line, invoice)),
      agreementOf(invoice),
      deliveryOf(invoice),
      ciiSettlement(invoice),
    ),
  );
  return xmlOf(root, NAMESPACES);
}

const NAMESPACES = {
  'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  'xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
  'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
};

const noteOf = ({ subject, text }: Note) =>
  group('ram:IncludedNote', leaf('ram:Content', text), leaf('ram:SubjectCode', subject));

function lineOf(line: ElectronicLine, { profile }: ElectronicInvoice): Element | undefined {
  return group(
    'ram:IncludedSupplyChainTradeLineItem',
    group(
      'ram:AssociatedDocumentLineDocument',
      leaf('ram:LineID', line.id),
      group('ram:IncludedNote', leaf('ram:Content', line.note)),
    ),
    group(
      'ram:SpecifiedTradeProduct',
      leaf('ram:SellerAssignedID', line.reference),
      leaf('ram:Name', line.name),
      leaf('ram:Description', line.description),
    ),
    group(
      'ram:SpecifiedLineTradeAgreement',
      group(
        'ram:NetPriceProductTradePrice',
        leaf('ram:ChargeAmount', priceText(line.price)),
        line.baseQuantity !== undefined &&
          leaf('ram:BasisQuantity', quantityText(line.baseQuantity), { unitCode: line.unit }),
      ),
    ),
    group(
      'ram:SpecifiedLineTradeDelivery',
      leaf('ram:BilledQuantity', quantityText(line.quantity), { unitCode: line.unit }),
    ),
    group(
      'ram:SpecifiedLineTradeSettlement',
      // The reason of a line identifies its breakdown group if one category has several.
      group('ram:ApplicableTradeTax', ciiTax(line.vat, { withReason: profile === 'extended-ctc-fr' })),
      line.adjustments.map(({ charge, amount, reason }) =>
        group(
          'ram:SpecifiedTradeAllowanceCharge',
          group('ram:ChargeIndicator', leaf('udt:Indicator', String(charge))),
          leaf('ram:ActualAmount', amountText(amount)),
          leaf('ram:ReasonCode', charge ? undefined : DISCOUNT),
          leaf('ram:Reason', reason),
        ),
      ),
      group('ram:SpecifiedTradeSettlementLineMonetarySummation', leaf('ram:LineTotalAmount', amountText(line.net))),
    ),
  );
}

/** UNTDID 5189. */
const DISCOUNT = '95';

const agreementOf = ({ seller, buyer, supportingDocuments, ...references }: ElectronicInvoice) => {
  const { buyerReference, orderNumber, contractNumber } = references;
  return group(
    'ram:ApplicableHeaderTradeAgreement',
    leaf('ram:BuyerReference', buyerReference),
    ciiParty('ram:SellerTradeParty', seller, ciiAddress),
    ciiParty('ram:BuyerTradeParty', buyer, ciiAddress),
    group('ram:BuyerOrderReferencedDocument', leaf('ram:IssuerAssignedID', orderNumber)),
    group('ram:ContractReferencedDocument', leaf('ram:IssuerAssignedID', contractNumber)),
    supportingDocuments?.map(supportingDocument),
  );
};

/** UNTDID 1001: a related document. */
const SUPPORTING = '916';

const supportingDocument = ({ name, mediaType, content }: SupportingDocument) =>
  group(
    'ram:AdditionalReferencedDocument',
    leaf('ram:IssuerAssignedID', name),
    leaf('ram:TypeCode', SUPPORTING),
    leaf('ram:Name', ANNEX),
    leaf('ram:AttachmentBinaryObject', content, { mimeCode: mediaType, filename: name }),
  );

/** The schema requires the element even if it is empty. */
const deliveryOf = ({ delivery }: ElectronicInvoice): Element =>
  required(
    'ram:ApplicableHeaderTradeDelivery',
    delivery?.address && group('ram:ShipToTradeParty', ciiAddress(delivery.address)),
    delivery?.on !== undefined &&
      group('ram:ActualDeliverySupplyChainEvent', ciiDate('ram:OccurrenceDateTime', delivery.on)),
  );

const ciiAddress = (address: PostalAddress) =>
  group(
    'ram:PostalTradeAddress',
    leaf('ram:PostcodeCode', address.postCode),
    leaf('ram:LineOne', address.line1),
    leaf('ram:LineTwo', address.line2),
    leaf('ram:CityName', address.city),
    leaf('ram:CountryID', address.country),
  );

const ciiDate = (name: string, day: string) =>
  group(name, leaf('udt:DateTimeString', day.replaceAll('-', ''), { format: '102' }));

/** BG-4 and BG-7 as a trade party of CII. */
function ciiParty(
  name: string,
  party: Seller | Buyer,
  addressOf: (address: PostalAddress) => Element | undefined,
): Element | undefined {
  const { establishment, legalId, electronicAddress, contact } = party;
  return group(
    name,
    leaf('ram:GlobalID', establishment?.value, establishment && { schemeID: establishment.scheme }),
    leaf('ram:Name', party.name),
    'legalInformation' in party && leaf('ram:Description', party.legalInformation),
    group(
      'ram:SpecifiedLegalOrganization',
      leaf('ram:ID', legalId?.value, legalId && { schemeID: legalId.scheme }),
      leaf('ram:TradingBusinessName', party.tradingName),
    ),
    group(
      'ram:DefinedTradeContact',
      leaf('ram:PersonName', contact?.name),
      group('ram:TelephoneUniversalCommunication', leaf('ram:CompleteNumber', contact?.phone)),
      group('ram:EmailURIUniversalCommunication', leaf('ram:URIID', contact?.email)),
    ),
    addressOf(party.address),
    group(
      'ram:URIUniversalCommunication',
      leaf('ram:URIID', electronicAddress?.value, electronicAddress && { schemeID: electronicAddress.scheme }),
    ),
    registration(party.vatNumber, 'VA'),
    'taxRegistration' in party && registration(party.taxRegistration, 'FC'),
  );
}

const registration = (value: string | undefined, schemeID: 'VA' | 'FC') =>
  group('ram:SpecifiedTaxRegistration', leaf('ram:ID', value, { schemeID }));

/** The payment terms, the totals, and the corrected or deducted documents. */
function ciiSettlement(invoice: ElectronicInvoice): Element | undefined {
  const { currency, totals, payment, profile } = invoice;
  return group(
    'ram:ApplicableHeaderTradeSettlement',
    leaf('ram:PaymentReference', payment?.reference),
    leaf('ram:TaxCurrencyCode', totals.taxInEuros === undefined ? undefined : 'EUR'),
    leaf('ram:InvoiceCurrencyCode', currency),
    payment && paymentMeans(payment),
    invoice.breakdown.map(({ vat, net, tax }) =>
      group(
        'ram:ApplicableTradeTax',
        leaf('ram:CalculatedAmount', amountText(tax)),
        ciiTax(vat, {
          withReason: true,
          base: amountText(net),
          // No VAT falls due if none is charged.
          vatPoint: vat.category === 'S' ? invoice.vatPoint : undefined,
        }),
      ),
    ),
    invoice.period &&
      group(
        'ram:BillingSpecifiedPeriod',
        ciiDate('ram:StartDateTime', invoice.period.from),
        ciiDate('ram:EndDateTime', invoice.period.to),
      ),
    invoice.adjustments.map((adjustment) => documentAdjustment(adjustment, profile === 'extended-ctc-fr')),
    group(
      'ram:SpecifiedTradePaymentTerms',
      leaf('ram:Description', invoice.paymentTerms),
      invoice.dueOn !== undefined &&
        group('ram:DueDateDateTime', leaf('udt:DateTimeString', invoice.dueOn.replaceAll('-', ''), { format: '102' })),
    ),
    monetarySummation(invoice),
    invoice.preceding.map(({ number, issuedOn }) =>
      group(
        'ram:InvoiceReferencedDocument',
        leaf('ram:IssuerAssignedID', number),
        group(
          'ram:FormattedIssueDateTime',
          leaf('qdt:DateTimeString', issuedOn?.replaceAll('-', ''), { format: '102' }),
        ),
      ),
    ),
  );
}

type TaxOptions = { withReason: boolean; base?: string; vatPoint?: VatPoint | undefined };

/** The common part of the taxes of lines, discounts and groups, in schema order. */
const ciiTax = ({ category, rate, reason }: VatTreatment, { withReason, base, vatPoint }: TaxOptions): Inside => [
  leaf('ram:TypeCode', 'VAT'),
  leaf('ram:ExemptionReason', withReason ? reason?.text : undefined),
  leaf('ram:BasisAmount', base),
  leaf('ram:CategoryCode', category),
  leaf('ram:ExemptionReasonCode', withReason ? reason?.code : undefined),
  leaf('ram:DueDateTypeCode', vatPoint && vatPoints[vatPoint]),
  // Outside the scope of VAT there is no rate, not even zero (BR-O-05).
  leaf('ram:RateApplicablePercent', category === 'O' ? undefined : rateText(rate)),
];

/** UNTDID 2475. */
const vatPoints: Record<VatPoint, string> = { delivery: '29', payment: '72', invoice: '5' };

const paymentMeans = ({ code, text, account }: PaymentInstructions) =>
  group(
    'ram:SpecifiedTradeSettlementPaymentMeans',
    leaf('ram:TypeCode', code),
    leaf('ram:Information', text),
    group(
      'ram:PayeePartyCreditorFinancialAccount',
      leaf('ram:IBANID', account?.iban),
      leaf('ram:AccountName', account?.holder),
    ),
    group('ram:PayeeSpecifiedCreditorFinancialInstitution', leaf('ram:BICID', account?.bic)),
  );

const documentAdjustment = ({ charge, amount, vat, reason }: Adjustment, withReason: boolean) =>
  group(
    'ram:SpecifiedTradeAllowanceCharge',
    group('ram:ChargeIndicator', leaf('udt:Indicator', String(charge))),
    leaf('ram:ActualAmount', amountText(amount)),
    leaf('ram:ReasonCode', charge ? undefined : '95'),
    leaf('ram:Reason', reason),
    group('ram:CategoryTradeTax', ciiTax(vat, { withReason })),
  );

function monetarySummation({ totals, currency }: ElectronicInvoice): Element | undefined {
  const { charges, allowances, taxInEuros, prepaid } = totals;
  return group(
    'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
    leaf('ram:LineTotalAmount', amountText(totals.lines)),
    leaf('ram:ChargeTotalAmount', charges === 0 ? undefined : amountText(charges)),
    leaf('ram:AllowanceTotalAmount', allowances === 0 ? undefined : amountText(allowances)),
    leaf('ram:TaxBasisTotalAmount', amountText(totals.net)),
    leaf('ram:TaxTotalAmount', amountText(totals.tax), { currencyID: currency }),
    taxInEuros !== undefined && leaf('ram:TaxTotalAmount', amountText(taxInEuros), { currencyID: 'EUR' }),
    leaf('ram:GrandTotalAmount', amountText(totals.total)),
    leaf('ram:TotalPrepaidAmount', prepaid === undefined ? undefined : amountText(prepaid)),
    leaf('ram:DuePayableAmount', amountText(totals.due)),
  );
}
