import { createServer, type Server } from 'node:net';
import { listen, type PortSetting } from './ports.ts';

/** Ports opened before anything else is, for the servers that will answer on them. */
export type HeldPorts = { readonly [port in PortSetting]?: Server };

/**
 * Opens the ports of the service: while the process is still root, should they be reserved ones, and before a database, an
 * account or a key is made for a service that could not answer. Until the servers take them over, who connects is hung up
 * on. Port 0 is chosen by the system later, and cannot be taken. Refuses as `listen` does.
 */
export async function heldPorts(config: { host: string; port: number; httpPort: number }): Promise<HeldPorts> {
  const held: { [port in PortSetting]?: Server } = {};
  for (const [setting, port] of [
    ['PORT', config.port],
    ['HTTP_PORT', config.httpPort],
  ] as const) {
    if (port === 0) continue;
    const holder = createServer((socket) => socket.destroy());
    try {
      await listen(holder, { port, host: config.host, setting });
    } catch (error) {
      letGo(held);
      throw error;
    }
    held[setting] = holder;
  }
  return held;
}

/** Lets go of what no server took over; what one did is closed with it. */
export function letGo(held: HeldPorts): void {
  for (const holder of Object.values(held)) holder.close();
}
