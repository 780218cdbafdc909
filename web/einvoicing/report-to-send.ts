import type { Answer } from '../client/call.ts';

type Period = Answer<'list-e-report-periods'>['periods'][number];

/** States of a report that the platform does not have. */
export const FAILED: readonly NonNullable<Period['transmission']>['state'][] = ['not_accepted', 'rejected'];

/** Whether the report of a period that is over is still to be sent, or to be sent again. */
export const isToSend = ({ state, transmission }: Period): boolean =>
  (state === 'overdue' || state === 'to_report') && (!transmission || FAILED.includes(transmission.state));
