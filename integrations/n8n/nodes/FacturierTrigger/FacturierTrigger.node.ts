import {
  type IDataObject,
  type IHookFunctions,
  type ILoadOptionsFunctions,
  type INodePropertyOptions,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
  NodeConnectionTypes,
  NodeOperationError,
} from 'n8n-workflow';
import { askService } from '../Facturier/ask-service.ts';
import { getEventTypes } from '../Facturier/choices.ts';
import { isSigned } from './is-signed.ts';

/** Everything, and what is added later. */
const EVERY_EVENT = '*';

type Webhook = { id: string; events: string[]; isActivated: boolean; secret?: string };
/** What the workflow remembers of its webhook. */
type Kept = { webhookId?: string; secret?: string };

export class FacturierTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Facturier Trigger',
    name: 'facturierTrigger',
    icon: { light: 'file:../../icons/facturier.svg', dark: 'file:../../icons/facturier.dark.svg' },
    group: ['trigger'],
    version: 1,
    subtitle: '={{$parameter["events"].join(", ")}}',
    description: 'Starts the workflow the moment something happens in Facturier',
    defaults: { name: 'Facturier Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'facturierApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName: 'Event Names or IDs',
        name: 'events',
        type: 'multiOptions',
        typeOptions: { loadOptionsMethod: 'getEventTypesAndAll' },
        required: true,
        default: [],
        description:
          'What starts the workflow. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
      },
    ],
  };

  methods = {
    loadOptions: {
      async getEventTypesAndAll(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
        const every = { name: 'Tous / All', value: EVERY_EVENT, description: 'Those of later versions too' };
        return [every, ...(await getEventTypes.call(this))];
      },
    },
  };

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const kept: Kept = this.getWorkflowStaticData('node');
        const same = (await webhooksHere(this)).find(({ events }) => isSame(events, chosen(this)));
        return same !== undefined && same.isActivated && same.id === kept.webhookId && kept.secret !== undefined;
      },

      async create(this: IHookFunctions): Promise<boolean> {
        const events = chosen(this);
        if (events.length === 0) throw new NodeOperationError(this.getNode(), 'Choose at least one event');
        // The address is this node's own: what was asked for before, with other events, is no longer wanted.
        for (const { id, events: others } of await webhooksHere(this)) {
          if (!isSame(others, events)) await remove(this, id);
        }
        const form = { url: addressOf(this), events, source: 'n8n', isActivated: true };
        const made = await askService<Webhook>(this, 'POST', '/v2/webhooks', { body: form });
        // One that was there already does not tell its secret: it gets a new one.
        const { id, secret } = made.secret
          ? made
          : await askService<Webhook>(this, 'POST', `/v2/webhooks/${made.id}/rotate-secret`);
        Object.assign(this.getWorkflowStaticData('node'), { webhookId: id, secret } satisfies Kept);
        return true;
      },

      async delete(this: IHookFunctions): Promise<boolean> {
        const kept: Kept = this.getWorkflowStaticData('node');
        if (kept.webhookId) await remove(this, kept.webhookId);
        delete kept.webhookId;
        delete kept.secret;
        return true;
      },
    },
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const { secret }: Kept = this.getWorkflowStaticData('node');
    const { rawBody } = this.getRequestObject() as unknown as { rawBody?: Buffer };
    const headers = this.getHeaderData() as Readonly<Record<string, unknown>>;
    const now = Math.floor(Date.now() / 1000);
    if (!secret || !rawBody || !isSigned({ headers, body: rawBody, secret, now })) {
      this.getResponseObject().status(401).json({ message: 'The signature is not right' });
      return { noWebhookResponse: true };
    }
    const body = JSON.parse(rawBody.toString('utf8')) as IDataObject & { event: { type: string } };
    const events = this.getNodeParameter('events', []) as string[];
    // A try of the webhook comes whatever was chosen; it is acknowledged and starts nothing.
    if (!events.includes(EVERY_EVENT) && !events.includes(body.event.type)) return { webhookResponse: 'OK' };
    return { workflowData: [this.helpers.returnJsonArray(body)] };
  }
}

const addressOf = (hook: IHookFunctions): string => hook.getNodeWebhookUrl('default') as string;

/** What the user chose, as the service writes it: everything swallows the others. */
function chosen(hook: IHookFunctions): string[] {
  const events = hook.getNodeParameter('events', []) as string[];
  return events.includes(EVERY_EVENT) ? [EVERY_EVENT] : events;
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  [...new Set(some)].sort().join() === [...new Set(others)].sort().join();

async function webhooksHere(hook: IHookFunctions): Promise<Webhook[]> {
  const query = { url: addressOf(hook), limit: 100 };
  return (await askService<{ docs: Webhook[] }>(hook, 'GET', '/v2/webhooks', { query })).docs;
}

/** Deletes a webhook; one that is gone already is as good. */
const remove = (hook: IHookFunctions, id: string): Promise<unknown> =>
  askService(hook, 'DELETE', `/v2/webhooks/${id}`, { allowed: [404] });
