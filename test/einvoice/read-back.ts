import { XmlDocument, type XmlElement } from 'libxml2-wasm';

/** The figures of an electronic invoice in cents, read by an independent XML parser. */
export type ReadBack = {
  readonly number: string;
  readonly lines: readonly { readonly net: number; readonly rate: string; readonly category: string }[];
  readonly groups: readonly {
    readonly category: string;
    readonly rate: string;
    readonly net: number;
    readonly tax: number;
  }[];
  readonly allowances: number;
  readonly charges: number;
  readonly net: number;
  readonly tax: number;
  readonly total: number;
  readonly due: number;
};

/** Reads a CII document. */
export const readCii = (xml: string): ReadBack =>
  reading(xml, CII, (root) => {
    const sums = within(root, '//ram:SpecifiedTradeSettlementHeaderMonetarySummation');
    return {
      number: root.text('rsm:ExchangedDocument/ram:ID'),
      lines: root.all('//ram:IncludedSupplyChainTradeLineItem').map((line) => ({
        net: line.cents('.//ram:LineTotalAmount'),
        category: line.text('.//ram:ApplicableTradeTax/ram:CategoryCode'),
        rate: line.text('.//ram:ApplicableTradeTax/ram:RateApplicablePercent'),
      })),
      groups: root.all('//ram:ApplicableHeaderTradeSettlement/ram:ApplicableTradeTax').map((group) => ({
        category: group.text('ram:CategoryCode'),
        rate: group.text('ram:RateApplicablePercent'),
        net: group.cents('ram:BasisAmount'),
        tax: group.cents('ram:CalculatedAmount'),
      })),
      allowances: sums.cents('ram:AllowanceTotalAmount'),
      charges: sums.cents('ram:ChargeTotalAmount'),
      net: sums.cents('ram:TaxBasisTotalAmount'),
      tax: sums.cents('ram:TaxTotalAmount[1]'),
      total: sums.cents('ram:GrandTotalAmount'),
      due: sums.cents('ram:DuePayableAmount'),
    };
  });

/** Reads a UBL invoice or credit note. */
export const readUbl = (xml: string): ReadBack =>
  reading(xml, UBL, (root) => {
    const sums = within(root, '//cac:LegalMonetaryTotal');
    return {
      number: root.text('cbc:ID'),
      lines: root.all('//cac:InvoiceLine|//cac:CreditNoteLine').map((line) => ({
        net: line.cents('cbc:LineExtensionAmount'),
        category: line.text('cac:Item/cac:ClassifiedTaxCategory/cbc:ID'),
        rate: line.text('cac:Item/cac:ClassifiedTaxCategory/cbc:Percent'),
      })),
      groups: root.all('//cac:TaxSubtotal').map((group) => ({
        category: group.text('cac:TaxCategory/cbc:ID'),
        rate: group.text('cac:TaxCategory/cbc:Percent'),
        net: group.cents('cbc:TaxableAmount'),
        tax: group.cents('cbc:TaxAmount'),
      })),
      allowances: sums.cents('cbc:AllowanceTotalAmount'),
      charges: sums.cents('cbc:ChargeTotalAmount'),
      net: sums.cents('cbc:TaxExclusiveAmount'),
      tax: root.cents('cac:TaxTotal[1]/cbc:TaxAmount'),
      total: sums.cents('cbc:TaxInclusiveAmount'),
      due: sums.cents('cbc:PayableAmount'),
    };
  });

const CII = {
  rsm: 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  ram: 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
};
const UBL = {
  cac: 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  cbc: 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
};

type Looking = {
  /** Empty if missing. */
  readonly text: (path: string) => string;
  /** Zero if missing. */
  readonly cents: (path: string) => number;
  readonly all: (path: string) => Looking[];
};

function reading(xml: string, prefixes: Record<string, string>, read: (root: Looking) => ReadBack): ReadBack {
  const document = XmlDocument.fromString(xml);
  try {
    return read(looking(document.root, prefixes));
  } finally {
    document.dispose();
  }
}

function looking(element: XmlElement, prefixes: Record<string, string>): Looking {
  const text = (path: string): string => element.get(path, prefixes)?.content ?? '';
  return {
    text,
    cents: (path) => centsOf(text(path)),
    all: (path) => element.find(path, prefixes).map((found) => looking(found as XmlElement, prefixes)),
  };
}

const within = (root: Looking, path: string): Looking => root.all(path)[0] as Looking;

/** Digit by digit, without floating point. */
function centsOf(amount: string): number {
  if (amount === '') return 0;
  const match = /^(-?)(\d+)\.(\d{2})$/.exec(amount);
  if (!match) throw new Error(`not an amount with two decimals: ${amount}`);
  const [, sign, whole, fraction] = match;
  return Number(`${sign}${whole}${fraction}`);
}
