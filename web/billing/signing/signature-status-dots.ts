import type { StateName } from '../../app/components/status.tsx';
import type { Answer } from '../../client/call.ts';

type Status = Answer<'get-estimate'>['electronicSignature']['status'];

/** How far a signature asked for online has come, as a dot. */
export const signatureDots: Readonly<Record<Status, StateName>> = {
  requested: 'draft',
  activated: 'sent',
  on_going: 'waiting',
  signed: 'signed',
  refused: 'refused',
  cancelled: 'canceled',
};

/** Whether the customer may still answer. */
export const isUnderWay = (status: Status): boolean => ['requested', 'activated', 'on_going'].includes(status);
