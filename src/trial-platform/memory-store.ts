import {
  NO_SETTINGS,
  type SavedSettings,
  type TrialFlow,
  type TrialState,
  type TrialStore,
  type TrialWebhook,
} from './store.ts';

/** The state of a trial platform in the memory of the process; it ends with it. */
export function memoryTrialStore(): TrialStore {
  const state = memoryState();
  let last: Promise<unknown> = Promise.resolve();
  return {
    change: (work) => {
      const next = last.then(() => work(state));
      last = next.catch(() => undefined);
      return next;
    },
  };
}

function memoryState(): TrialState {
  const flows = new Map<string, TrialFlow>();
  const files = new Map<string, Uint8Array>();
  const webhooks = new Map<string, TrialWebhook>();
  /** Flows with steps to come, and the flow of each invoice. */
  const waiting = new Map<string, TrialFlow>();
  const invoices = new Map<string, string>();
  const ofOwner = new Map<string, Map<string, TrialFlow>>();
  let settings: SavedSettings = NO_SETTINGS;
  let last = 0;
  let bytes = 0;
  const byPosition = (all: Iterable<TrialFlow>): TrialFlow[] => [...all].sort((a, b) => a.position - b.position);
  const ownedBy = (owner: string) => ofOwner.get(owner) ?? new Map<string, TrialFlow>();
  return {
    flow: async (flowId) => flows.get(flowId),
    flowsTracked: async (owner, trackingId) =>
      byPosition([...ownedBy(owner).values()].filter((flow) => flow.trackingId === trackingId)),
    invoiceFlow: async (key) => flows.get(invoices.get(key) ?? ''),
    // A changed flow is inserted again, so a map is in the order of its positions.
    flowsAfter: async (owner, position, count) => {
      const found: TrialFlow[] = [];
      for (const flow of ownedBy(owner).values()) {
        if (flow.position > position) found.push(flow);
        if (found.length === count) break;
      }
      return found;
    },
    nextDue: async (now) => {
      let first: TrialFlow | undefined;
      for (const flow of waiting.values()) {
        const at = flow.pending[0]?.at ?? Infinity;
        if (at <= now && at < (first?.pending[0]?.at ?? Infinity)) first = flow;
      }
      return first;
    },
    saveFlow: async (flow, file) => {
      const before = flows.get(flow.flowId);
      flows.set(flow.flowId, flow);
      const owned = ownedBy(flow.owner);
      if (before?.position !== flow.position) owned.delete(flow.flowId);
      owned.set(flow.flowId, flow);
      ofOwner.set(flow.owner, owned);
      if (flow.pending.length > 0) waiting.set(flow.flowId, flow);
      else waiting.delete(flow.flowId);
      if (before?.invoiceKey !== undefined && flow.invoiceKey === undefined) invoices.delete(before.invoiceKey);
      if (flow.invoiceKey !== undefined) invoices.set(flow.invoiceKey, flow.flowId);
      last = Math.max(last, flow.position);
      if (!file) return;
      bytes += file.length - (files.get(flow.flowId)?.length ?? 0);
      files.set(flow.flowId, file);
    },
    file: async (flowId) => files.get(flowId),
    lastPosition: async () => last,
    size: async () => ({ flows: flows.size, bytes }),
    webhooks: async () => [...webhooks.values()],
    saveWebhook: async (webhook) => void webhooks.set(webhook.webhookId, webhook),
    deleteWebhook: async (webhookId) => void webhooks.delete(webhookId),
    settings: async () => settings,
    saveSettings: async (changed) => {
      settings = changed;
    },
    clear: async () => {
      for (const each of [flows, files, webhooks, waiting, invoices, ofOwner]) each.clear();
      settings = NO_SETTINGS;
      bytes = 0;
    },
  };
}
