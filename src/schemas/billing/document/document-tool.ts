import * as z from 'zod';
import { idOf } from '../../fields/id.ts';
import { answeredAs } from '../../tool-definition.ts';

/**
 * The tool for an operation on one billing document: `{ invoiceId, … }` in, `{ success: true,
 * billing }` out. `parameters` are all except the ID, with the operation's names.
 */
export const billingTool = <S extends z.ZodType>(
  { parameter, whose }: { parameter: string; whose: string },
  schema: S,
  parameters: z.core.$ZodShape = {},
) => ({
  parameters: z.object({ [parameter]: idOf(whose), ...parameters }),
  renamed: { [parameter]: 'id' },
  ...answeredAs('billing', schema),
});
