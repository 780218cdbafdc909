import ipaddr from 'ipaddr.js';

/** Networks in CIDR notation that may be reached although they are not public. */
export type AllowedNetworks = readonly string[];

/**
 * Whether an address, however it is spelled, may be sent to: a public one, or one of the networks the operator opened.
 * An IPv4 address inside an IPv6 one is judged too: opening a translator's network opens nothing behind it. Text that is
 * no address may not.
 */
export function mayReach(address: string, allowed: AllowedNetworks): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (isPublic(parsed)) return true;
  if (!isIn(parsed, allowed)) return false;
  const inside = embeddedIn(parsed);
  return inside === undefined || isPublic(inside) || isIn(inside, allowed);
}

/** Whether an address lies in one of the networks the operator opened: the only ones reached without TLS. */
export const isAllowedByName = (address: string, allowed: AllowedNetworks): boolean =>
  ipaddr.isValid(address) && isIn(ipaddr.process(address), allowed);

type Address = ReturnType<typeof ipaddr.process>;

// The library calls whatever it has no name for unicast: `::7f00:1`, for one, or networks nobody was given yet.
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

const isPublic = (address: Address): boolean =>
  address.range() === 'unicast' && (address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST));

function isIn(address: Address, networks: AllowedNetworks): boolean {
  return networks.some((network) => {
    const [base, bits] = ipaddr.parseCIDR(network);
    return base.kind() === address.kind() && address.match(base, bits);
  });
}

/** The IPv4 address a translator (NAT64) or a tunnel (6to4) would send to. */
function embeddedIn(address: Address): Address | undefined {
  if (address instanceof ipaddr.IPv4) return undefined;
  const bytes = address.toByteArray();
  if (address.range() === '6to4') return new ipaddr.IPv4(bytes.slice(2, 6));
  return ['rfc6052', 'rfc6145'].includes(address.range()) ? new ipaddr.IPv4(bytes.slice(12)) : undefined;
}
