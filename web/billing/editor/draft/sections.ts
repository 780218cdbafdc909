import type { DraftLine } from './line.ts';
import { moved } from './move-item.ts';

type Lines = readonly DraftLine[];

/** Consecutive lines with the same section title: first index and length. */
export type Run = { readonly title: string; readonly from: number; readonly count: number };

/** The sections of the lines on the screen, in the service's format. */
function runsOf(lines: readonly { readonly section?: string | undefined }[]): readonly Run[] {
  const runs: { title: string; from: number; count: number }[] = [];
  for (const [place, { section: title }] of lines.entries()) {
    const last = runs.at(-1);
    if (last && last.title === title && last.from + last.count === place) last.count += 1;
    else if (title !== undefined) runs.push({ title, from: place, count: 1 });
  }
  return runs;
}

/** The section of each line that has one. */
export function runsByPlace(lines: Lines): readonly (Run | undefined)[] {
  const runs = runsOf(lines).flatMap((run) => Array.from({ length: run.count }, () => run));
  let next = 0;
  return lines.map(({ section }) => (section === undefined ? undefined : runs[next++]));
}

/** Position of a line in its section: only line, first line, or other. */
export type Standing = 'none' | 'only' | 'first' | 'inside';

export const standingIn = (run: Run | undefined, place: number): Standing => {
  if (!run) return 'none';
  if (run.from < place) return 'inside';
  return run.count === 1 ? 'only' : 'first';
};

/**
 * Starts a section at this line, including the following lines of the same section. Its title must
 * differ from its neighbours'.
 */
export function sectionStarted(lines: Lines, key: string, title: string): Lines {
  const place = placeOf(lines, key);
  const end = endOf(lines, place);
  const beside = [lines[place - 1]?.section, lines[end]?.section];
  let free = title;
  for (let count = 2; beside.includes(free); count++) free = `${title} ${count}`;
  return under(lines, { from: place, count: end - place }, free);
}

/** Renames the section that starts at this line. */
export const sectionNamed = (lines: Lines, key: string, title: string): Lines =>
  under(lines, runOf(lines, placeOf(lines, key)), title);

/** Whether this title would merge the section with the one above or below. */
export function joinsNeighbour(lines: Lines, key: string, title: string): boolean {
  const { from, count } = runOf(lines, placeOf(lines, key));
  return [lines[from - 1]?.section, lines[from + count]?.section].includes(title);
}

/** Removes the title; the lines keep their positions. */
export const sectionRemoved = (lines: Lines, key: string): Lines =>
  under(lines, runOf(lines, placeOf(lines, key)), undefined);

/** Moves a section past the section or the single line above or below it. */
export function sectionMoved(lines: Lines, key: string, by: number): Lines {
  const { from, count } = runOf(lines, placeOf(lines, key));
  const beside = by < 0 ? from - 1 : from + count;
  return lines[beside] ? carried(lines, { from, count }, runOf(lines, beside)) : lines;
}

/** Moves a section to a target line, past that line's whole section. */
export function sectionDropped(lines: Lines, key: string, onto: string): Lines {
  const [own, other] = [key, onto].map((each) => runOf(lines, placeOf(lines, each))) as [Stretch, Stretch];
  return own.from === other.from ? lines : carried(lines, own, other);
}

/**
 * Moves a line up or down by one. The edge of a section counts as a position: the line leaves or
 * enters the section before it passes the next line. The only line of a section takes its title
 * along.
 */
export function lineMoved(lines: Lines, key: string, by: number): Lines {
  const place = placeOf(lines, key);
  const line = lines[place];
  if (!line) return lines;
  const beside = lines[place + by];
  if (line.section === beside?.section) return beside ? moved(lines, place, place + by) : lines;
  if (line.section !== undefined && runOf(lines, place).count === 1) return sectionMoved(lines, key, by);
  return under(lines, { from: place, count: 1 }, beside?.section);
}

/** Moves a line to another line's position and section. */
export function lineDropped(lines: Lines, key: string, onto: string): Lines {
  const [from, to] = [placeOf(lines, key), placeOf(lines, onto)];
  if (from === to || from < 0 || to < 0) return lines;
  return moved(under(lines, { from, count: 1 }, lines[to]?.section), from, to);
}

/** Moves a line under a section title, as its first line. */
export function lineDroppedUnder(lines: Lines, key: string, first: string): Lines {
  const [from, to] = [placeOf(lines, key), placeOf(lines, first)];
  if (from === to || from < 0 || to < 0) return lines;
  return moved(under(lines, { from, count: 1 }, lines[to]?.section), from, from < to ? to - 1 : to);
}

/** Moves a line after its section, into no section. */
export function lineTakenOut(lines: Lines, key: string): Lines {
  const place = placeOf(lines, key);
  return moved(under(lines, { from: place, count: 1 }, undefined), place, endOf(lines, place) - 1);
}

const placeOf = (lines: Lines, key: string): number => lines.findIndex((line) => line.key === key);

type Stretch = Pick<Run, 'from' | 'count'>;

/** The section of a line, or the line alone if it has none. */
const runOf = (lines: Lines, place: number): Stretch =>
  runsOf(lines).find(({ from, count }) => from <= place && place < from + count) ?? { from: place, count: 1 };

/** The first index after this one with another section, or without one. */
function endOf(lines: Lines, place: number): number {
  const other = lines.findIndex((line, at) => at > place && line.section !== lines[place]?.section);
  return other < 0 ? lines.length : other;
}

function under(lines: Lines, { from, count }: Stretch, title: string | undefined): Lines {
  return lines.map((line, place) => {
    if (place < from || place >= from + count || line.section === title) return line;
    const { section: _, ...rest } = line;
    return title === undefined ? rest : { ...rest, section: title };
  });
}

/** Moves the first of two disjoint ranges to the far side of the second. */
function carried(lines: Lines, own: Stretch, other: Stretch): Lines {
  const part = lines.slice(own.from, own.from + own.count);
  const rest = [...lines.slice(0, own.from), ...lines.slice(own.from + own.count)];
  const to = own.from < other.from ? other.from + other.count - own.count : other.from;
  return [...rest.slice(0, to), ...part, ...rest.slice(to)];
}
