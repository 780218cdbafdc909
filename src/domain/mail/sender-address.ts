/** Plain ASCII, accepted by every mail server. */
const MAIL_ADDRESS = /^(?=.{3,254}$)[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)*$/i;

/** Parses a sender address from a setting; undefined if invalid. */
export function senderAddress(text: string): string | undefined {
  const address = withAsciiDomain(text);
  return MAIL_ADDRESS.test(address) ? address : undefined;
}

/**
 * The sender address from a mail server's user name in a URL, where `@` and non-ASCII letters are
 * escaped.
 */
export function senderInLogin(username: string): string | undefined {
  try {
    return senderAddress(decodeURIComponent(username));
  } catch {
    return undefined;
  }
}

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
