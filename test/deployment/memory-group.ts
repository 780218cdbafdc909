import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Processes that together may use a limited amount of memory (Linux control groups). */
export type MemoryGroup = {
  /** A command line that runs this one inside the group. */
  within: (command: readonly string[]) => string[];
  /** Megabytes its processes use now; shared memory is divided among them (PSS). */
  used: () => number;
  /** Processes that the system killed because the group reached its limit. */
  killed: () => number;
  /** Removes the group; its processes must have ended. */
  remove: () => void;
};

const ROOT = '/sys/fs/cgroup';
const MIB = 1_048_576;

/** Creates a group, with version 2 or 1 of control groups. Throws if this user may not. */
export function memoryGroup(name: string, limitMib: number): MemoryGroup {
  const isSecond = existsSync(join(ROOT, 'cgroup.controllers'));
  const folder = join(ROOT, isSecond ? '' : 'memory', name);
  if (isSecond) writeFileSync(join(ROOT, 'cgroup.subtree_control'), '+memory');
  mkdirSync(folder);
  const bytes = String(limitMib * MIB);
  const [limits, events] = isSecond
    ? [{ 'memory.max': bytes, 'memory.swap.max': '0' }, 'memory.events']
    : [{ 'memory.limit_in_bytes': bytes, 'memory.swappiness': '0' }, 'memory.oom_control'];
  for (const [file, value] of Object.entries(limits)) if (value) writeFileSync(join(folder, file), value);
  const members = join(folder, 'cgroup.procs');
  return {
    within: (command) => ['sh', '-c', `echo $$ > '${members}' && exec "$@"`, 'sh', ...command],
    used: () =>
      readFileSync(members, 'utf8')
        .split('\n')
        .filter(Boolean)
        .reduce((sum, id) => sum + memoryOf(id), 0),
    killed: () => Number(/^oom_kill (\d+)$/m.exec(readFileSync(join(folder, events), 'utf8'))?.[1] ?? 0),
    remove: () => rmdirSync(folder),
  };
}

/** 0 if the process has ended. */
function memoryOf(id: string): number {
  try {
    const kib = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))?.[1];
    return Number(kib ?? 0) / 1_024;
  } catch {
    return 0;
  }
}
