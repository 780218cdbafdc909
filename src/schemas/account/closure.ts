import * as z from 'zod';
import type { Closure } from '../../domain/account/closure/closure.ts';
import { nameOf, periodKinds } from '../../domain/account/closure/period.ts';
import { paymentMethods } from '../../domain/billing/document/terms/payment-terms.ts';
import { shareKeys } from '../../domain/vat/breakdown.ts';

const cents = z.number().meta({ description: 'Cents.' });
const seconds = z.number().meta({ description: 'Unix seconds.' });
const byCurrency = <T extends z.ZodType>(of: T, description: string) =>
  z.record(z.string(), of).meta({ description: `${description}, by the code of the currency.` });

const billed = z.object({ count: z.int(), net: cents, vat: cents, total: cents }).meta({ id: 'BilledInPeriod' });
const byMethod = z
  .partialRecord(z.enum(paymentMethods), z.object({ count: z.int(), amount: cents }))
  .meta({ id: 'PaidByMethod', description: 'Count and amount by payment method.' });

const figures = z
  .object({
    invoices: billed.meta({
      description: 'Invoices, without the advances they deduct: an advance counts when it is billed.',
    }),
    advances: billed,
    creditNotes: billed.meta({ description: 'Amounts of the credit notes, as positive numbers.' }),
    vat: z
      .partialRecord(z.enum(shareKeys as [string, ...string[]]), z.object({ net: cents, vat: cents }))
      .meta({ description: 'Invoices and advances less credit notes, by VAT code, and the disbursements.' }),
    payments: byMethod,
    reversals: byMethod,
  })
  .meta({ id: 'FiguresOfPeriod' });

const runningTotal = z
  .object({
    net: cents.meta({ description: 'Cents. Invoices and advances less credit notes, without disbursements.' }),
    vat: cents,
    total: cents,
    disbursements: cents,
    received: cents.meta({ description: 'Cents. Payments less their counter-entries.' }),
    invoiced: cents.meta({ description: 'Cents. Invoices and advances only.' }),
    credited: cents.meta({ description: 'Cents. Credit notes only.' }),
  })
  .meta({ id: 'RunningTotal' });

const day = z.string().meta({ format: 'date' });

export const ClosureJson = z
  .object({
    id: z.string(),
    test: z.boolean(),
    kind: z.enum(periodKinds),
    period: z.string().meta({ description: '2026-11-22, 2026-11 or 2026.' }),
    startsOn: day,
    endsAt: seconds.meta({ description: 'Unix seconds. The first second after the period.' }),
    zone: z.string().meta({ description: 'The time zone of the account when the period was closed.' }),
    n: z.int().meta({ description: 'The number of the closure among those of the same kind, from 1, without gaps.' }),
    firstSeq: z.int().meta({ description: 'The first entry of the audit trail that the closure covers.' }),
    lastSeq: z.int().meta({ description: 'The last entry of the audit trail that the closure covers.' }),
    previous: z.string().optional().meta({ description: 'The SHA-256 of the previous closure of the same kind.' }),
    figures: byCurrency(figures, 'Total recorded in the period'),
    yearToDate: byCurrency(runningTotal, 'Total since the beginning of the year'),
    perpetual: byCurrency(runningTotal, 'Total since the account began'),
    madeAt: seconds,
    sha256: z.string().meta({
      description:
        'The SHA-256 of the canonical JSON (RFC 8785) of the closure, without `period` and `sha256`. The audit trail records it.',
    }),
  })
  .meta({ id: 'Closure' });

/** A closure in the API: the hashed content, its title and hash. */
export const closureToJson = (closure: Closure, sha256: string): z.input<typeof ClosureJson> => ({
  ...closure,
  period: nameOf(closure),
  sha256,
});
