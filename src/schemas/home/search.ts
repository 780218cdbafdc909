import * as z from 'zod';
import { situations } from '../../domain/billing/document/situation.ts';
import { BillingTypeJson, CurrencyCodeJson } from '../fields/enumerations.ts';
import { isTest } from '../lists/list-query.ts';

/** Search results across all records: the first of each kind, in short form. */
export const FoundJson = z
  .object({
    documents: z.array(
      z
        .object({
          id: z.string(),
          type: BillingTypeJson,
          situation: z.enum(situations),
          number: z.string().optional(),
          title: z.string().optional(),
          customerName: z.string().optional(),
          amount: z.int().meta({ description: 'Cents, tax included.' }),
          currency: CurrencyCodeJson,
          test: isTest,
          day: z.string().meta({ format: 'date', description: 'The day of issue.' }),
        })
        .meta({ id: 'FoundDocument' }),
    ),
    customers: z.array(
      z
        .object({
          id: z.string(),
          kind: z.enum(['contact', 'organization']),
          name: z.string(),
          organizationName: z.string().optional(),
          email: z.string().optional(),
          test: isTest,
        })
        .meta({ id: 'FoundCustomer' }),
    ),
    products: z.array(
      z
        .object({
          id: z.string(),
          designation: z.string(),
          reference: z.string().optional(),
        })
        .meta({ id: 'FoundProduct' }),
    ),
    projects: z.array(z.object({ id: z.string(), name: z.string(), test: isTest }).meta({ id: 'FoundProject' })),
  })
  .meta({ id: 'Found' });
export type FoundJson = z.input<typeof FoundJson>;
