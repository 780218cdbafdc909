import { lookup } from 'node:dns';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, buildConnector } from 'undici';
import { UsageError } from '../terminal/output.ts';

/** Milliseconds to connect. */
const CONNECT_MS = 5_000;

/** Local networks: this machine and private networks, such as those of containers. */
const OWN: ReadonlySet<string> = new Set(['loopback', 'private', 'uniqueLocal']);

/** Whether an address is on this machine or in a private network. */
export const isOwn = (address: string): boolean => ipaddr.isValid(address) && OWN.has(ipaddr.process(address).range());

/**
 * Parses the forwarding URL: `http://localhost:3000/hook` or `localhost:3000/hook`. The address is
 * checked when connecting.
 */
export function parseReceiverUrl(said: string): string {
  const text = said.includes('://') ? said : `http://${said}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.hash) {
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    if (!isIP(host) || isOwn(host)) return url.href;
    throw new UsageError(NOT_OWN(said));
  }
  throw new UsageError({
    fr: `« ${said} » n’est pas une adresse. Écrivez par exemple --forward-to http://localhost:3000/hook`,
    en: `"${said}" is not an address. Write for example --forward-to http://localhost:3000/hook`,
  });
}

/** The receiver is not local. */
const NOT_OWN = (said: string) => ({
  fr: `« ${said} » n’est ni sur cette machine ni dans un réseau privé. Pour une adresse publique, créez un webhook : POST /v2/webhooks`,
  en: `"${said}" is neither on this machine nor in a private network. For a public address, create a webhook: POST /v2/webhooks`,
});

type Found = readonly { readonly address: string; readonly family: number }[];
type Resolve = (host: string, answer: (error: Error | null, found: Found) => void) => void;

class AddressForbidden extends Error {
  readonly code = 'ADDRESS_FORBIDDEN';
}

/**
 * Connects only to this machine and private networks, whatever the host name, because events
 * contain customer data. It connects to the same address it has checked.
 */
export function localOnlyAgent(resolve: Resolve = (host, answer) => lookup(host, { all: true }, answer)): Agent {
  const connector = buildConnector({
    timeout: CONNECT_MS,
    autoSelectFamily: true,
    lookup: (name, { all }, answer) =>
      resolve(name, (error, found) => {
        const elsewhere = found?.find(({ address }) => !isOwn(address));
        const [first] = found ?? [];
        if (error || elsewhere || !first) answer(error ?? new AddressForbidden(elsewhere?.address ?? name), '', 0);
        else if (all) answer(null, [...found]);
        else answer(null, first.address, first.family);
      }),
  });
  const connect: buildConnector.connector = (options, callback) => {
    // IP addresses need no lookup.
    const host = options.hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(host) && !isOwn(host)) callback(new AddressForbidden(host), null);
    else connector(options, callback);
  };
  return new Agent({ connect, pipelining: 1 });
}
