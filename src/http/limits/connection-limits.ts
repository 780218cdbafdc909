import type http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { processLimits } from '../../limits/process-limits.ts';
import type { SecurityLog } from '../../services/security-event.ts';
import type { IsTrusted } from '../server/listeners.ts';
import { clientNetworkOf } from './client-network.ts';

type Held = {
  readonly socket: Socket;
  readonly network: string | undefined;
  /** Requests in progress. */
  requests: number;
  /** Closes the connection if the handshake or the first request does not complete in time. */
  patience?: NodeJS.Timeout;
};

/**
 * Limits connections per address and in total, and closes unfinished handshakes. Over the limit of
 * an address, its oldest idle connection is closed; if all are busy, the new one is refused. Over
 * the total limit, the address with the most connections loses one. Trusted proxies have no limit
 * per address. `perAddressMax` 0 turns that limit off.
 */
export function limitConnections(given: { isTrusted: IsTrusted; perAddressMax: number; securityLog: SecurityLog }): {
  watch: (server: http.Server | https.Server) => void;
} {
  const all = new Set<Held>();
  const byNetwork = new Map<string, Set<Held>>();
  const leave = (held: Held): void => {
    all.delete(held);
    const others = held.network === undefined ? undefined : byNetwork.get(held.network);
    others?.delete(held);
    if (others?.size === 0) byNetwork.delete(held.network as string);
  };
  const makeWay = (among: Iterable<Held>): boolean => {
    for (const held of among) {
      if (held.requests > 0) continue;
      leave(held);
      held.socket.destroy();
      return true;
    }
    return false;
  };
  const hasRoom = (network: string | undefined): boolean => {
    const own = (network !== undefined && byNetwork.get(network)) || new Set<Held>();
    if (given.perAddressMax > 0 && own.size >= given.perAddressMax) return makeWay(own);
    return all.size < processLimits.connections.max || makeWay(largest(byNetwork));
  };
  const enter = (socket: Socket): Held | undefined => {
    const { remoteAddress: address } = socket;
    const network = given.isTrusted(address) ? undefined : clientNetworkOf(address);
    if (!hasRoom(network)) {
      socket.destroy();
      given.securityLog({ event: 'connections_refused', address });
      return undefined;
    }
    const held: Held = { socket, network, requests: 0 };
    all.add(held);
    if (network !== undefined) byNetwork.set(network, (byNetwork.get(network) ?? new Set()).add(held));
    socket.once('close', () => leave(held));
    return held;
  };
  return { watch: (server) => watch(server, enter) };
}

function watch(server: http.Server | https.Server, enter: (socket: Socket) => Held | undefined): void {
  const { handshakeMs, idleMs, unansweredMax } = processLimits.connections;
  const holding = new WeakMap<Socket, Held>();
  const shakingHands = new Map<string, Held>();
  // Runs first, so that nothing reads a refused socket.
  server.prependListener('connection', (socket: Socket) => {
    const held = enter(socket);
    if (!held) return;
    holding.set(socket, held);
    socket.once('close', () => clearTimeout(held.patience));
    if (!(server instanceof https.Server)) return awaited(held, idleMs);
    // Slow bytes do not extend the deadline: only a completed handshake ends it.
    const name = nameOf(socket);
    awaited(held, handshakeMs);
    shakingHands.set(name, held);
    socket.once('close', () => {
      if (shakingHands.get(name) === held) shakingHands.delete(name);
    });
  });
  server.on('secureConnection', (secured: Socket) => {
    const held = shakingHands.get(nameOf(secured));
    if (!held) return;
    shakingHands.delete(nameOf(secured));
    holding.set(secured, held);
    awaited(held, idleMs);
  });
  server.on('request', ({ socket }: http.IncomingMessage, response: http.ServerResponse) => {
    const held = holding.get(socket);
    if (!held) return;
    // From here on the server's own timeouts apply: headers, requests, idle connections.
    clearTimeout(held.patience);
    held.requests += 1;
    // Hundreds of pipelined requests would start at once and delay everyone else.
    if (held.requests > unansweredMax) return void socket.destroy();
    response.once('close', () => {
      held.requests -= 1;
    });
  });
}

function awaited(held: Held, ms: number): void {
  clearTimeout(held.patience);
  held.patience = setTimeout(() => held.socket.destroy(), ms).unref();
}

/** The TLS socket and its TCP socket are different objects with the same peer. */
const nameOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/** Connections of the address with the most connections, oldest first. */
function largest(byNetwork: ReadonlyMap<string, ReadonlySet<Held>>): Iterable<Held> {
  let most: ReadonlySet<Held> = new Set();
  for (const each of byNetwork.values()) if (each.size > most.size) most = each;
  return most;
}
