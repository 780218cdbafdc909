import { withAsciiDomain } from './ascii-domain.ts';

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
