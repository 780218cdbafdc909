import * as z from 'zod';
import { withAsciiDomain } from '../../domain/mail/ascii-domain.ts';

/** Characters an address may have (RFC 5321, 4.5.3.1.3). */
const EMAIL_MAX = 254;
/** Addresses one customer may have. */
export const EMAILS_MAX = 10;

export const email = z.string().overwrite(withAsciiDomain).max(EMAIL_MAX).check(z.email()).meta({ id: 'Email' });
export const emails = z.array(email).max(EMAILS_MAX);
