import type { ElectronicInvoice, ElectronicLine, Note, PostalAddress } from '../electronic-invoice.ts';
import { amountText, priceText, quantityText } from '../format-figures.ts';
import { profileIds, profileIdsInPdf } from '../profile.ts';
import { type Element, group, leaf, required, xmlOf } from '../xml.ts';
import { ciiParty } from './party.ts';
import { ciiSettlement, ciiTax } from './settlement.ts';

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

const agreementOf = ({ seller, buyer, orderNumber }: ElectronicInvoice) =>
  group(
    'ram:ApplicableHeaderTradeAgreement',
    ciiParty('ram:SellerTradeParty', seller, ciiAddress),
    ciiParty('ram:BuyerTradeParty', buyer, ciiAddress),
    group('ram:BuyerOrderReferencedDocument', leaf('ram:IssuerAssignedID', orderNumber)),
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
