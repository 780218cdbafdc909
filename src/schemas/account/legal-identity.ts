import * as z from 'zod';
import { CurrencyCodeJson } from '../fields/enumerations.ts';

const text = z.string().optional();

/**
 * The legally required details of the issuer in answers: of the account, or as frozen in a
 * document. The published API does not have them.
 */
export const legalIdentityJson = {
  electronicAddress: text.meta({
    description: 'Its address in the directory of the approved platforms; omitted if it is the SIREN.',
  }),
  rcsCity: text,
  rneNumber: text,
  shareCapital: z
    .object({
      amount: z.number().meta({ description: 'Cents.' }),
      currency: CurrencyCodeJson,
      isVariable: z.boolean().optional(),
    })
    .meta({ id: 'ShareCapital' })
    .optional(),
  insurance: z
    .object({ kind: text, insurer: z.string(), contact: z.string(), policyNumber: text, area: z.string() })
    .meta({ id: 'Insurance' })
    .optional(),
  mediator: z.object({ name: z.string(), contact: z.string(), website: text }).meta({ id: 'Mediator' }).optional(),
};
