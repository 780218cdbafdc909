import * as z from 'zod';
import { trialBuyerActions } from '../../domain/einvoicing/trial-buyer.ts';

/** Characters of the code of a reason. */
const REASON_MAX = 40;
/** Characters of what a customer says in its own words. */
const MESSAGE_MAX = 500;

/** What the customer of a document says on the trial platform. */
export const trialAnswerForm = z.object({
  action: z.enum(trialBuyerActions).meta({
    description:
      '`take_over` (204), `approve` (205), `approve_partly` (206), `dispute` (207), `suspend` (208), `refuse` (210), `pay` (211).',
  }),
  reason: z
    .string()
    .regex(/^[A-Z0-9_]+$/)
    .max(REASON_MAX)
    .optional()
    .meta({ description: 'A reason of the status (XP Z12-012), such as `TX_TVA_ERR`; a usual one if absent.' }),
  message: z.string().trim().min(1).max(MESSAGE_MAX).optional().meta({ description: 'In the customer’s own words.' }),
});

/** The trial platform of an account and its directory. */
export const TrialPlatformJson = z
  .object({
    isConnected: z.boolean().meta({ description: 'The account is connected to it, in the mode of the key.' }),
    companies: z
      .array(
        z.object({
          name: z.string(),
          siren: z.string().meta({ description: 'Nine digits.' }),
          addresses: z.array(z.string()).meta({ description: 'Electronic addresses of the directory, scheme 0225.' }),
          isPublic: z.boolean().meta({ description: 'A public body, which asks for a service and an order number.' }),
          isOwn: z.boolean().meta({ description: 'The company of the account itself.' }),
        }),
      )
      .meta({ description: 'The companies of its directory. Give a customer one of these SIRENs to reach it.' }),
  })
  .meta({ id: 'TrialPlatform' });

/** The sample invoice that is on its way. */
export const TrialInvoiceJson = z
  .object({
    number: z.string(),
    supplier: z.string().meta({ description: 'The name of the company that sends it.' }),
  })
  .meta({ id: 'TrialInvoice' });
