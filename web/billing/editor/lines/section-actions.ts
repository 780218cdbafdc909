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

/** What can be done with sections, each named by the key of its first line. */
export type SectionActions = {
  /** Begins one with a line, and leads to its title. */
  readonly start: (line: string) => void;
  /** Begins one with a new line behind the others. */
  readonly begin: () => void;
  readonly name: (key: string, title: string) => void;
  /** Whether a title is that of the section above or below. */
  readonly joins: (key: string, title: string) => boolean;
  /** Takes its heading away. */
  readonly remove: (key: string) => void;
  readonly move: (key: string, by: number) => void;
  readonly drop: (key: string, onto: string) => void;
  /** A line is dropped on its heading. */
  readonly take: (key: string, line: string) => void;
  /** A line leaves its section. */
  readonly leave: (line: string) => void;
};

type Lines = readonly DraftLine[];
type Given = {
  readonly lines: () => Lines;
  readonly put: (what: string, after: Lines) => void;
  /** What a section is called before anybody says it. */
  readonly fresh: string;
  /** What the next line takes from the last. */
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

/** After it is drawn: its title gets the focus, whole where it is to be written over. */
function focusTitle(key: string, isFresh = false): void {
  requestAnimationFrame(() => {
    const title = document.querySelector<HTMLInputElement>(`[data-section="${CSS.escape(key)}"] input`);
    title?.focus();
    if (isFresh) title?.select();
    title?.scrollIntoView({ block: 'nearest' });
  });
}
