import type { VatPoint } from '../../domain/vat/vat-point.ts';
import type { VatTreatment } from '../../domain/vat/vat-treatment.ts';
import type { Adjustment, ElectronicInvoice, PaymentInstructions } from '../electronic-invoice.ts';
import { amountText, rateText } from '../format-figures.ts';
import { type Element, group, type Inside, leaf } from '../xml.ts';

/** The payment terms, the totals, and the corrected or deducted documents. */
export function ciiSettlement(invoice: ElectronicInvoice): Element | undefined {
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
export const ciiTax = (
  { category, rate, reason }: VatTreatment,
  { withReason, base, vatPoint }: TaxOptions,
): Inside => [
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
  const { charges, allowances, taxInEuros } = totals;
  return group(
    'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
    leaf('ram:LineTotalAmount', amountText(totals.lines)),
    leaf('ram:ChargeTotalAmount', charges === 0 ? undefined : amountText(charges)),
    leaf('ram:AllowanceTotalAmount', allowances === 0 ? undefined : amountText(allowances)),
    leaf('ram:TaxBasisTotalAmount', amountText(totals.net)),
    leaf('ram:TaxTotalAmount', amountText(totals.tax), { currencyID: currency }),
    taxInEuros !== undefined && leaf('ram:TaxTotalAmount', amountText(taxInEuros), { currencyID: 'EUR' }),
    leaf('ram:GrandTotalAmount', amountText(totals.total)),
    leaf('ram:DuePayableAmount', amountText(totals.due)),
  );
}
