/** Maximum characters of a domain (RFC 1035, 2.3.4). */
const DOMAIN_MAX = 253;
/**
 * Letters, digits and hyphens of any script, separated by dots; no characters that are special in a
 * URL.
 */
const OF_ANY_SCRIPT = /^[\p{L}\p{M}\p{N}.\u3002\uff0e\uff61-]+$/u;

/**
 * `zoe@société.fr` as `zoe@xn--socit-esab.fr`: mail servers and comparisons use the ASCII form of a
 * domain (RFC 5891).
 */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  if (at === 0 || domain.length > DOMAIN_MAX || /^\p{ASCII}*$/u.test(domain) || !OF_ANY_SCRIPT.test(domain))
    return address;
  const site = `https://${domain}`;
  return address.slice(0, at) + (URL.canParse(site) ? new URL(site).hostname : domain);
}
