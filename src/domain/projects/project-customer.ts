import type { PaymentMethod } from '../billing/document/terms/payment-terms.ts';
import type { Party } from '../customers/party.ts';
import type { AgencyCustomerState } from '../payments/agency/next-step.ts';

/** Whom a project is for, as a project shows them: with what a document does not say of its customer. Times are Unix seconds. */
export type ProjectCustomer = Party & {
  readonly paymentMethods?: readonly PaymentMethod[];
  readonly archivedAt?: number;
  /** Their registration with the agency of personal services. */
  readonly registration?: {
    readonly agencyId: string;
    readonly registeredAt: number;
    readonly state: AgencyCustomerState;
  };
};
