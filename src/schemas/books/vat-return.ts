import * as z from 'zod';
import { receiptEvents } from '../../domain/books/receipts-book.ts';
import { leftOutReasons, type VatPiece, vatBoxes } from '../../domain/books/vat-return/vat-entry.ts';
import { entryLineNames, vatForms, vatSections } from '../../domain/books/vat-return/vat-lines.ts';
import { statementDueOn, type VatReturnPeriod } from '../../domain/books/vat-return/vat-periods.ts';
import { inEuros, type SheetLine } from '../../domain/books/vat-return/vat-sheet.ts';
import type { StatementLine } from '../../domain/books/vat-return/vat-sums.ts';
import type { CivilDay } from '../../domain/time/civil-day.ts';
import { worded } from '../fields/enum-schema.ts';
import { day } from '../fields/timestamp.ts';
import { cursor, writeCursor } from '../lists/cursor.ts';

const dayJson = (what: string) => z.string().meta({ format: 'date', description: what });
const cents = (what: string) => z.int().meta({ description: `Cents of euros: ${what}` });
const wholeEuros = (what: string) => z.int().meta({ description: `Whole euros: ${what}` });

/** A day of the period asked for. */
export const vatPeriodDay = day
  .optional()
  .meta({ description: 'A day of the period; by default the last period that has ended.' });

/** A line with pieces, of either form. */
export const vatLineName = worded(entryLineNames as [string, ...string[]]).meta({
  description:
    'A line of the form of the period: A1, 08 and 20 of the CA3, 5A and 23 of the CA12. Computed lines have no list.',
  example: 'A1',
});

/** Whole euros that a return can carry over. */
const CREDIT_EUROS_MAX = 10_000_000_000;
export const vatCreditForm = z.object({
  on: day.meta({ description: 'A day of the period whose return carries the credit over.' }),
  euros: z.int().min(0).max(CREDIT_EUROS_MAX).meta({
    description: 'Whole euros, as on line 27 of the return before, less what you asked to be refunded.',
    example: 340,
  }),
});
export const VatCreditJson = z
  .object({
    from: dayJson('The first day of the period.'),
    euros: wholeEuros('the credit that its return carries over.'),
  })
  .meta({ id: 'VatCredit' });

const periodShape = {
  kind: z.enum(['month', 'quarter', 'year']),
  form: z.enum(vatForms).meta({ description: '`ca3`: form 3310-CA3; `ca12`: form 3517-S, for a year.' }),
  from: dayJson('The first day of the period.'),
  to: dayJson('The last day of the period.'),
  opensOn: dayJson('The first day on which it can be declared.'),
  dueOn: dayJson('The last day to declare and to pay; the account at impots.gouv.fr shows the day that counts.'),
  state: z
    .enum(['running', 'open', 'past'])
    .meta({ description: 'Whether the period still runs, is declared now, or before.' }),
};

export const VatPeriodJson = z.object(periodShape).meta({ id: 'VatPeriod' });
export const VatPeriodsJson = z
  .object({
    declares: z.boolean().meta({
      description: 'false under the franchise or an exemption: no VAT is declared, unless some is owed for a supplier.',
    }),
    periods: z.array(VatPeriodJson).meta({ description: 'The newest first: the running one and those before it.' }),
  })
  .meta({ id: 'VatPeriods' });

/** The JSON of a period, on a day. */
export const vatPeriodToJson = (period: VatReturnPeriod, today: CivilDay): z.input<typeof VatPeriodJson> => ({
  ...period,
  state: today < period.opensOn ? 'running' : today <= period.dueOn ? 'open' : 'past',
});

const AmountJson = z
  .object({
    cents: z.int().meta({ description: 'Cents of euros: the exact sum; negative if more was credited than sold.' }),
    euros: wholeEuros('what to write in the form, rounded half up, never negative.'),
  })
  .meta({ id: 'VatAmount' });

export const VatLineJson = z
  .object({
    line: z.string().meta({ description: 'The number of the line on the form.' }),
    section: z.enum(vatSections),
    label: z.object({ fr: z.string(), en: z.string() }).meta({ id: 'VatLineLabel' }),
    base: AmountJson.optional().meta({ description: 'The amount without tax, if the line asks for it.' }),
    tax: AmountJson.optional().meta({ description: 'The tax, if the line asks for it.' }),
    count: z.int().meta({ description: 'Documents, receipts and purchases in it; 0 for a computed line.' }),
    from: z.array(z.string()).optional().meta({ description: 'Of a computed line: the lines it comes from.' }),
  })
  .meta({ id: 'VatLine' });

const StatementLineJson = z
  .object({
    month: dayJson('The first day of the month.'),
    dueOn: dayJson('The last day to state it to customs.'),
    vatNumber: z.string().nullable().meta({ description: 'null if the customer has none: it cannot be stated.' }),
    customerName: z.string().optional(),
    amount: cents('sold in the month, without tax.'),
    euros: wholeEuros('what to write; 0 if more was credited than sold.'),
  })
  .meta({ id: 'VatStatementLine' });

/** Lines of a statement to customs in an answer. */
const STATEMENT_LINES_MAX = 1_000;
const statement = (what: string) =>
  z
    .array(StatementLineJson)
    .max(STATEMENT_LINES_MAX)
    .meta({ description: `${what} At most ${STATEMENT_LINES_MAX}.` });

export const VatReturnJson = z
  .object({
    ...periodShape,
    declares: z.boolean().meta({
      description:
        'false under the franchise or an exemption: there are no lines. In a period with VAT owed for a supplier it is true.',
    }),
    source: z.string().meta({ description: 'The form and the notice that the lines follow.' }),
    lines: z.array(VatLineJson).meta({ description: 'In the order of the form; all that Facturier can fill in.' }),
    dueEuros: wholeEuros('VAT to pay.'),
    creditEuros: wholeEuros('credit to carry over.'),
    creditBefore: z
      .object({
        euros: wholeEuros('the credit of the return before.'),
        stated: z.boolean().meta({ description: 'Whether the owner stated it; otherwise it is computed.' }),
        since: dayJson('The first day of the periods that it was computed from.'),
      })
      .meta({ id: 'VatCreditBefore' }),
    leftOut: z
      .array(
        z
          .object({
            why: z.enum(leftOutReasons).meta({
              description:
                '`margin`: the margin is on no document; `franchise`: no VAT was due; `reported_before`: declared with takings.',
            }),
            net: cents('without tax.'),
            count: z.int(),
          })
          .meta({ id: 'VatLeftOut' }),
      )
      .meta({ description: 'Amounts that are in no line.' }),
    withoutLine: z
      .array(
        z
          .object({ what: z.enum(vatBoxes), net: cents('without tax.'), tax: cents('the VAT.') })
          .meta({ id: 'VatWithoutLine' }),
      )
      .meta({
        description: 'Operations that this form has no line for, such as goods acquired in the Union on the CA12.',
      }),
    withoutRate: z
      .int()
      .meta({ description: 'Pieces in a currency without a known rate to the euro; they count as 0.' }),
    unionServices: statement('Services sold to businesses of the Union (DES), by month and VAT number.'),
    unionGoods: statement('Goods sold to businesses of the Union (état récapitulatif), by month and VAT number.'),
  })
  .meta({ id: 'VatReturn' });

export const vatLineToJson = ({
  name,
  fr,
  en,
  section,
  base,
  tax,
  count,
  from,
}: SheetLine): z.input<typeof VatLineJson> => ({
  ...{ line: name, section, label: { fr, en }, count },
  ...(base && { base: { ...base } }),
  ...(tax && { tax: { ...tax } }),
  ...(from && { from: [...from] }),
});

export const statementsToJson = (lines: readonly StatementLine[]): z.input<typeof StatementLineJson>[] =>
  lines.slice(0, STATEMENT_LINES_MAX).map(({ month, vatNumber, name, amount }) => ({
    ...{ month, dueOn: statementDueOn(month), vatNumber: vatNumber ?? null, amount, euros: inEuros(amount) },
    ...(name !== undefined && { customerName: name }),
  }));

export const VatPieceJson = z
  .object({
    id: z
      .string()
      .meta({ description: 'The id of the document, of the line of the receipts book, or of the purchase.' }),
    event: z.enum(['issued', 'purchase', ...receiptEvents]).meta({
      description:
        '`issued`: the document itself; `purchase`: a line of the register; otherwise what the receipts book states.',
    }),
    on: dayJson('The day on which its VAT falls due or is deducted.'),
    billingId: z.string().optional().meta({ description: 'The document that was issued or paid.' }),
    reference: z.string().optional(),
    name: z.string().optional().meta({ description: 'The customer or supplier.' }),
    base: cents('its amount in the line, without tax.'),
    tax: cents('its VAT in the line.'),
  })
  .meta({ id: 'VatPiece' });

export const VatPiecesJson = z
  .object({
    docs: z.array(VatPieceJson),
    nextCursor: z.string().optional().meta({ description: 'The cursor of the next page; absent on the last.' }),
  })
  .meta({ id: 'VatPieces' });

type InLine = { readonly base: number; readonly tax: number };

/** The JSON of a piece with its amounts in a line. */
export const vatPieceToJson = (piece: VatPiece, { base, tax }: InLine): z.input<typeof VatPieceJson> => ({
  ...{ id: piece.id, event: piece.event, on: piece.on, base, tax },
  ...(piece.documentId !== undefined && { billingId: piece.documentId }),
  ...(piece.reference !== undefined && { reference: piece.reference }),
  ...(piece.name !== undefined && { name: piece.name }),
});

/** Characters of the id of a line: a UUID and a suffix. */
const ID_MAX = 60;
const LINES_MAX = 100_000_000;
const on = z.iso.date().refine((said) => !said.startsWith('0000'));
const place = z.discriminatedUnion('source', [
  z.object({ source: z.literal('documents'), on, id: z.uuid() }),
  z.object({
    source: z.literal('receipts'),
    on,
    at: z.int().min(-1).max(Number.MAX_SAFE_INTEGER),
    id: z
      .string()
      .max(ID_MAX)
      .regex(/^[0-9a-f-]*$/),
    n: z.int().min(0).max(LINES_MAX),
  }),
  z.object({
    source: z.literal('purchases'),
    place: z.object({ on, n: z.int().min(0).max(LINES_MAX) }).optional(),
  }),
]);

/** Where a list or an export continues. */
export const vatCursor = cursor(place)
  .optional()
  .meta({
    description: 'Where to continue: only what comes after it.',
    example: writeCursor({ source: 'documents', on: '2026-03-30', id: '01890a60-2b7d-7f95-8e13-6c5d4e3f2a1b' }),
  });
