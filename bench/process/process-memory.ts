import { readdirSync, readFileSync } from 'node:fs';

/** Memory of the processes of a service in megabytes; shared memory is divided among them (PSS). */
export type TreeMemory = { server: number; printers: number; postgres: number; processes: number };

/** Reads it for the descendants of the server and of PostgreSQL. 0 without /proc. */
export function memoryOfTree(serverId: number, postmasterId: number): TreeMemory {
  const memory = {
    server: proportionalMb(serverId),
    printers: 0,
    postgres: proportionalMb(postmasterId),
    processes: 2,
  };
  for (const id of processIds()) {
    const parentId = parentOf(id);
    if (id === postmasterId || (parentId !== serverId && parentId !== postmasterId)) continue;
    memory[parentId === serverId ? 'printers' : 'postgres'] += proportionalMb(id);
    memory.processes += 1;
  }
  return memory;
}

export const allOf = ({ server, printers, postgres }: TreeMemory): number => server + printers + postgres;

function processIds(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

function parentOf(id: number): number | undefined {
  const stat = read(`/proc/${id}/stat`);
  return stat === '' ? undefined : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

const proportionalMb = (id: number): number =>
  Number(/^Pss:\s+(\d+) kB/m.exec(read(`/proc/${id}/smaps_rollup`))?.[1] ?? 0) / 1024;

/** Empty if the process has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
