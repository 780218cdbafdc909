import { type ClipboardEvent, useMemo } from 'react';
import { toast } from '../../../app/components/toasts.tsx';
import { currentLanguage, useTranslations } from '../../../locales/language.ts';
import { useEditor } from '../context.ts';
import { changedLine, type DraftLine, isBlank, type LineStart, lineStartAfter, newLine } from '../draft/line.ts';
import { lineDropped, lineMoved } from '../draft/sections.ts';
import type { LineActions } from './line-actions.ts';
import { type Pasted, parsePastedLines } from './pasted-lines.ts';
import { sectionActions } from './section-actions.ts';

/** Line actions. The object is stable, so that only changed lines re-render. */
export function useLineActions(detail: LineActions['detail']): LineActions {
  const { saving, vatCode, vat } = useEditor();
  const words = useTranslations('editor');
  return useMemo(() => {
    const lines = (): readonly DraftLine[] => saving.state().draft.lines;
    const put = (what: string, after: readonly DraftLine[]): void => saving.edit(what, { lines: after });
    const undo = { label: words.undo, run: saving.undo };
    const at = (key: string): number => lines().findIndex((line) => line.key === key);
    const start = (place: number) => lineStartAfter(lines()[place], vatCode);
    const insert = (place: number, line: DraftLine): void =>
      put('lines', [...lines().slice(0, place), line, ...lines().slice(place)]);
    const acts: LineActions = {
      detail,
      change(key, what, change) {
        put(
          `line ${key} ${what}`,
          lines().map((line) => (line.key === key ? changedLine(line, change) : line)),
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
        put('lines', lineMoved(lines(), key, by));
        focusCell(key);
      },
      drop: (key, onto) => put('lines', lineDropped(lines(), key, onto)),
      sections: sectionActions({
        ...{ lines, put, fresh: words.sections.fresh, start: () => start(lines().length - 1) },
        tellRemoved: () => toast(words.sections.removed, undo),
      }),
      enter: (key) => focusCell(key, 'designation'),
      below(key, cell) {
        const next = lines()[at(key) + 1];
        if (next) focusCell(next.key, cell);
        else acts.add();
      },
      paste(event) {
        const place = at(rowOf(event));
        const pasted = pastedFrom(event, start(place), vat?.codes ?? []);
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

/** The line under the paste; for a section title, its first line. */
function rowOf({ target }: ClipboardEvent<HTMLElement>): string {
  const row = (target as HTMLElement).closest('tr')?.dataset;
  return row?.line ?? row?.section ?? '';
}

const pastedFrom = (
  { clipboardData }: ClipboardEvent<HTMLElement>,
  start: LineStart,
  vatCodes: Parameters<typeof parsePastedLines>[1]['vatCodes'],
): Pasted | undefined =>
  parsePastedLines(clipboardData.getData('text/plain'), {
    ...{ start, vatCodes, language: currentLanguage() },
    newKey: () => crypto.randomUUID(),
  });

/** After rendering: focuses a cell of the line, by default the one that had focus. */
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
