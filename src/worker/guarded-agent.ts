import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { type AllowedNetworks, isAllowedByName, mayReach } from '../contract/public-address.ts';
import type { ResolveHost } from './resolve-host.ts';

/** Whom an agent may connect to. */
export type Guard = {
  allowedNetworks: AllowedNetworks;
  resolve: ResolveHost;
  /** Authorities to trust beside the usual ones. */
  ca?: string | Buffer | undefined;
};

/** The address is not one that may be delivered to. */
export class AddressForbidden extends Error {
  readonly code = 'ADDRESS_FORBIDDEN';
}

/** Milliseconds to connect, and a connection is kept open for the next delivery to the same place. */
const CONNECT_MS = 10_000;
const KEEP_ALIVE_MS = 10_000;

/**
 * Connects to public addresses only. The name is resolved here and the address that was judged is the one connected to, so
 * that a name server that answers otherwise a moment later changes nothing; the address of the open socket is judged once
 * more before a byte is sent. One address of a name that may not be reached forbids the name.
 */
export function guardedAgent(guard: Guard): Agent {
  const base = { timeout: CONNECT_MS, keepAlive: true, ...(guard.ca !== undefined && { ca: guard.ca }) };
  const connect: buildConnector.connector = (options, callback) => {
    const isClear = options.protocol !== 'https:';
    const judge = (address: string): void => {
      const isGood = isClear
        ? isAllowedByName(address, guard.allowedNetworks)
        : mayReach(address, guard.allowedNetworks);
      if (!isGood) throw new AddressForbidden(address);
    };
    const host = options.hostname.replace(/^\[(.*)\]$/, '$1');
    const found = isIP(host) ? Promise.resolve([host]) : guard.resolve(host);
    found.then(
      (addresses) => {
        const fault = faultOf(() => addresses.forEach(judge));
        if (fault || addresses.length === 0) return callback(fault ?? new Error(`no address for ${host}`), null);
        const connector = buildConnector({ ...base, lookup: lookupOf(addresses), autoSelectFamily: true });
        connector(options, (error, socket) => {
          if (error) return callback(error, null);
          const late = faultOf(() => judge(socket.remoteAddress ?? ''));
          if (!late) return callback(null, socket);
          socket.destroy();
          callback(late, null);
        });
      },
      (error: Error) => callback(error, null),
    );
  };
  return new Agent({ connect, pipelining: 1, keepAliveTimeout: KEEP_ALIVE_MS, keepAliveMaxTimeout: KEEP_ALIVE_MS });
}

function faultOf(judged: () => void): Error | undefined {
  try {
    judged();
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

/** Answers what was found and judged already, whatever is asked. */
const lookupOf =
  (addresses: readonly string[]): LookupFunction =>
  (_host, options, callback) => {
    const all = addresses.map((address) => ({ address, family: isIP(address) }));
    const [first] = all;
    if (options.all) callback(null, all);
    else callback(null, first?.address ?? '', first?.family);
  };
