import { createServer, type Server } from 'node:net';
import { listen, type PortSetting } from './ports.ts';
import { startedByRoot } from './system-user.ts';

/** Ports that only root may open. */
const RESERVED_PORTS_MAX = 1_023;

/** Ports opened while the process was root, for the servers that will answer on them. */
export type HeldPorts = { readonly [port in PortSetting]?: Server };

/**
 * Opens the ports that only root may open, before root is given up. Until the servers take them over, who connects is
 * hung up on. Nothing is held for others than root, and of other ports. Refuses as `listen` does.
 */
export async function heldPorts(config: { host: string; port: number; httpPort: number }): Promise<HeldPorts> {
  if (!startedByRoot()) return {};
  const held: { [port in PortSetting]?: Server } = {};
  for (const [setting, port] of [
    ['PORT', config.port],
    ['HTTP_PORT', config.httpPort],
  ] as const) {
    if (port === 0 || port > RESERVED_PORTS_MAX) continue;
    const holder = createServer((socket) => socket.destroy());
    await listen(holder, { port, host: config.host, setting });
    held[setting] = holder;
  }
  return held;
}

/** Lets go of what no server took over; what one did is closed with it. */
export function letGo(held: HeldPorts): void {
  for (const holder of Object.values(held)) holder.close();
}
