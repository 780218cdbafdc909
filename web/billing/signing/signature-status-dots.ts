import type { StateName } from '../../app/components/status.tsx';
import type { Answer } from '../../client/call.ts';

type Status = Answer<'get-estimate'>['electronicSignature']['status'];

/** The dot of each signature state. */
export const signatureDots: Readonly<Record<Status, StateName>> = {
  requested: 'draft',
  activated: 'sent',
  on_going: 'waiting',
  signed: 'signed',
  refused: 'refused',
  cancelled: 'canceled',
};

/** Whether the customer can still answer. */
export const isUnderWay = (status: Status): boolean => ['requested', 'activated', 'on_going'].includes(status);
