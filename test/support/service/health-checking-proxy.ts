import https from 'node:https';
import net, { type AddressInfo, type Socket } from 'node:net';

/** Milliseconds between two health checks of each process. */
const LOOK_EVERY_MS = 100;

/**
 * A load balancer like an operator's: it forwards connections in turn to the processes that report
 * ready, and checks each one continuously. It reads no traffic and retries nothing.
 */
export async function healthCheckingProxy(given: { ports: readonly number[]; ca: Buffer }) {
  const ready = new Set<number>();
  /** How each process last stopped being ready: it said so, or its connection failed. */
  const heard = new Map<number, 'told' | 'cut off'>();
  const looks = given.ports.map((port) => ({ port, agent: new https.Agent({ ca: given.ca }) }));
  const look = ({ port, agent }: (typeof looks)[number]): Promise<void> =>
    new Promise((resolve) => {
      const told = (isReady: boolean, how: 'told' | 'cut off' = 'told'): void => {
        if (isReady) ready.add(port);
        else if (ready.delete(port)) heard.set(port, how);
        resolve();
      };
      https
        .get({ host: '127.0.0.1', port, path: '/health/ready', agent }, (response) => {
          response.resume();
          told(response.statusCode === 200);
        })
        .on('error', () => told(false, 'cut off'));
    });
  let closed = false;
  const looking = looks.map(async (each) => {
    while (!closed) {
      await look(each);
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  });
  const sockets = new Set<Socket>();
  let turn = 0;
  const server = net.createServer((client) => {
    const among = given.ports.filter((port) => ready.has(port));
    const port = among[turn++ % Math.max(among.length, 1)];
    if (port === undefined) return void client.destroy();
    const behind = net.connect({ host: '127.0.0.1', port });
    for (const [one, other] of [
      [client, behind],
      [behind, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.once('close', () => {
        sockets.delete(one);
        other.destroySoon();
      });
      one.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    /** Whether connections are forwarded to the process at a port. */
    isReady: (port: number): boolean => ready.has(port),
    /** Whether the process at a port reported that it was not ready before it stopped answering. */
    wasTold: (port: number): boolean => heard.get(port) === 'told',
    close: async () => {
      closed = true;
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await Promise.all(looking);
    },
  };
}
