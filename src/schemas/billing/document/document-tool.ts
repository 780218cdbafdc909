import * as z from 'zod';
import { idOf } from '../../fields/id.ts';
import { answeredAs } from '../../tool-definition.ts';

/**
 * The face of a tool on one thing that gives a billing document: `{ invoiceId, … }` in, `{ success: true, billing }` out.
 * `asked` are the parameters beside the id, in the operation's own words.
 */
export const billingTool = <S extends z.ZodType>(
  { parameter, whose }: { parameter: string; whose: string },
  schema: S,
  asked: z.core.$ZodShape = {},
) => ({
  parameters: z.object({ [parameter]: idOf(whose), ...asked }),
  renamed: { [parameter]: 'id' },
  ...answeredAs('billing', schema),
});
