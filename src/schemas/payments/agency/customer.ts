import * as z from 'zod';
import { type AgencyCustomerState, agencyCustomerStates } from '../../../domain/payments/agency/next-step.ts';

/** A customer's registration at Urssaf. No other data of the registration is stored. */
export const AgencyCustomerJson = z
  .object({
    customerId: z.string(),
    state: z.enum(agencyCustomerStates).meta({
      description:
        'not_activated: the customer has not accepted on Urssaf’s page yet; active: payment requests can be sent; not_found: the tax office does not find the customer; blocked: a debit failed; expired: the direct debit mandate expired.',
    }),
    registeredAt: z.number().meta({ description: 'Unix seconds.' }),
    checkedAt: z.number().optional().meta({ description: 'When Urssaf last confirmed the state, Unix seconds.' }),
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
