import { createServer, type Server } from 'node:net';
import { listen, type PortSetting } from './ports.ts';

/** Ports opened before anything else is, for the servers that will answer on them. */
export type ReservedPorts = { readonly [port in PortSetting]?: Server };

/**
 * Opens the ports of the service: while the process is still root, should they be reserved ones, and before a database, an
 * account or a key is made for a service that could not answer. Until the servers take them over, who connects is hung up
 * on. Port 0 is chosen by the system later, and cannot be taken. A process that `answers` nobody has no port but that of its
 * metrics. Refuses as `listen` does.
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

/** Lets go of what no server took over; what one did is closed with it. */
export function letGo(held: ReservedPorts): void {
  for (const holder of Object.values(held)) holder.close();
}
