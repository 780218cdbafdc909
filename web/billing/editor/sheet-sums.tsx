import { money } from '../../ground/money.tsx';
import { useLanguage, useWords } from '../../words/language.ts';
import { Table } from '../finalized/paper-text.tsx';
import { useEditor } from './editor-context.ts';
import { useDraftPaper } from './use-draft-paper.ts';

/** What the document comes to, as the service last answered it. */
export function SheetSums() {
  const { document } = useEditor();
  const words = useWords('editor').sums;
  const said = useSums();
  const paper = useDraftPaper();
  return (
    <div className="paper-sums">
      <div>
        {paper?.tables.map((table) => (
          <Table key={table.title} table={table} isHeardOnly={false} />
        ))}
      </div>
      <div className="sums">
        {said.parts.map(({ name, text }) => (
          <div key={name} className="part">
            <span>{name}</span>
            <b>{text}</b>
          </div>
        ))}
        {/* What an offer comes to stands once, as on its pages. */}
        {words.due[document.type] !== words.withTax && (
          <div className="sum">
            <span>{words.withTax}</span>
            <b>{said.withTax}</b>
          </div>
        )}
        {said.deducted !== undefined && (
          <div className="part">
            <span>{words.deducted}</span>
            <b>{said.deducted}</b>
          </div>
        )}
        <div className="due">
          <span>{words.due[document.type]}</span>
          <b>{said.due}</b>
        </div>
      </div>
    </div>
  );
}

/** The sums as they stand on the paper and beside it. */
export function useSums() {
  const { document } = useEditor();
  const words = useWords('editor').sums;
  const language = useLanguage();
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
    // What advances took off a final invoice.
    deducted: deducted === 0 ? undefined : text(-deducted),
    due: text(due),
  };
}
