import { withAsciiDomain } from './ascii-domain.ts';

/** Plain ASCII: what every mail server takes. */
const MAIL_ADDRESS = /^(?=.{3,254}$)[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)*$/i;

/** An address mail can be sent from, as it is written in a setting; undefined for anything else. */
export function senderAddress(text: string): string | undefined {
  const address = withAsciiDomain(text);
  return MAIL_ADDRESS.test(address) ? address : undefined;
}

/** The same from who logs in at a mail server, as a URL has it: its `@` and letters of other scripts are escaped. */
export function senderInLogin(username: string): string | undefined {
  try {
    return senderAddress(decodeURIComponent(username));
  } catch {
    return undefined;
  }
}
