import type { DraftLine } from './line.ts';
import { moved } from './move-item.ts';

type Lines = readonly DraftLine[];

/** Lines that follow each other under one heading: where they begin, and how many there are. */
export type Run = { readonly title: string; readonly from: number; readonly count: number };

/** The sections of the lines on the screen, as the service tells them of those it keeps. */
function runsOf(lines: readonly { readonly section?: string | undefined }[]): readonly Run[] {
  const runs: { title: string; from: number; count: number }[] = [];
  for (const [place, { section: title }] of lines.entries()) {
    const last = runs.at(-1);
    if (last && last.title === title && last.from + last.count === place) last.count += 1;
    else if (title !== undefined) runs.push({ title, from: place, count: 1 });
  }
  return runs;
}

/** The same, of each line that whose section it is in. */
export function runsByPlace(lines: Lines): readonly (Run | undefined)[] {
  const runs = runsOf(lines).flatMap((run) => Array.from({ length: run.count }, () => run));
  let next = 0;
  return lines.map(({ section }) => (section === undefined ? undefined : runs[next++]));
}

/** How a line stands to its section, where it has one: as the only line of it, its first, or another. */
export type Standing = 'none' | 'only' | 'first' | 'inside';

export const standingIn = (run: Run | undefined, place: number): Standing => {
  if (!run) return 'none';
  if (run.from < place) return 'inside';
  return run.count === 1 ? 'only' : 'first';
};

/** A section begins with this line, and has those behind it that stood as it did. Its title is not that of a neighbour. */
export function sectionStarted(lines: Lines, key: string, title: string): Lines {
  const place = placeOf(lines, key);
  const end = endOf(lines, place);
  const beside = [lines[place - 1]?.section, lines[end]?.section];
  let free = title;
  for (let count = 2; beside.includes(free); count++) free = `${title} ${count}`;
  return under(lines, { from: place, count: end - place }, free);
}

/** The section that begins with this line under another title. */
export const sectionNamed = (lines: Lines, key: string, title: string): Lines =>
  under(lines, runOf(lines, placeOf(lines, key)), title);

/** Whether this title would make the section one with that above or below it. */
export function joinsNeighbour(lines: Lines, key: string, title: string): boolean {
  const { from, count } = runOf(lines, placeOf(lines, key));
  return [lines[from - 1]?.section, lines[from + count]?.section].includes(title);
}

/** Its lines stay where they are, under no heading. */
export const sectionRemoved = (lines: Lines, key: string): Lines =>
  under(lines, runOf(lines, placeOf(lines, key)), undefined);

/** The section of this line passes the one above or below it, or the line there that is in none. */
export function sectionMoved(lines: Lines, key: string, by: number): Lines {
  const { from, count } = runOf(lines, placeOf(lines, key));
  const beside = by < 0 ? from - 1 : from + count;
  return lines[beside] ? carried(lines, { from, count }, runOf(lines, beside)) : lines;
}

/** The section of this line is dropped on a line: it goes past it, and past all of its section. */
export function sectionDropped(lines: Lines, key: string, onto: string): Lines {
  const [own, other] = [key, onto].map((each) => runOf(lines, placeOf(lines, each))) as [Stretch, Stretch];
  return own.from === other.from ? lines : carried(lines, own, other);
}

/**
 * The line one place up or down. The edge of a section is a place too: a line passes it before it passes the next line. The
 * only line of a section takes its heading along.
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

/** The line is dropped on another: it takes its place, and its section. */
export function lineDropped(lines: Lines, key: string, onto: string): Lines {
  const [from, to] = [placeOf(lines, key), placeOf(lines, onto)];
  if (from === to || from < 0 || to < 0) return lines;
  return moved(under(lines, { from, count: 1 }, lines[to]?.section), from, to);
}

/** The line is dropped on a heading: it becomes the first below it. */
export function lineDroppedUnder(lines: Lines, key: string, first: string): Lines {
  const [from, to] = [placeOf(lines, key), placeOf(lines, first)];
  if (from === to || from < 0 || to < 0) return lines;
  return moved(under(lines, { from, count: 1 }, lines[to]?.section), from, from < to ? to - 1 : to);
}

/** The line stands behind its section, in none. */
export function lineTakenOut(lines: Lines, key: string): Lines {
  const place = placeOf(lines, key);
  return moved(under(lines, { from: place, count: 1 }, undefined), place, endOf(lines, place) - 1);
}

const placeOf = (lines: Lines, key: string): number => lines.findIndex((line) => line.key === key);

type Stretch = Pick<Run, 'from' | 'count'>;

/** The section a line is in; of a line in none, the line alone. */
const runOf = (lines: Lines, place: number): Stretch =>
  runsOf(lines).find(({ from, count }) => from <= place && place < from + count) ?? { from: place, count: 1 };

/** The first place behind this one that does not stand under the same heading, or likewise under none. */
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

/** Two stretches that do not overlap: the first goes to the far side of the second. */
function carried(lines: Lines, own: Stretch, other: Stretch): Lines {
  const part = lines.slice(own.from, own.from + own.count);
  const rest = [...lines.slice(0, own.from), ...lines.slice(own.from + own.count)];
  const to = own.from < other.from ? other.from + other.count - own.count : other.from;
  return [...rest.slice(0, to), ...part, ...rest.slice(to)];
}
