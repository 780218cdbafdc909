import { isIP, type LookupFunction, type Socket } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { type AllowedNetworks, isAllowedByName, mayReach } from '../../schemas/events/public-address.ts';
import type { ResolveHost } from './resolve-host.ts';

/** Which addresses an agent may connect to. */
export type Guard = {
  allowedNetworks: AllowedNetworks;
  /** No address may be reached. */
  isClosed?: boolean | undefined;
  resolve: ResolveHost;
  /** Extra certificate authorities. */
  ca?: string | Buffer | undefined;
};

/** The address is not allowed as a delivery target. */
class AddressForbidden extends Error {
  readonly code = 'ADDRESS_FORBIDDEN';
}

/** Milliseconds to connect, and to keep a connection open for the next delivery. */
const CONNECT_MS = 10_000;
const KEEP_ALIVE_MS = 4_000;

/**
 * Connects to public addresses only. Resolves the name itself and connects to the checked address,
 * so that a changing DNS answer (rebinding) has no effect; the open socket's address is checked
 * again before sending. One forbidden address of a name forbids the name.
 */
export function guardedAgent(guard: Guard): Agent {
  const connect: buildConnector.connector = (options, callback) => {
    const answer = async (): Promise<void> => {
      let socket: Socket;
      try {
        socket = await connected(guard, options);
      } catch (error) {
        callback(error as Error, null);
        return;
      }
      callback(null, socket);
    };
    void answer();
  };
  return new Agent({ connect, pipelining: 1, keepAliveTimeout: KEEP_ALIVE_MS, keepAliveMaxTimeout: KEEP_ALIVE_MS });
}

async function connected(guard: Guard, options: buildConnector.Options): Promise<Socket> {
  const judge = (address: string): void => {
    const mayPass = options.protocol === 'https:' ? mayReach : isAllowedByName;
    if (!mayPass(address, guard.allowedNetworks)) throw new AddressForbidden(address);
  };
  const host = options.hostname.replace(/^\[(.*)\]$/, '$1');
  if (guard.isClosed) throw new AddressForbidden(host);
  const addresses = isIP(host) ? [host] : await guard.resolve(host);
  if (addresses.length === 0) throw new Error(`no address for ${host}`);
  for (const address of addresses) judge(address);
  const socket = await open(guard, options, addresses);
  try {
    judge(socket.remoteAddress ?? '');
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

function open(guard: Guard, options: buildConnector.Options, addresses: readonly string[]): Promise<Socket> {
  const connector = buildConnector({
    ...{ timeout: CONNECT_MS, keepAlive: true, autoSelectFamily: true, lookup: lookupOf(addresses) },
    ...(guard.ca !== undefined && { ca: guard.ca }),
  });
  return new Promise((resolve, reject) => {
    connector(options, (error, socket) => (error ? reject(error) : resolve(socket)));
  });
}

/** A lookup that returns the addresses already checked. */
const lookupOf =
  (addresses: readonly string[]): LookupFunction =>
  (_host, options, callback) => {
    const all = addresses.map((address) => ({ address, family: isIP(address) }));
    const [first] = all;
    if (options.all) callback(null, all);
    else callback(null, first?.address ?? '', first?.family);
  };
