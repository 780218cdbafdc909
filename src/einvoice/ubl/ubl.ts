import type { Cents } from '../../domain/money/cents.ts';
import type { VatPoint } from '../../domain/vat/vat-point.ts';
import type { VatTreatment } from '../../domain/vat/vat-treatment.ts';
import {
  ANNEX,
  type Buyer,
  type ElectronicInvoice,
  type ElectronicLine,
  type Identifier,
  type Note,
  type PostalAddress,
  type Seller,
  type SupportingDocument,
} from '../electronic-invoice.ts';
import { amountText, priceText, quantityText, rateText } from '../format-figures.ts';
import { profileIds } from '../profile.ts';
import { type Element, group, type Inside, leaf, required, xmlOf } from '../xml.ts';

/**
 * The invoice in UBL 2.1: an Invoice, or a CreditNote for a credit note; elements in schema order.
 */
export const ublOf = (invoice: ElectronicInvoice): string =>
  isCredit(invoice)
    ? xmlOf(creditNoteOf(invoice), namespacesOf('CreditNote'))
    : xmlOf(invoiceOf(invoice), namespacesOf('Invoice'));

const isCredit = ({ type }: ElectronicInvoice): boolean => type === '381' || type === '503';

const namespacesOf = (document: string) => ({
  xmlns: `urn:oasis:names:specification:ubl:schema:xsd:${document}-2`,
  'xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  'xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
});

const invoiceOf = (invoice: ElectronicInvoice): Element =>
  required(
    'Invoice',
    contextOf(invoice),
    leaf('cbc:IssueDate', invoice.issuedOn),
    leaf('cbc:DueDate', invoice.dueOn),
    leaf('cbc:InvoiceTypeCode', invoice.type),
    headOf(invoice),
    paymentOf(invoice),
    invoice.adjustments.map((adjustment) => adjustmentOf(adjustment, invoice)),
    taxTotals(invoice),
    monetaryTotal(invoice),
    invoice.lines.map((line) => lineOf(line, invoice)),
  );

/**
 * A CreditNote has no element for the due day; the payment means has one, but a credit note has
 * none.
 */
const creditNoteOf = (invoice: ElectronicInvoice): Element =>
  required(
    'CreditNote',
    contextOf(invoice),
    leaf('cbc:IssueDate', invoice.issuedOn),
    leaf('cbc:CreditNoteTypeCode', invoice.type),
    headOf(invoice),
    paymentOf(invoice),
    invoice.adjustments.map((adjustment) => adjustmentOf(adjustment, invoice)),
    taxTotals(invoice),
    monetaryTotal(invoice),
    invoice.lines.map((line) => lineOf(line, invoice)),
  );

const contextOf = ({ profile, process, number }: ElectronicInvoice): Inside => [
  leaf('cbc:CustomizationID', profileIds[profile]),
  leaf('cbc:ProfileID', process),
  leaf('cbc:ID', number),
];

const headOf = (invoice: ElectronicInvoice): Inside => [
  invoice.notes.map(noteOf),
  leaf('cbc:DocumentCurrencyCode', invoice.currency),
  leaf('cbc:TaxCurrencyCode', invoice.totals.taxInEuros === undefined ? undefined : 'EUR'),
  leaf('cbc:BuyerReference', invoice.buyerReference),
  group(
    'cac:InvoicePeriod',
    leaf('cbc:StartDate', invoice.period?.from),
    leaf('cbc:EndDate', invoice.period?.to),
    leaf('cbc:DescriptionCode', invoice.vatPoint && vatPoints[invoice.vatPoint]),
  ),
  group('cac:OrderReference', leaf('cbc:ID', invoice.orderNumber)),
  invoice.preceding.map(({ number, issuedOn }) =>
    group(
      'cac:BillingReference',
      group('cac:InvoiceDocumentReference', leaf('cbc:ID', number), leaf('cbc:IssueDate', issuedOn)),
    ),
  ),
  group('cac:ContractDocumentReference', leaf('cbc:ID', invoice.contractNumber)),
  invoice.supportingDocuments?.map(supportingDocument),
  group('cac:AccountingSupplierParty', ublParty(invoice.seller)),
  group('cac:AccountingCustomerParty', ublParty(invoice.buyer)),
  group(
    'cac:Delivery',
    leaf('cbc:ActualDeliveryDate', invoice.delivery?.on),
    invoice.delivery?.address && group('cac:DeliveryLocation', ublAddress('cac:Address', invoice.delivery.address)),
  ),
];

const supportingDocument = ({ name, mediaType, content }: SupportingDocument) =>
  group(
    'cac:AdditionalDocumentReference',
    leaf('cbc:ID', name),
    leaf('cbc:DocumentDescription', ANNEX),
    group('cac:Attachment', leaf('cbc:EmbeddedDocumentBinaryObject', content, { mimeCode: mediaType, filename: name })),
  );

/** UNTDID 2005, used by UBL instead of CII's 2475. */
const vatPoints: Record<VatPoint, string> = { delivery: '35', payment: '432', invoice: '3' };

/**
 * UBL writes the subject of a note into its text, so a user's note must not look like it has one.
 */
const noteOf = ({ subject, text }: Note) => leaf('cbc:Note', subject ? `#${subject}#${text}` : withoutSubject(text));
const withoutSubject = (text: string): string => text.replaceAll(/#(?=[A-Z]{3}#)/g, '# ');

const paymentOf = ({ payment, paymentTerms }: ElectronicInvoice): Inside => [
  payment &&
    group(
      'cac:PaymentMeans',
      leaf('cbc:PaymentMeansCode', payment.code, { name: payment.text }),
      leaf('cbc:PaymentID', payment.reference),
      payment.account &&
        group(
          'cac:PayeeFinancialAccount',
          leaf('cbc:ID', payment.account.iban),
          leaf('cbc:Name', payment.account.holder),
          group('cac:FinancialInstitutionBranch', leaf('cbc:ID', payment.account.bic)),
        ),
    ),
  group('cac:PaymentTerms', leaf('cbc:Note', paymentTerms)),
];

type AnyAdjustment = { charge: boolean; amount: Cents; reason: string; vat?: VatTreatment };

const adjustmentOf = ({ charge, amount, reason, vat }: AnyAdjustment, invoice: ElectronicInvoice) =>
  group(
    'cac:AllowanceCharge',
    leaf('cbc:ChargeIndicator', String(charge)),
    leaf('cbc:AllowanceChargeReasonCode', charge ? undefined : DISCOUNT),
    leaf('cbc:AllowanceChargeReason', reason),
    money('cbc:Amount', amount, invoice),
    vat && taxCategory('cac:TaxCategory', vat, isExtended(invoice)),
  );

/** UNTDID 5189. */
const DISCOUNT = '95';

const taxTotals = (invoice: ElectronicInvoice): Inside => [
  group(
    'cac:TaxTotal',
    money('cbc:TaxAmount', invoice.totals.tax, invoice),
    invoice.breakdown.map(({ vat, net, tax }) =>
      group(
        'cac:TaxSubtotal',
        money('cbc:TaxableAmount', net, invoice),
        money('cbc:TaxAmount', tax, invoice),
        taxCategory('cac:TaxCategory', vat, true),
      ),
    ),
  ),
  invoice.totals.taxInEuros !== undefined &&
    group('cac:TaxTotal', leaf('cbc:TaxAmount', amountText(invoice.totals.taxInEuros), { currencyID: 'EUR' })),
];

function monetaryTotal(invoice: ElectronicInvoice): Element | undefined {
  const { totals } = invoice;
  return group(
    'cac:LegalMonetaryTotal',
    money('cbc:LineExtensionAmount', totals.lines, invoice),
    money('cbc:TaxExclusiveAmount', totals.net, invoice),
    money('cbc:TaxInclusiveAmount', totals.total, invoice),
    totals.allowances !== 0 && money('cbc:AllowanceTotalAmount', totals.allowances, invoice),
    totals.charges !== 0 && money('cbc:ChargeTotalAmount', totals.charges, invoice),
    totals.prepaid !== undefined && money('cbc:PrepaidAmount', totals.prepaid, invoice),
    money('cbc:PayableAmount', totals.due, invoice),
  );
}

function lineOf(line: ElectronicLine, invoice: ElectronicInvoice): Element | undefined {
  const [name, quantity] = isCredit(invoice)
    ? ['cac:CreditNoteLine', 'cbc:CreditedQuantity']
    : ['cac:InvoiceLine', 'cbc:InvoicedQuantity'];
  const unitCode = line.unit;
  return group(
    name as string,
    leaf('cbc:ID', line.id),
    leaf('cbc:Note', line.note && withoutSubject(line.note)),
    leaf(quantity as string, quantityText(line.quantity), { unitCode }),
    money('cbc:LineExtensionAmount', line.net, invoice),
    line.adjustments.map((adjustment) => adjustmentOf(adjustment, invoice)),
    group(
      'cac:Item',
      leaf('cbc:Description', line.description),
      leaf('cbc:Name', line.name),
      group('cac:SellersItemIdentification', leaf('cbc:ID', line.reference)),
      taxCategory('cac:ClassifiedTaxCategory', line.vat, isExtended(invoice)),
    ),
    group(
      'cac:Price',
      leaf('cbc:PriceAmount', priceText(line.price), { currencyID: invoice.currency }),
      line.baseQuantity !== undefined && leaf('cbc:BaseQuantity', quantityText(line.baseQuantity), { unitCode }),
    ),
  );
}

/** The reason of a line identifies its breakdown group if one category has several. */
const isExtended = ({ profile }: ElectronicInvoice): boolean => profile === 'extended-ctc-fr';

const taxCategory = (name: string, { category, rate, reason }: VatTreatment, withReason: boolean) =>
  group(
    name,
    leaf('cbc:ID', category),
    // Outside the scope of VAT there is no rate, not even zero (BR-O-05).
    leaf('cbc:Percent', category === 'O' ? undefined : rateText(rate)),
    leaf('cbc:TaxExemptionReasonCode', withReason ? reason?.code : undefined),
    leaf('cbc:TaxExemptionReason', withReason ? reason?.text : undefined),
    group('cac:TaxScheme', leaf('cbc:ID', 'VAT')),
  );

const money = (name: string, amount: Cents, { currency }: ElectronicInvoice) =>
  leaf(name, amountText(amount), { currencyID: currency });

/** BG-4 and BG-7 as a UBL party. */
const ublParty = (party: Seller | Buyer): Element | undefined =>
  group(
    'cac:Party',
    identifier('cbc:EndpointID', party.electronicAddress),
    group('cac:PartyIdentification', identifier('cbc:ID', party.establishment)),
    group('cac:PartyName', leaf('cbc:Name', party.tradingName)),
    ublAddress('cac:PostalAddress', party.address),
    taxScheme(party.vatNumber, 'VAT'),
    'taxRegistration' in party && taxScheme(party.taxRegistration, 'LOC'),
    group(
      'cac:PartyLegalEntity',
      leaf('cbc:RegistrationName', party.name),
      identifier('cbc:CompanyID', party.legalId),
      'legalInformation' in party && leaf('cbc:CompanyLegalForm', party.legalInformation),
    ),
    group(
      'cac:Contact',
      leaf('cbc:Name', party.contact?.name),
      leaf('cbc:Telephone', party.contact?.phone),
      leaf('cbc:ElectronicMail', party.contact?.email),
    ),
  );

const ublAddress = (name: string, address: PostalAddress): Element | undefined =>
  group(
    name,
    leaf('cbc:StreetName', address.line1),
    leaf('cbc:AdditionalStreetName', address.line2),
    leaf('cbc:CityName', address.city),
    leaf('cbc:PostalZone', address.postCode),
    group('cac:Country', leaf('cbc:IdentificationCode', address.country)),
  );

const identifier = (name: string, id: Identifier | undefined) => leaf(name, id?.value, id && { schemeID: id.scheme });

/** Any scheme except VAT is a tax registration (BT-32). */
const taxScheme = (value: string | undefined, scheme: 'VAT' | 'LOC') =>
  value === undefined
    ? undefined
    : group('cac:PartyTaxScheme', leaf('cbc:CompanyID', value), group('cac:TaxScheme', leaf('cbc:ID', scheme)));
