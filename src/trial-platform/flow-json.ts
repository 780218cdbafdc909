import type { TrialFlow } from './store.ts';

/** A flow as the standard shows it (schema Flow). */
export const flowJson = (flow: TrialFlow): object => ({
  flowId: flow.flowId,
  submittedAt: new Date(flow.submittedAt).toISOString(),
  updatedAt: new Date(flow.position).toISOString(),
  name: flow.name,
  flowSyntax: flow.syntax,
  flowProfile: flow.profile,
  flowType: flow.flowType,
  flowDirection: flow.direction,
  processingRule: flow.processingRule,
  processingRuleSource: flow.ruleSource,
  ...(flow.trackingId !== undefined && { trackingId: flow.trackingId }),
  acknowledgement: flow.ack,
});
