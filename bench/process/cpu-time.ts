import { readdirSync, readFileSync } from 'node:fs';

/**
 * Milliseconds of processor time of a process and its descendants, including those that ended; 0
 * without /proc. Exclude a separately counted child with `apart`: the time of its children is added
 * to it as soon as they end.
 */
export function cpuOfTree(id: number, apart?: number): { readonly own: number; readonly children: number } {
  const root = timesOf(id);
  const children = processIds()
    .filter((each) => each !== id && each !== apart)
    .map(timesOf)
    .filter((each) => each.parentId === id)
    .reduce((sum, each) => sum + each.own + each.ended, 0);
  return { own: root.own, children: children + root.ended };
}

/** The sum. */
export function allOfTree(id: number, apart?: number): number {
  const { own, children } = cpuOfTree(id, apart);
  return own + children;
}

/** The kernel counts in ticks, a hundred per second. */
const TICK_MS = 10;

function timesOf(id: number): { parentId: number; own: number; ended: number } {
  const stat = read(`/proc/${id}/stat`);
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const ticks = (at: number): number => fields[at] || 0;
  return { parentId: ticks(1), own: (ticks(11) + ticks(12)) * TICK_MS, ended: (ticks(13) + ticks(14)) * TICK_MS };
}

function processIds(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

/** Empty if the process has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
