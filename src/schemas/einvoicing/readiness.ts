import * as z from 'zod';
import { dutyStates, reformDuties } from '../../domain/einvoicing/reform-duties.ts';

/** What the account lacks for the reform. */
const readinessGaps = ['company_siren', 'company_address', 'customers_siren'] as const;

/** What the reform of e-invoicing asks of a business, and how far it is. */
export const ReadinessJson = z
  .object({
    day: z.string().meta({ format: 'date', description: 'The day of the account for which it is said.' }),
    duties: z.array(
      z.object({
        duty: z.enum(reformDuties).meta({
          description:
            '`receive` and `send`: electronic invoices, through an approved platform (CGI art. 289 bis). `report_sales`, `report_payments`: sales to consumers and abroad, and their receipts (CGI art. 290, 290 A).',
        }),
        since: z.string().meta({ format: 'date', description: 'From this day on, for a small or micro-business.' }),
        state: z.enum(dutyStates).meta({
          description:
            '`ready`: a platform is connected for it. `to_do`: it applies already. `to_prepare`: its day is to come. `not_concerned`: the reform does not ask it of this business.',
        }),
      }),
    ),
    gaps: z.array(
      z.object({
        gap: z.enum(readinessGaps).meta({
          description:
            'What is missing: the SIREN or the address of the company, or the SIREN of organizations in France.',
        }),
        count: z.int().optional().meta({ description: 'Of customers: how many, at most 1,000.' }),
      }),
    ),
  })
  .meta({ id: 'EInvoicingReadiness' });
