import type { TransmissionStage } from './life-cycle.ts';

/** What the customer of a document says on the trial platform, in the words of its statuses. */
export const trialBuyerActions = [
  ...(['take_over', 'approve', 'approve_partly', 'dispute', 'suspend', 'refuse', 'pay'] as const),
] as const;
export type TrialBuyerAction = (typeof trialBuyerActions)[number];

/** Stages in which the customer has the document and is still free to answer. */
const OPEN: readonly (TransmissionStage | 'not_sent')[] = [
  ...(['made_available', 'taken_over', 'partly_approved', 'disputed', 'suspended', 'completed'] as const),
];

/**
 * What the customer can say at a stage. An approved invoice can be paid; a refused, rejected or
 * paid one has its last answer.
 */
export function trialActionsAt(stage: TransmissionStage | 'not_sent'): readonly TrialBuyerAction[] {
  if (OPEN.includes(stage)) return trialBuyerActions;
  return stage === 'approved' ? ['pay'] : [];
}
