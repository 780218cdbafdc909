import * as z from 'zod';
import { withAsciiDomain } from '../../domain/mail/sender-address.ts';

/** Maximum characters of an address (RFC 5321, 4.5.3.1.3). */
const EMAIL_MAX = 254;
/** Maximum addresses of a customer. */
export const EMAILS_MAX = 10;

export const email = z.string().overwrite(withAsciiDomain).max(EMAIL_MAX).check(z.email()).meta({ id: 'Email' });
export const emails = z.array(email).max(EMAILS_MAX);
