import { money } from '../../../app/formats/money.tsx';
import { useOperation } from '../../../client/use-query.ts';
import { useLanguage, useTranslations } from '../../../locales/language.ts';
import { useEditor } from '../context.ts';
import { Pair } from '../label-value.tsx';

/**
 * What is credited: the current document, line by line if it has lines, and what this draft
 * deducts.
 */
export function Credited() {
  const { document } = useEditor();
  const words = useTranslations('editor').credited;
  const language = useLanguage();
  const parent = document.type === 'asset' ? document.parent : undefined;
  if (document.type !== 'asset' || !parent) return null;
  const text = (cents: number): string => money(cents, document.currencyCode, language);
  return (
    <section aria-labelledby="credited">
      <header>
        <h2 id="credited">{words.title(parent.number ?? '')}</h2>
      </header>
      <dl className="pairs">
        <Pair name={words.billed} text={text(parent.total.amountWithTaxAfterDiscount)} />
        <Pair name={words.toPay} text={text(parent.total.remainingReconciliateAmount)} />
        <Pair name={words.this} text={text(-document.total.amountWithTaxAfterDiscount || 0)} />
      </dl>
      {parent.type === 'invoice' && <ByLine invoiceId={parent.id} />}
    </section>
  );
}

/** Each line of the invoice without tax: billed, already credited, left. */
function ByLine({ invoiceId }: { invoiceId: string }) {
  const words = useTranslations('editor').credited;
  const language = useLanguage();
  const { data } = useOperation('get-invoice-credit-left', { invoiceId });
  if (!data) return null;
  const text = (cents: number): string => money(cents, data.currencyCode, language);
  const isDeducted = data.lines.some(({ deductedWithoutTax }) => deductedWithoutTax !== 0);
  return (
    <ul className="credited-lines" aria-label={words.byLine}>
      {data.lines.map((line) => (
        <li key={line.lineId}>
          <b>{line.designation}</b>
          <dl className="pairs">
            <Pair name={words.billedNet} text={text(line.billedWithoutTax)} />
            {isDeducted && <Pair name={words.deducted} text={text(line.deductedWithoutTax)} />}
            <Pair name={words.already} text={text(line.creditedWithoutTax)} />
            <Pair name={words.left} text={text(line.leftWithoutTax)} />
          </dl>
        </li>
      ))}
    </ul>
  );
}
