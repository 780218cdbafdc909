import type { PaymentMethod } from '../billing/document/terms/payment-terms.ts';
import type { Party } from '../customers/party.ts';
import type { AgencyCustomerState } from '../payments/agency/next-step.ts';

/** The customer of a project, with data not on documents. Times are Unix seconds. */
export type ProjectCustomer = Party & {
  readonly paymentMethods?: readonly PaymentMethod[];
  readonly archivedAt?: number;
  /** The registration at Urssaf for personal services. */
  readonly registration?: {
    readonly agencyId: string;
    readonly registeredAt: number;
    readonly state: AgencyCustomerState;
  };
};
