import type pg from 'pg';
import {
  dueTrialFlow,
  emptyTrialPlatform,
  findTrialFlow,
  lockTrialPlatform,
  saveTrialFlow,
  saveTrialPlatform,
  trackedTrialFlows,
  trialFileOf,
  trialFlowOfInvoice,
  trialFlowsAfter,
  trialPlatformSize,
} from '../../../db/einvoicing/trial-platform.ts';
import { inTransaction, type Tx } from '../../../db/transaction.ts';
import {
  NO_SETTINGS,
  type SavedSettings,
  type TrialFlow,
  type TrialState,
  type TrialStore,
  type TrialWebhook,
} from '../../../trial-platform/store.ts';

/** The trial platform of an account in PostgreSQL. Each change is one transaction. */
export const storedTrialStore = (pool: pg.Pool, accountId: string): TrialStore => ({
  change: (work) =>
    inTransaction(pool, { accountId, test: true }, async (tx) => ({
      commit: true,
      answer: await trialStoreIn(tx).change(work),
    })),
});

/** The same within a transaction that is open. */
export const trialStoreIn = (tx: Tx): TrialStore => ({ change: async (work) => work(await stateIn(tx)) });

/** What is not a flow. */
type Content = { readonly settings: SavedSettings; readonly webhooks: readonly TrialWebhook[] };
const NOTHING: Content = { settings: NO_SETTINGS, webhooks: [] };

async function stateIn(tx: Tx): Promise<TrialState> {
  const locked = await lockTrialPlatform(tx, JSON.stringify(NOTHING));
  let content = JSON.parse(locked.content) as Content;
  let last = locked.lastPosition;
  const save = (change: Partial<Content>): void => {
    content = { ...content, ...change };
    saveTrialPlatform(tx, JSON.stringify(content));
  };
  return {
    flow: async (flowId) => (isId(flowId) ? flowFrom(await findTrialFlow(tx, flowId)) : undefined),
    flowsTracked: async (owner, trackingId) => flowsFrom(await trackedTrialFlows(tx, owner, trackingId)),
    invoiceFlow: async (key) => flowFrom(await trialFlowOfInvoice(tx, key)),
    flowsAfter: async (owner, position, count) =>
      Number.isFinite(position) ? flowsFrom(await trialFlowsAfter(tx, owner, { position, count })) : [],
    nextDue: async (now) => flowFrom(await dueTrialFlow(tx, now)),
    saveFlow: async (flow, file) => {
      last = Math.max(last, flow.position);
      saveTrialFlow(tx, rowOf(flow), file);
    },
    file: async (flowId) => (isId(flowId) ? trialFileOf(tx, flowId) : undefined),
    lastPosition: async () => last,
    size: () => trialPlatformSize(tx),
    webhooks: async () => content.webhooks,
    saveWebhook: async (webhook) =>
      save({ webhooks: [...content.webhooks.filter(({ webhookId }) => webhookId !== webhook.webhookId), webhook] }),
    deleteWebhook: async (id) => save({ webhooks: content.webhooks.filter(({ webhookId }) => webhookId !== id) }),
    settings: async () => content.settings,
    saveSettings: async (settings) => save({ settings }),
    clear: async () => {
      content = NOTHING;
      emptyTrialPlatform(tx, JSON.stringify(NOTHING));
    },
  };
}

/** Whether there can be such a flow; PostgreSQL takes no NUL. */
const isId = (flowId: string): boolean => /^[\w-]{1,64}$/.test(flowId);

const rowOf = (flow: TrialFlow) => ({
  ...{ id: flow.flowId, owner: flow.owner, position: flow.position },
  ...{ trackingId: flow.trackingId, invoiceKey: flow.invoiceKey, dueAt: flow.pending[0]?.at },
  content: JSON.stringify(flow),
});

const flowFrom = (content: string | undefined): TrialFlow | undefined =>
  content === undefined ? undefined : (JSON.parse(content) as TrialFlow);

const flowsFrom = (contents: readonly string[]): TrialFlow[] => contents.map((content) => JSON.parse(content));
