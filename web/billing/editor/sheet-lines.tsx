import { type ClipboardEvent, useEffect, useMemo, useState } from 'react';
import { IconBox, IconPlus } from '../../ground/icons.tsx';
import { toast } from '../../ground/parts/toasts.tsx';
import { useLanguage, useWords } from '../../words/language.ts';
import type { Billing } from './draft.ts';
import { type DraftLine, isBlank, newLine, startAfter } from './draft-line.ts';
import { useEditor } from './editor-context.ts';
import { LineDetailsDialog } from './line-details-dialog.tsx';
import { type LineActs, LineRow } from './line-row.tsx';
import { moved } from './move-line.ts';
import { pastedLines } from './pasted-lines.ts';

/** The lines of a document, and what adds to them: a key, the catalogue, a table of a spreadsheet. */
export function SheetLines() {
  const { draft, document, company, vatCode, vat } = useEditor();
  const words = useWords('editor').lines;
  const language = useLanguage();
  const [detailed, setDetailed] = useState<string>();
  const acts = useLineActs(setDetailed);
  const amounts = useMemo(() => amountsOf(document), [document]);
  const inDetail = draft.lines.find(({ key }) => key === detailed);
  const [dragged, setDragged] = useState<string>();
  const isEmpty = draft.lines.length === 0;
  useEffect(() => {
    if (isEmpty && vatCode) acts.begin();
  }, [isEmpty, vatCode, acts]);
  const withTax = draft.lines.length > 0 && draft.lines.every(({ taxIncluded }) => taxIncluded);
  return (
    <>
      {/* A table of a spreadsheet is pasted anywhere among the lines. */}
      <table className="lines edit" id="place-lines" onPaste={acts.paste}>
        <thead>
          <tr>
            <th>{words.designation}</th>
            <th className="num">{words.quantity}</th>
            <th>{words.unit}</th>
            <th className="num">{withTax ? words.priceWithTax : words.price}</th>
            <th className="num">{words.vat}</th>
            <th className="num">{words.total}</th>
          </tr>
        </thead>
        <tbody>
          {draft.lines.map((line, place) => (
            <LineRow
              key={line.key}
              line={line}
              place={place}
              count={draft.lines.length}
              amount={amounts.get(line.key)}
              acts={acts}
              language={language}
              sameCurrency={company?.settings.currency === draft.currency.code}
              ownCurrency={company?.settings.currency}
              vatCodes={vat?.codes}
              showsTaxOf={!withTax}
              isDragged={dragged === line.key}
              setDragged={setDragged}
            />
          ))}
        </tbody>
      </table>
      <Adding acts={acts} />
      {inDetail && <LineDetailsDialog line={inDetail} acts={acts} close={() => setDetailed(undefined)} />}
    </>
  );
}

/** What each line comes to, as the service answered it last: a row whose amount stays is not drawn anew. */
const amountsOf = (document: Billing): ReadonlyMap<string, number> =>
  new Map(
    'lines' in document
      ? document.lines.map((line) => [line.generatedId ?? line.id, line.priceWithoutTaxAfterDiscount])
      : [],
  );

function Adding({ acts }: { acts: LineActs }) {
  const { lines: words, ctrl } = useWords('editor');
  return (
    <div className="add">
      <button type="button" onClick={() => acts.add()}>
        <IconPlus /> {words.add}
      </button>
      <button type="button" onClick={() => acts.add({ browses: true })}>
        <IconBox /> {words.catalogue}
      </button>
      <button type="button" className="wide-only" onClick={() => acts.add({ isDisbursement: true })}>
        {words.disbursement}
      </button>
      <span className="push wide-only quiet">
        {words.paste} <kbd>{ctrl}</kbd> <kbd>V</kbd>
      </span>
    </div>
  );
}

/** What can be done with lines. It stays the same while lines change, so that only the line that changed is drawn anew. */
function useLineActs(detail: LineActs['detail']): LineActs {
  const { saving, vatCode, vat } = useEditor();
  const words = useWords('editor');
  return useMemo(() => {
    const lines = (): readonly DraftLine[] => saving.state().draft.lines;
    const put = (what: string, after: readonly DraftLine[]): void => saving.edit(what, { lines: after });
    const undo = { label: words.undo, run: saving.undo };
    const at = (key: string): number => lines().findIndex((line) => line.key === key);
    const start = (place: number) => startAfter(lines()[place], vatCode);
    const insert = (place: number, line: DraftLine): void =>
      put('lines', [...lines().slice(0, place), line, ...lines().slice(place)]);
    const acts: LineActs = {
      detail,
      change(key, what, change) {
        put(
          `line ${key} ${what}`,
          lines().map((line) => (line.key === key ? { ...line, ...change } : line)),
        );
      },
      add({ after, isDisbursement = false, browses = false } = {}) {
        const place = after === undefined ? lines().length : at(after) + 1;
        const line = newLine(crypto.randomUUID(), start(place - 1));
        insert(place, isDisbursement ? { ...line, type: 'disbursement', vatCode: undefined } : line);
        focusCell(line.key, 'designation', browses);
      },
      begin: () => put('begin', [newLine(crypto.randomUUID(), start(-1))]),
      remove(key) {
        const place = at(key);
        put(
          'lines',
          lines().filter((line) => line.key !== key),
        );
        const next = lines()[Math.min(place, lines().length - 1)];
        if (next) focusCell(next.key, 'designation');
        toast(words.lines.removed, undo);
      },
      duplicate(key) {
        const line = lines()[at(key)];
        if (line) insert(at(key) + 1, { ...line, key: crypto.randomUUID() });
      },
      move(key, by) {
        const to = at(key) + by;
        put('lines', moved(lines(), at(key), to));
        focusCell(key);
      },
      drop: (key, onto) => put('lines', moved(lines(), at(key), at(onto))),
      below(key, cell) {
        const next = lines()[at(key) + 1];
        if (next) focusCell(next.key, cell);
        else acts.add();
      },
      paste(event: ClipboardEvent<HTMLElement>) {
        const key = (event.target as HTMLElement).closest('tr')?.dataset.line ?? '';
        const place = at(key);
        const pasted = pastedLines(event.clipboardData.getData('text/plain'), {
          ...{ start: start(place), vatCodes: vat?.codes ?? [] },
          newKey: () => crypto.randomUUID(),
        });
        if (!pasted || pasted.lines.length === 0) return;
        event.preventDefault();
        const here = lines()[place];
        const instead = here && isBlank(here) ? 1 : 0;
        const from = here ? place + 1 - instead : lines().length;
        put('paste', [...lines().slice(0, from), ...pasted.lines, ...lines().slice(from + instead)]);
        toast(words.lines.pasted(pasted.lines.length, pasted.leftAside), undo);
      },
    };
    return acts;
  }, [saving, vatCode, vat, words, detail]);
}

/** After the line is drawn: its cell gets the focus; the one that had it, where no other is named. */
function focusCell(key: string, cell?: string, browses = false): void {
  const had = (document.activeElement as HTMLElement | null)?.dataset.cell ?? 'designation';
  requestAnimationFrame(() => {
    const row = document.querySelector(`[data-line="${CSS.escape(key)}"]`);
    const found = row?.querySelector<HTMLElement>(`[data-cell="${cell ?? had}"]`);
    found?.focus();
    found?.scrollIntoView({ block: 'nearest' });
    if (browses) found?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
  });
}
