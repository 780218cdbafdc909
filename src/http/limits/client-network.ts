import ipaddr from 'ipaddr.js';

/**
 * What counts as one address: IPv4 as it is (also where it is written as IPv6), IPv6 by its /64, since one customer of a
 * provider has all of it. What is no address is one of its own.
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
