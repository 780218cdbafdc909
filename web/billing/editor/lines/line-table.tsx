import { Fragment, useEffect, useMemo, useState } from 'react';
import { IconBox, IconPlus } from '../../../app/icons.tsx';
import { useLanguage, useTranslations } from '../../../locales/language.ts';
import { useEditor } from '../context.ts';
import type { Billing } from '../draft/draft.ts';
import { canBeSaved, type DraftLine } from '../draft/line.ts';
import { type Run, runsByPlace, standingIn } from '../draft/sections.ts';
import type { LineActions } from './line-actions.ts';
import { LineDetailsDialog } from './line-details-dialog.tsx';
import { LineRow } from './line-row.tsx';
import { SectionRow, SubtotalRow } from './section-row.tsx';
import { useLineActions } from './use-line-actions.ts';

/** The lines of a document, and ways to add more: a key, the catalogue, a pasted spreadsheet. */
export function SheetLines() {
  const { draft, document, company, vatCode, vat } = useEditor();
  const language = useLanguage();
  const [detailed, setDetailed] = useState<string>();
  const acts = useLineActions(setDetailed);
  const amounts = useMemo(() => amountsOf(document), [document]);
  const subtotals = useMemo(() => subtotalsOf(document), [document]);
  const runs = useMemo(() => runsByPlace(draft.lines), [draft.lines]);
  const inDetail = draft.lines.find(({ key }) => key === detailed);
  const [dragged, setDragged] = useState<string>();
  const isEmpty = draft.lines.length === 0;
  useEffect(() => {
    if (isEmpty && vatCode) acts.begin();
  }, [isEmpty, vatCode, acts]);
  const withTax = draft.lines.length > 0 && draft.lines.every(({ taxIncluded }) => taxIncluded);
  return (
    <>
      {/* A spreadsheet table can be pasted anywhere among the lines. */}
      <table className="lines editable" id="place-lines" onPaste={acts.paste}>
        <Head withTax={withTax} />
        <tbody>
          {draft.lines.map((line, place) => {
            const run = runs[place];
            return (
              <Fragment key={line.key}>
                {run?.from === place && (
                  <SectionRow
                    first={line.key}
                    title={run.title}
                    place={place}
                    isLast={run.from + run.count === draft.lines.length}
                    actions={acts}
                  />
                )}
                <LineRow
                  line={line}
                  place={place}
                  count={draft.lines.length}
                  standing={standingIn(run, place)}
                  amount={amounts.get(line.key)}
                  actions={acts}
                  language={language}
                  sameCurrency={company?.settings.currency === draft.currency.code}
                  ownCurrency={company?.settings.currency}
                  vatCodes={vat?.codes}
                  showsTaxOf={!withTax}
                  isDragged={dragged === line.key}
                  setDragged={setDragged}
                />
                {run && run.from + run.count - 1 === place && (
                  <SubtotalRow
                    title={run.title}
                    amount={subtotals.get(firstKept(draft.lines, run)?.key ?? '')}
                    language={language}
                  />
                )}
              </Fragment>
            );
          })}
        </tbody>
      </table>
      <Adding actions={acts} />
      {inDetail && <LineDetailsDialog line={inDetail} actions={acts} close={() => setDetailed(undefined)} />}
    </>
  );
}

function Head({ withTax }: { withTax: boolean }) {
  const words = useTranslations('editor').lines;
  return (
    <thead>
      <tr>
        <th>{words.designation}</th>
        <th className="numeric">{words.quantity}</th>
        <th>{words.unit}</th>
        <th className="numeric">{withTax ? words.priceWithTax : words.price}</th>
        <th className="numeric">{words.vat}</th>
        <th className="numeric">{words.total}</th>
      </tr>
    </thead>
  );
}

/** Total of each line from the last response; a row with the same total does not re-render. */
const amountsOf = (document: Billing): ReadonlyMap<string, number> =>
  new Map(
    'lines' in document
      ? document.lines.map((line) => [line.generatedId ?? line.id, line.priceWithoutTaxAfterDiscount])
      : [],
  );

/** Total of each section, likewise, by the key of its first line. */
function subtotalsOf(document: Billing): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  if (!('lines' in document)) return found;
  let place = 0;
  for (const { title, lineCount, amountWithoutTax } of document.sections ?? []) {
    while (place < document.lines.length && document.lines[place]?.section !== title) place++;
    const first = document.lines[place];
    if (first) found.set(first.generatedId ?? first.id, amountWithoutTax);
    place += lineCount;
  }
  return found;
}

const firstKept = (lines: readonly DraftLine[], { from, count }: Run): DraftLine | undefined =>
  lines.slice(from, from + count).find(canBeSaved);

function Adding({ actions }: { actions: LineActions }) {
  const { lines: words, sections, ctrl } = useTranslations('editor');
  return (
    <div className="add">
      <button type="button" onClick={() => actions.add()}>
        <IconPlus /> {words.add}
      </button>
      <button type="button" onClick={() => actions.add({ browses: true })}>
        <IconBox /> {words.catalogue}
      </button>
      <button type="button" className="wide-only" onClick={actions.sections.begin}>
        {sections.add}
      </button>
      <button type="button" className="wide-only" onClick={() => actions.add({ isDisbursement: true })}>
        {words.disbursement}
      </button>
      <span className="push wide-only quiet">
        {words.paste} <kbd>{ctrl}</kbd> <kbd>V</kbd>
      </span>
    </div>
  );
}
