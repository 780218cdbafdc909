import * as z from 'zod';
import { ACCOUNT_LABEL_MAX, ACCOUNT_NUMBER_MAX } from '../../domain/books/accounting/chart-of-accounts.ts';
import {
  type KeptOpening,
  OPENING_AMOUNT_MAX,
  OPENING_LABEL_MAX,
  OPENING_LINES_MAX,
  type OpeningFacts,
} from '../../domain/books/accounting/opening-entry.ts';
import { cents } from '../../domain/money/cents.ts';
import { filledText } from '../fields/text.ts';
import { isTest } from '../lists/list-query.ts';

const amount = (what: string) => z.int().min(0).max(OPENING_AMOUNT_MAX).default(0).meta({ description: what });
const day = z.iso.date().meta({ description: 'The day of the balances, mostly the first of a financial year.' });

export const OpeningEntryForm = z.object({
  on: day,
  label: filledText(OPENING_LABEL_MAX).default('À-nouveaux'),
  lines: z
    .array(
      z
        .object({
          account: filledText(ACCOUNT_NUMBER_MAX).meta({
            description: 'Three digits, then digits or capitals; classes 1 to 5.',
            example: '512',
          }),
          label: filledText(ACCOUNT_LABEL_MAX).meta({ description: 'The label of the account.', example: 'Banque' }),
          debit: amount('Cents of euros. A line has a debit or a credit.'),
          credit: amount('Cents of euros.'),
        })
        .refine(({ debit, credit }) => (debit === 0) !== (credit === 0), {
          error: 'A line has a debit or a credit, not both',
        })
        .meta({ id: 'OpeningLineForm' }),
    )
    .min(2)
    .max(OPENING_LINES_MAX),
});

export const OpeningEntryJson = z
  .object({
    id: z.string(),
    number: z.int().meta({ description: 'Its place in the order of recording, from 1.', example: 1 }),
    on: z.string().meta({ format: 'date', description: 'The day of the entry.' }),
    label: z.string(),
    lines: z.array(
      z
        .object({
          account: z.string(),
          label: z.string(),
          debit: z.int().meta({ description: 'Cents of euros.' }),
          credit: z.int().meta({ description: 'Cents of euros.' }),
        })
        .meta({ id: 'OpeningLine' }),
    ),
    author: z
      .string()
      .optional()
      .meta({ description: 'The ID of the person or key; absent from entries of versions that did not keep it.' }),
    reversesId: z.string().optional().meta({ description: 'The entry that this one takes back.' }),
    reversed: z.boolean().meta({ description: 'Whether another entry takes this one back.' }),
    createdAt: z.int().meta({ description: 'Unix seconds.' }),
    test: isTest,
  })
  .meta({ id: 'OpeningEntry' });

export const openingFacts = ({ on, label, lines }: z.output<typeof OpeningEntryForm>): OpeningFacts => ({
  ...{ on, label: label.trim() },
  lines: lines.map(({ account, label: said, debit, credit }) => ({
    ...{ number: account.trim(), label: said.trim(), amount: cents(debit - credit) },
  })),
});

export const openingToJson = (
  { id, number, on, label, lines, actor, reversesId, isReversed, createdAt }: KeptOpening,
  test: boolean,
): z.input<typeof OpeningEntryJson> => ({
  ...{ id, number, on, label, test, reversed: isReversed, createdAt },
  ...(actor !== undefined && { author: actor }),
  ...(reversesId !== undefined && { reversesId }),
  lines: lines.map(({ number: account, label: said, amount: moved }) => ({
    ...{ account, label: said, debit: Math.max(0, moved), credit: Math.max(0, -moved) },
  })),
});
