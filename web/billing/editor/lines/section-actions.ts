import { type DraftLine, isBlank, type LineStart, newLine } from '../draft/line.ts';
import {
  joinsNeighbour,
  lineDroppedUnder,
  lineTakenOut,
  sectionDropped,
  sectionMoved,
  sectionNamed,
  sectionRemoved,
  sectionStarted,
} from '../draft/sections.ts';

/** Section actions; a section is identified by the key of its first line. */
export type SectionActions = {
  /** Starts a section at a line and focuses its title. */
  readonly start: (line: string) => void;
  /** Starts a section with a new line at the end. */
  readonly begin: () => void;
  readonly name: (key: string, title: string) => void;
  /** Whether the section above or below has this title. */
  readonly joins: (key: string, title: string) => boolean;
  /** Removes the title of the section. */
  readonly remove: (key: string) => void;
  readonly move: (key: string, by: number) => void;
  readonly drop: (key: string, onto: string) => void;
  /** Moves a line under the section title. */
  readonly take: (key: string, line: string) => void;
  /** Moves a line out of its section. */
  readonly leave: (line: string) => void;
};

type Lines = readonly DraftLine[];
type Given = {
  readonly lines: () => Lines;
  readonly put: (what: string, after: Lines) => void;
  /** Title of a new section. */
  readonly fresh: string;
  /** What a new line inherits from the last one. */
  readonly start: () => LineStart;
  readonly tellRemoved: () => void;
};

export const sectionActions = ({ lines, put, fresh, start, tellRemoved }: Given): SectionActions => ({
  start(line) {
    put('sections', sectionStarted(lines(), line, fresh));
    focusTitle(line, true);
  },
  begin() {
    const last = lines().at(-1);
    const line = last && isBlank(last) ? last : newLine(crypto.randomUUID(), start());
    put('sections', sectionStarted(line === last ? lines() : [...lines(), line], line.key, fresh));
    focusTitle(line.key, true);
  },
  name: (key, title) => put(`section ${key}`, sectionNamed(lines(), key, title)),
  joins: (key, title) => joinsNeighbour(lines(), key, title),
  remove(key) {
    put('sections', sectionRemoved(lines(), key));
    tellRemoved();
  },
  move(key, by) {
    put('sections', sectionMoved(lines(), key, by));
    focusTitle(key);
  },
  drop: (key, onto) => put('sections', sectionDropped(lines(), key, onto)),
  take: (key, line) => put('lines', lineDroppedUnder(lines(), line, key)),
  leave: (line) => put('lines', lineTakenOut(lines(), line)),
});

/** After rendering: focuses the title, selected if it is to be replaced. */
function focusTitle(key: string, isFresh = false): void {
  requestAnimationFrame(() => {
    const title = document.querySelector<HTMLInputElement>(`[data-section="${CSS.escape(key)}"] input`);
    title?.focus();
    if (isFresh) title?.select();
    title?.scrollIntoView({ block: 'nearest' });
  });
}
