import ipaddr from 'ipaddr.js';

/**
 * The unit for limits per address: IPv4 as it is (also when written as IPv6), IPv6 by its /64,
 * because one customer of a provider owns all of it. Anything else counts as one address of its
 * own.
 */
export function clientNetworkOf(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return 'unknown';
  const read = ipaddr.process(address);
  if (read.kind() === 'ipv4') return read.toString();
  return `${(read as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
