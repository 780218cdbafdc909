import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

/** Gives every address a name has; throws where it has none. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/** Milliseconds one name server is waited for, and how often it is asked. */
const ANSWER_MS = 2_500;
const TRIES = 2;

/**
 * Asks name servers directly. The system's own lookup has four threads for the whole process: four names whose servers
 * say nothing would hold up every other delivery. Only where the operator opened networks are the names of his machines
 * (`/etc/hosts`) looked up too. `servers` are the system's unless said.
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
    // A new one each time: the name servers of a machine that moves between networks change.
    const resolver = new Resolver({ timeout: ANSWER_MS, tries: TRIES });
    if (servers) resolver.setServers(servers);
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    if (addresses.length > 0) return addresses;
    if (ownNames) return (await lookup(host, { all: true })).map(({ address }) => address);
    throw Object.assign(new Error(`no address for ${host}`), { code: 'ENOTFOUND' });
  };
}
