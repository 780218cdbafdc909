import type { Refused } from '../../domain/refusal.ts';
import { type AllowedNetworks, isAllowedByName, mayReach } from '../../schemas/events/public-address.ts';

export const urlRefusals = ['webhook_url_not_https', 'webhook_url_not_public'] as const;

/**
 * Refuses a URL that cannot be used: plain HTTP, unless the operator allowed the network, or a
 * non-public address. Host names are checked again on every connection.
 */
export function urlRefusal(url: string, allowed: AllowedNetworks): Refused<(typeof urlRefusals)[number]> | undefined {
  const { protocol, hostname } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  const isLiteral = /^[\d.]+$/.test(host) || host.includes(':');
  if (protocol !== 'https:' && (isLiteral ? !isAllowedByName(host, allowed) : allowed.length === 0))
    return { refused: 'webhook_url_not_https' };
  const isLocalName = /(^|\.)localhost$/.test(host) && allowed.length === 0;
  const isPublic = isLiteral ? mayReach(host, allowed) : !isLocalName;
  return isPublic ? undefined : { refused: 'webhook_url_not_public', host };
}
