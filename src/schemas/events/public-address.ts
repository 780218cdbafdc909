import ipaddr from 'ipaddr.js';

/** Networks in CIDR notation that may be reached although they are not public. */
export type AllowedNetworks = readonly string[];

/**
 * Whether an address, however it is written, may be used as a target: public, or in a network the
 * operator allowed. An IPv4 address embedded in IPv6 is checked too: allowing a translator's
 * network does not allow addresses behind it. Invalid text is refused.
 */
export function mayReach(address: string, allowed: AllowedNetworks): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (isPublic(parsed)) return true;
  if (!isIn(parsed, allowed)) return false;
  const inside = embeddedIn(parsed);
  return inside === undefined || isPublic(inside) || isIn(inside, allowed);
}

/** Whether an address is in a network the operator allowed. Only these are reached without TLS. */
export const isAllowedByName = (address: string, allowed: AllowedNetworks): boolean =>
  ipaddr.isValid(address) && isIn(ipaddr.process(address), allowed);

type Address = ReturnType<typeof ipaddr.process>;

// The library reports unknown ranges as unicast, for example `::7f00:1` or unassigned networks.
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

const isPublic = (address: Address): boolean =>
  address.range() === 'unicast' && (address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST));

function isIn(address: Address, networks: AllowedNetworks): boolean {
  return networks.some((network) => {
    const [base, bits] = ipaddr.parseCIDR(network);
    return base.kind() === address.kind() && address.match(base, bits);
  });
}

/** The IPv4 address that a translator (NAT64) or tunnel (6to4) would use. */
function embeddedIn(address: Address): Address | undefined {
  if (address instanceof ipaddr.IPv4) return undefined;
  const bytes = address.toByteArray();
  if (address.range() === '6to4') return new ipaddr.IPv4(bytes.slice(2, 6));
  return ['rfc6052', 'rfc6145'].includes(address.range()) ? new ipaddr.IPv4(bytes.slice(12)) : undefined;
}
