import { money, percent } from '../../ground/money.tsx';
import { useWords } from '../../words/language.ts';
import { type Billing, type FamilyMember, isClaim, isCredit } from './document-queries.ts';

/** The totals of a document, as the service gives them. */
export function SheetSums({ billing, family }: { billing: Billing; family: readonly FamilyMember[] }) {
  const words = useWords('finalized').paper;
  const { total, currencyCode } = billing;
  const sum = (cents: number): string => money(cents, currencyCode);
  const deducted = deductedOf(billing, family);
  return (
    <div className="paper-sums">
      <div />
      <div className="sums">
        {Boolean(total.discountAmount) &&
          total.amountWithoutTaxBeforeDiscount !== total.amountWithoutTaxAfterDiscount && (
            <div className="part">
              <span>{words.wholeDiscount}</span>
              <b>{sum(total.amountWithoutTaxAfterDiscount - total.amountWithoutTaxBeforeDiscount)}</b>
            </div>
          )}
        <div className="part">
          <span>{words.totalNet}</span>
          <b>{sum(total.amountWithoutTaxAfterDiscount)}</b>
        </div>
        {total.vatDetails.map(({ vatCode, vatRate, amount }) => (
          <div className="part" key={vatCode}>
            <span>{words.vatAt(percent(vatRate / 100, { decimals: 2 }))}</span>
            <b>{sum(amount)}</b>
          </div>
        ))}
        <div className={isClaim(billing) && billing.canceledAt === undefined ? 'sum' : 'due'}>
          <span>{isCredit(billing) ? words.creditTax : words.totalTax}</span>
          <b>{sum(total.amountWithTaxAfterDiscount)}</b>
        </div>
        {deducted.cents > 0 && (
          <div className="part">
            <span>
              {words.deducted} <span className="nowrap">{deducted.numbers}</span>
            </span>
            <b>{sum(-deducted.cents)}</b>
          </div>
        )}
        {isClaim(billing) && billing.canceledAt === undefined && (
          <div className="due">
            <span>{words.toPay}</span>
            <b>{sum(billing.total.remainingReconciliateAmount)}</b>
          </div>
        )}
      </div>
    </div>
  );
}

/** What the advances took off a final invoice: what the service leaves neither to credit nor credited. */
export function deductedOf(billing: Billing, family: readonly FamilyMember[]): { cents: number; numbers: string } {
  if (billing.type !== 'invoice' || !billing.isFinalInvoice) return { cents: 0, numbers: '' };
  const credited = (billing.assets ?? []).reduce((all, { amountWithTax }) => all + amountWithTax, 0);
  const { amountWithTaxAfterDiscount, remainingAmountWithTax } = billing.total;
  const advances = family.filter(
    ({ type, number, canceledAt }) => type === 'advance' && number && canceledAt === undefined,
  );
  return {
    cents: amountWithTaxAfterDiscount - remainingAmountWithTax - credited,
    numbers: advances.map(({ number }) => number).join(', '),
  };
}
