import { domainToASCII } from 'node:url';
import * as z from 'zod';

/** Characters an address may have (RFC 5321, 4.5.3.1.3). */
const EMAIL_MAX = 254;
/** Addresses one customer may have. */
export const EMAILS_MAX = 10;

export const email = z.string().overwrite(withAsciiDomain).max(EMAIL_MAX).check(z.email()).meta({ id: 'Email' });
export const emails = z.array(email).max(EMAILS_MAX);

/** `zoe@société.fr` as `zoe@xn--socit-esab.fr`: mail servers and comparisons know a domain by its ASCII form (RFC 5891). */
function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  if (at === 0 || domain.length > EMAIL_MAX || /^\p{ASCII}*$/u.test(domain)) return address;
  return address.slice(0, at) + (domainToASCII(domain) || domain);
}
