import { IconChevronRight } from '../../app/icons.tsx';
import { useTranslations } from '../../locales/language.ts';
import { useEditor } from './context.ts';
import { useSettingSummaries } from './dialogs/setting-summaries.ts';
import { Pair } from './label-value.tsx';
import { Credited } from './sheet/credited-lines.tsx';
import { useSheetTotals } from './sheet/totals.tsx';
import type { Beside } from './side-dialog.ts';
import { Needs } from './validation/checklist.tsx';

/** Side panel: missing fields, totals, and settings that cannot be edited on the sheet. */
export function Panel() {
  const words = useTranslations('editor').panel;
  return (
    <aside className="panel" aria-label={words.beside}>
      <Needs />
      <Totals />
      <Credited />
      <Settings />
    </aside>
  );
}

function Totals() {
  const { document, draft, edit } = useEditor();
  const words = useTranslations('editor');
  const { parts, withTax: total, deducted, paid, due } = useSheetTotals();
  const withTax = draft.lines.length > 0 && draft.lines.every(({ taxIncluded }) => taxIncluded);
  const priced = (taxIncluded: boolean): void =>
    edit('taxIncluded', { lines: draft.lines.map((line) => ({ ...line, taxIncluded })) });
  // A credit note or a final invoice keeps the price mode of its original.
  const mayChange = 'lines' in document && !('parent' in document && document.parent);
  return (
    <section aria-labelledby="sums">
      <header>
        <h2 id="sums">{words.panel.sums}</h2>
        {mayChange && (
          <span className="segmented-control" title={words.panel.pricesHint}>
            <button type="button" aria-pressed={!withTax} onClick={() => priced(false)}>
              {words.panel.withoutTax}
            </button>
            <button type="button" aria-pressed={withTax} onClick={() => priced(true)}>
              {words.panel.withTax}
            </button>
          </span>
        )}
      </header>
      <dl className="pairs" aria-live="polite">
        {parts.map(({ name, text }) => (
          <Pair key={name} name={name} text={text} />
        ))}
        {(deducted ?? paid) !== undefined && <Pair name={words.sums.withTax} text={total} />}
        {deducted !== undefined && <Pair name={words.sums.deducted} text={deducted} />}
        {paid !== undefined && <Pair name={words.sums.paid} text={paid} />}
        <dt className="total">{words.sums.due[document.type]}</dt>
        <dd className="total">{due}</dd>
      </dl>
    </section>
  );
}

function Settings() {
  const { document, draft, open } = useEditor();
  const words = useTranslations('editor').panel;
  const said = useSettingSummaries();
  const servesPersons = !!draft.paymentRequest || draft.lines.some((line) => line.personalServiceActivity);
  const isBill = document.type === 'invoice' || document.type === 'advance';
  const isOffer = 'advanceEstimateLines' in document;
  const shown: readonly (Beside | false)[] = [
    'lines' in document && 'discount',
    'theme',
    document.type !== 'advance' && 'language',
    'project',
    'terms',
    'mention',
    isOffer && 'advances',
    isOffer && 'offered',
    document.type !== 'asset' && 'delivery',
    isBill && 'bank',
    isOffer && 'signature',
    'notes',
    isBill && 'reminder',
    document.type === 'invoice' && !document.isFinalInvoice && 'recurrence',
    document.type === 'invoice' && servesPersons && 'request',
    'display',
  ];
  return (
    <section aria-labelledby="settings">
      <header>
        <h2 id="settings">{words.settings}</h2>
      </header>
      <ul className="settings">
        {shown.map(
          (beside) =>
            beside && (
              <li key={beside}>
                <button type="button" onClick={() => open(beside)}>
                  <span className="setting-name">{words[beside as keyof typeof said]}</span>
                  <span className="setting-value">{said[beside as keyof typeof said]}</span>
                  <IconChevronRight />
                </button>
              </li>
            ),
        )}
      </ul>
    </section>
  );
}
