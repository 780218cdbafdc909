import * as z from 'zod';

/** An account at a provider of online payment, as the interface writes it. */
export const PaymentAccountJson = z
  .object({
    id: z.string(),
    externalId: z.string(),
    provider: z.enum(['stripe_connect']),
    status: z.enum(['enabled', 'disabled']),
    reason: z.enum(['MISSING_INFO', 'UNDER_REVIEW', 'FRAUD_SUSPECTED', 'TERMS_VIOLATION', 'UNKNOWN']).nullable(),
  })
  .meta({ id: 'PaymentAccount' });
