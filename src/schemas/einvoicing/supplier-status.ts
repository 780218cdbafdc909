import * as z from 'zod';
import { buyerStatusNames } from '../../domain/einvoicing/buyer-statuses.ts';
import type { FlowState, StatusAmount, StatusReason } from '../../domain/einvoicing/life-cycle.ts';
import { lifeCycleStatuses, lifeCycleStatusOf } from '../../domain/einvoicing/life-cycle.ts';
import type { SupplierStatus } from '../../domain/einvoicing/sent-message.ts';
import { buyerReasons } from '../../domain/einvoicing/status-reasons.ts';

const seconds = z.int().meta({ description: 'Unix seconds.' });
const reasons = z
  .array(z.object({ code: z.string().optional(), text: z.string().optional() }))
  .meta({ description: 'Why, as codes of XP Z12-012 or of the platform, and in words.' });

/** Where a stated status is: `waiting` to be sent, `submitted`, then `accepted` or not. */
export const deliveries = ['waiting', 'submitted', 'accepted', 'not_accepted'] as const;
export const deliveryOf = (state: FlowState): (typeof deliveries)[number] =>
  state === 'sending' ? 'waiting' : state === 'refused' ? 'not_accepted' : state;

const statusNames = [...new Set(Object.values(lifeCycleStatuses))] as const;
const stated = {
  id: z.string().optional().meta({ description: 'Of a status you stated: its ID, also at the platform.' }),
  direction: z
    .enum(['sent', 'received'])
    .meta({ description: '`sent`: you stated it. `received`: the supplier or a platform did.' }),
  code: z.int().meta({ description: 'The code of the status (XP Z12-012), such as 205 for approved.' }),
  status: z
    .enum(statusNames as [string, ...string[]])
    .nullable()
    .meta({ description: 'Its name; null for a code that is not in the list.' }),
  statedAt: seconds,
  reasons,
  amounts: z
    .array(
      z.object({
        type: z.string().meta({ description: '`MPA` paid, `MEN` collected, …' }),
        amount: z.int().meta({ description: 'Cents, tax included.' }),
        currency: z.string(),
        rate: z.int().optional().meta({ description: 'The VAT rate in basis points: 2000 for 20 %.' }),
      }),
    )
    .meta({ description: 'Amounts of the status.' }),
  delivery: z.enum(deliveries).optional().meta({
    description: 'Of a status you stated: where it is. `not_accepted`: the platform refused it, it does not count.',
  }),
  faults: reasons.optional().meta({ description: 'Why the platform did not accept it.' }),
};

/** A status of a received invoice. */
export const SupplierStatusJson = z
  .object({
    ...stated,
    paidOn: z.string().optional().meta({ format: 'date', description: 'The day of the payment.' }),
    receivedAt: seconds.optional(),
    submittedAt: seconds.optional(),
    settledAt: seconds.optional().meta({ description: 'When the platform acknowledged it; Unix seconds.' }),
  })
  .meta({ id: 'SupplierInvoiceStatus' });

/** The status in an event. */
export const SupplierStatusEventJson = z.object(stated).meta({ id: 'SupplierInvoiceStatusChange' });

/** A status that may be stated now. */
export const PossibleAnswerJson = z
  .object({
    status: z.enum(buyerStatusNames),
    reasons: z
      .array(z.enum(buyerReasons))
      .meta({ description: 'Its reasons; at least one is needed if there are any.' }),
    amount: z.int().optional().meta({ description: 'Of a payment: what remains to be paid, in cents.' }),
  })
  .meta({ id: 'SupplierInvoiceAnswer' });

type Changed = {
  readonly id: string;
  readonly code: number;
  readonly statedAt: number;
  readonly reasons: readonly StatusReason[];
  readonly amounts: readonly StatusAmount[];
  /** Absent if it arrived. */
  readonly state?: FlowState;
  readonly faults?: readonly StatusReason[];
};

export const supplierStatusEventJson = ({
  id,
  state,
  ...status
}: Changed): z.input<typeof SupplierStatusEventJson> => ({
  ...(state !== undefined && { id }),
  direction: state === undefined ? 'received' : 'sent',
  ...commonOf(status),
  ...(state !== undefined && { delivery: deliveryOf(state) }),
});

export const supplierStatusToJson = (status: SupplierStatus): z.input<typeof SupplierStatusJson> => ({
  ...commonOf(status),
  ...(status.direction === 'received'
    ? { direction: 'received', receivedAt: status.receivedAt }
    : {
        ...{ direction: 'sent', id: status.id, delivery: deliveryOf(status.state) },
        ...(status.paidOn !== undefined && { paidOn: status.paidOn }),
        ...(status.submittedAt !== undefined && { submittedAt: status.submittedAt }),
        ...(status.settledAt !== undefined && { settledAt: status.settledAt }),
      }),
});

const commonOf = (status: Omit<Changed, 'id' | 'state'>) => ({
  ...{ code: status.code, status: lifeCycleStatusOf(status.code) ?? null, statedAt: status.statedAt },
  reasons: status.reasons.map((reason) => ({ ...reason })),
  amounts: status.amounts.map((amount) => ({ ...amount })),
  ...(status.faults && { faults: status.faults.map((fault) => ({ ...fault })) }),
});
