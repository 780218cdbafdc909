import * as z from 'zod';
import { receiptNatures } from '../../domain/books/receipts-book.ts';

const euros = (what: string) => z.int().meta({ description: `Cents of euros: ${what}` });
const dayJson = (what: string) => z.string().meta({ format: 'date', description: what });
const rate = z.int().meta({ description: 'In hundredths of a percent of what is declared: 2560 is 25.6 %.' });

const UrssafBoxJson = z
  .object({
    nature: z.enum(receiptNatures),
    received: euros('received in the period, without VAT and disbursements.'),
    declared: euros('what to write in the box, whole euros; 0 if more went back than came in.'),
    rates: z
      .object({ contributions: rate, training: rate, incomeTax: rate })
      .meta({ id: 'UrssafRates' })
      .nullable()
      .meta({ description: 'null if the rates of the period are not known here.' }),
    contributions: euros('social contributions.'),
    training: euros('the contribution to training.'),
    incomeTax: euros('income tax, if it is paid with the contributions.'),
  })
  .meta({ id: 'UrssafBox' });

export const UrssafDeclarationJson = z
  .object({
    from: dayJson('The first day of the period.'),
    to: dayJson('The last day of the period.'),
    opensOn: dayJson('The first day on which it can be declared.'),
    dueOn: dayJson('The last day to declare and to pay.'),
    state: z
      .enum(['running', 'open', 'past'])
      .meta({ description: 'Whether the period still runs, is declared now, or before.' }),
    boxes: z.array(UrssafBoxJson),
    received: euros('the sum of what was received.'),
    declared: euros('the sum of the boxes.'),
    due: euros('what is to be paid: contributions, training and income tax.'),
    left: euros('what is left of what was received.'),
    withoutRate: z
      .int()
      .meta({ description: 'Receipts in a currency without a known rate to the euro; they count as 0.' }),
  })
  .meta({ id: 'UrssafDeclaration' });
