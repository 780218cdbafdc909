import * as z from 'zod';
import { VatReturnJson } from './vat-return.ts';

const { form, from, to, dueOn, state, declares, dueEuros, creditEuros, withoutRate } = VatReturnJson.shape;

const VatReturnToolJson = z
  .object({
    ...{ form, from, to, dueOn, state, declares, dueEuros, creditEuros, withoutRate },
    lines: z
      .array(
        z
          .object({
            line: z.string(),
            label: z.string().meta({ description: 'In French, as on the form.' }),
            baseEuros: z.int().optional(),
            taxEuros: z.int().optional(),
          })
          .meta({ id: 'VatToolLine' }),
      )
      .meta({ description: 'What to write, in whole euros, without the empty lines.' }),
  })
  .meta({ id: 'VatReturnOfTool' });

/** The VAT return for an assistant: what to write in the form, without its thirty empty lines. */
export const vatReturnAnswer = {
  output: z.object({ success: z.literal(true), vatReturn: VatReturnToolJson }).meta({ id: 'ToolAnswerVatReturn' }),
  answer: (body: z.output<typeof VatReturnJson>): Record<string, unknown> => ({
    success: true,
    vatReturn: {
      ...{ form: body.form, from: body.from, to: body.to, dueOn: body.dueOn, state: body.state },
      ...{ declares: body.declares, dueEuros: body.dueEuros, creditEuros: body.creditEuros },
      withoutRate: body.withoutRate,
      lines: body.lines
        .filter(({ base, tax }) => base?.euros || tax?.euros)
        .map(({ line, label, base, tax }) => ({
          ...{ line, label: label.fr },
          ...(base && { baseEuros: base.euros }),
          ...(tax && { taxEuros: tax.euros }),
        })),
    },
  }),
};
