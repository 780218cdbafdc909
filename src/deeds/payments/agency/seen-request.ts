import type { Invoice } from '../../../domain/billing/document/document.ts';
import { type NextStep, nextStep } from '../../../domain/payments/agency/next-step.ts';
import { type AgencyCustomer, findAgencyCustomer } from '../../../store/payments/agency-customers.ts';
import { requestBegunAt } from '../../../store/payments/payment-requests.ts';
import type { Context } from '../../context.ts';
import { type AgencyOfAccount, agencyOf, type InTx } from './agency-of.ts';

/** A request with all that decides what is next with it. */
export type SeenRequest = {
  readonly step: NextStep;
  readonly customer: AgencyCustomer | undefined;
  readonly asked: AgencyOfAccount | undefined;
};

/** What is next with the request of an invoice, and whom to ask. */
export async function seenRequest(context: Context, invoice: Invoice, inTx: InTx): Promise<SeenRequest> {
  const { tx } = context;
  const [asked, customer, begunAt] = await Promise.all([
    agencyOf(context, inTx),
    invoice.customerId === undefined ? undefined : findAgencyCustomer(tx, invoice.customerId),
    requestBegunAt(tx, invoice.id),
  ]);
  const step = nextStep(invoice, { isConnected: asked !== undefined, customer: customer?.state, isBegun: begunAt > 0 });
  return { step, customer, asked };
}
