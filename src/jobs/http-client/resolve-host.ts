import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

/** Returns every address of a name; throws if there is none. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/** Milliseconds to wait for a name server, and number of attempts. */
const ANSWER_MS = 2_500;
const TRIES = 2;

/**
 * Queries name servers directly. The system lookup has four threads per process: four names whose
 * servers do not respond would block all deliveries. `/etc/hosts` is only used if the operator has
 * opened private networks. Default `servers`: the system's.
 */
export function createHostResolver({
  ownNames,
  servers,
}: {
  ownNames: boolean;
  servers?: readonly string[];
}): ResolveHost {
  return async (host) => {
    if (isIP(host)) return [host];
    // Created anew each time, because a machine that changes networks changes name servers.
    const resolver = new Resolver({ timeout: ANSWER_MS, tries: TRIES });
    if (servers) resolver.setServers(servers);
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    if (addresses.length > 0) return addresses;
    if (ownNames) return (await lookup(host, { all: true })).map(({ address }) => address);
    throw Object.assign(new Error(`no address for ${host}`), { code: 'ENOTFOUND' });
  };
}
