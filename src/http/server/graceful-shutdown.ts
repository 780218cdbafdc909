import type http from 'node:http';
import type https from 'node:https';
import net, { type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { processLimits } from '../../limits/process-limits.ts';

type Server = http.Server | https.Server;

/** Milliseconds a shutdown waits for busy connections to close. */
const DRAIN_MS = 300;
/** Milliseconds the last refusals have to reach their clients. */
const LAST_ANSWERS_MS = 500;
const SWEEP_MS = 50;

/** All open connections of these servers, including those that have sent nothing. */
export function socketsOf(servers: readonly Server[]): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  for (const server of servers)
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
  return sockets;
}

/**
 * Stops servers: requests in progress get time to finish, waiting ones are refused, then every
 * connection is closed.
 */
export async function stopServers(
  servers: readonly Server[],
  { sockets, refuseWaiting }: { sockets: ReadonlySet<Socket>; refuseWaiting?: (() => void) | undefined },
): Promise<void> {
  const { answersMs } = processLimits.stopping;
  const refusing = setTimeout(() => refuseWaiting?.(), answersMs);
  const cutting = setTimeout(() => {
    for (const socket of sockets) socket.destroy();
  }, answersMs + LAST_ANSWERS_MS);
  await Promise.all(servers.map(stopServer));
  clearTimeout(refusing);
  clearTimeout(cutting);
}

/**
 * Closing an idle connection races with the next request of its client. So first stop accepting,
 * mark every response as the last of its connection, wait for busy clients to read that, then close
 * idle connections. `close` of an HTTP server would close them at once; net's own does not.
 */
async function stopServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    net.Server.prototype.close.call(server, () => resolve());
  });
  if ((await connectionsOf(server)) > 0) await Promise.race([closed, wait(DRAIN_MS)]);
  const sweeping = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  server.close();
  await closed;
  clearInterval(sweeping);
}

const connectionsOf = (server: net.Server): Promise<number> =>
  new Promise((resolve) => {
    server.getConnections((error, count) => resolve(error ? 1 : count));
  });
