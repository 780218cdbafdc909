import { money } from '../../../app/formats/money.tsx';
import { useLanguage, useTranslations } from '../../../locales/language.ts';
import { Table, Totals } from '../../finalized/accessible-text.tsx';
import { useEditor } from '../context.ts';
import { usePaperPreview } from './use-paper-preview.ts';

/** Totals as printed: tables on the left, sums on the right. */
export function SheetTotals() {
  const paper = usePaperPreview();
  return (
    <div className="paper-sums">
      <div>
        {paper?.tables.map((table) => (
          <Table key={table.title} table={table} isHeardOnly={false} />
        ))}
      </div>
      {paper ? <Totals totals={paper.totals} /> : <SumsAtFirst />}
    </div>
  );
}

/** Only the total until the others are loaded. */
function SumsAtFirst() {
  const { document } = useEditor();
  const words = useTranslations('editor').sums;
  return (
    <div className="sums">
      <div className="due">
        <span>{words.due[document.type]}</span>
        <b>{useSheetTotals().due}</b>
      </div>
    </div>
  );
}

/** The sums in the side panel, from the last response. */
export function useSheetTotals() {
  const { document, draft } = useEditor();
  const words = useTranslations('editor').sums;
  const language = useLanguage();
  const isPaid = draft.framework === 'already_paid';
  const { total, currencyCode } = document;
  const sign = document.type === 'asset' ? -1 : 1;
  const text = (cents: number): string => money(sign * cents || 0, currencyCode, language);
  const { discountAmount = 0 } = total;
  const rates = total.vatDetails.filter(({ amount, vatRate }) => amount !== 0 || vatRate > 0);
  const parts = [
    ...(discountAmount > 0
      ? [
          { name: words.beforeDiscount, text: text(total.amountWithoutTaxBeforeDiscount) },
          { name: words.discount, text: money(-sign * discountAmount, currencyCode, language) },
        ]
      : []),
    { name: words.withoutTax, text: text(total.amountWithoutTaxAfterDiscount) },
    ...rates.map(({ vatRate, vatCode, amount }) => ({ name: words.vat(vatRate, vatCode), text: text(amount) })),
  ];
  const remains = 'remainingReconciliateAmount' in total && document.type !== 'asset';
  const due = remains ? total.remainingReconciliateAmount : total.amountWithTaxAfterDiscount;
  const deducted = 'settlement' in document ? document.settlement.deductedAmountWithTax : 0;
  return {
    parts,
    withTax: text(total.amountWithTaxAfterDiscount),
    // Advances deducted from a final invoice.
    deducted: deducted === 0 ? undefined : text(-deducted),
    paid: isPaid ? text(-due) : undefined,
    due: text(isPaid ? 0 : due),
  };
}
