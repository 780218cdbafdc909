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
  /** Being answered. */
  requests: number;
  /** Ends it, should what is awaited (the end of the handshake, the first request) not come. */
  patience?: NodeJS.Timeout;
};

/**
 * Lets no address hold more than its share of connections, nor all together more than the process bears, and ends
 * handshakes that do not come to an end. Beyond the share the oldest connection of the same address on which nothing is
 * being answered gives way; where every one of them is at work, the new one is refused. At the limit for all the
 * address that holds most gives way. Trusted proxies, who speak for many, have no share of their own. An `perAddressMax` of 0
 * limits nobody by address.
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
  // First of all: a socket that is refused is read by nobody.
  server.prependListener('connection', (socket: Socket) => {
    const held = enter(socket);
    if (!held) return;
    holding.set(socket, held);
    socket.once('close', () => clearTimeout(held.patience));
    if (!(server instanceof https.Server)) return awaited(held, idleMs);
    // However busily it dribbles: only the end of the handshake ends the wait for it.
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
    // From now on the server's own times hold: for headers, requests and idle connections.
    clearTimeout(held.patience);
    held.requests += 1;
    // Hundreds of requests in one breath would all begin at once, and everybody else would wait for them.
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

/** The secured socket is another object than the one it came over, of the same peer. */
const nameOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/** Connections of the address that holds most, the oldest first. */
function largest(byNetwork: ReadonlyMap<string, ReadonlySet<Held>>): Iterable<Held> {
  let most: ReadonlySet<Held> = new Set();
  for (const each of byNetwork.values()) if (each.size > most.size) most = each;
  return most;
}
