import { createServer, type Server } from 'node:net';
import { listen, type PortSetting } from './ports.ts';

/** Ports opened before anything else, for servers started later. */
export type ReservedPorts = { readonly [port in PortSetting]?: Server };

/**
 * Opens the service's ports while the process is still root (ports below 1024), and before creating
 * a database, account or key for a service that could not listen. Connections are closed until the
 * servers take over. Port 0 is chosen later. A process that does not answer requests (`answers`
 * false) only opens its metrics port. Refuses as `listen` does.
 */
export async function reservePorts(
  {
    host,
    port,
    httpPort,
    metrics,
  }: { host: string; port: number; httpPort: number; metrics?: { port?: number; host: string } },
  { answers }: { answers: boolean },
): Promise<ReservedPorts> {
  const held: { [port in PortSetting]?: Server } = {};
  const wanted: readonly Wanted[] = [
    ...(answers
      ? ([
          ['PORT', port, host],
          ['HTTP_PORT', httpPort, host],
        ] as const)
      : []),
    ['METRICS_PORT', metrics?.port ?? 0, metrics?.host ?? host],
  ];
  for (const [setting, port, host] of wanted) {
    if (port === 0) continue;
    const holder = createServer((socket) => socket.destroy());
    try {
      await listen(holder, { port, host, setting });
    } catch (error) {
      letGo(held);
      throw error;
    }
    held[setting] = holder;
  }
  return held;
}

type Wanted = readonly [setting: PortSetting, port: number, host: string];

/** Closes ports that no server took over; the others close with their servers. */
export function letGo(held: ReservedPorts): void {
  for (const holder of Object.values(held)) holder.close();
}
