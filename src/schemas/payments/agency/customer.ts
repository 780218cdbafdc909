import * as z from 'zod';
import { type AgencyCustomerState, agencyCustomerStates } from '../../../domain/payments/agency/next-step.ts';

/** A customer's registration at the Urssaf. Nothing else of what they declared is stored. */
export const AgencyCustomerJson = z
  .object({
    customerId: z.string(),
    state: z.enum(agencyCustomerStates).meta({
      description:
        'not_activated: the customer has not accepted on Urssaf’s page yet; active: requests can be sent; not_found: the tax office does not find them; blocked: a debit failed; expired: the direct debit mandate expired.',
    }),
    registeredAt: z.number().meta({ description: 'Unix seconds.' }),
    checkedAt: z.number().optional().meta({ description: 'When the Urssaf last confirmed it, Unix seconds.' }),
  })
  .meta({ id: 'AgencyCustomer' });

type Known = {
  readonly customerId: string;
  readonly state: AgencyCustomerState;
  readonly registeredAt: number;
  readonly checkedAt?: number;
};
export const agencyCustomerToJson = ({
  customerId,
  state,
  registeredAt,
  checkedAt,
}: Known): z.input<typeof AgencyCustomerJson> => ({
  ...{ customerId, state, registeredAt },
  ...(checkedAt !== undefined && { checkedAt }),
});
