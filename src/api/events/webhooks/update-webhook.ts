import * as z from 'zod';
import { lockSettings } from '../../../db/account/accounts.ts';
import { announceDeliveries } from '../../../db/events/event-replays.ts';
import { lockEndpoint, lockSameEndpoint, updateEndpoint } from '../../../db/events/webhook-endpoints.ts';
import { changedEndpoint } from '../../../domain/events/endpoint.ts';
import { operation } from '../../../pipeline/operation.ts';
import { WebhookJson, WebhookPatch, webhookToJson } from '../../../schemas/events/webhook.ts';
import { idOr } from '../../../schemas/fields/id.ts';
import { creatorOfKey, scopeBeyondCreator } from '../../../services/account/key-creator.ts';
import { urlRefusal, urlRefusals } from '../../../services/events/webhook-url-check.ts';

export const updateWebhook = operation({
  name: 'update-webhook',
  summary: 'Change the address, the events or the description of a webhook, or enable or disable it.',
  description:
    'Fields left out stay as they are. No events are queued for a disabled webhook; pending deliveries resume when it is enabled again, and missed events can be replayed. Enabling a webhook resets its failure count. A person who enables it or changes its address becomes its owner (`madeBy`).',
  chapter: 'Webhooks',
  routes: ['PATCH /v2/webhooks/{webhookId}'],
  scope: 'events:write',
  path: z.object({ id: idOr('webhook_not_found') }),
  query: z.object({}),
  body: WebhookPatch,
  success: 200,
  output: WebhookJson,
  refusals: ['webhook_not_found', ...urlRefusals, 'webhook_already_there', 'scope_not_held'],
  example: { events: ['*'], isActivated: true },
  run: async (context, { id, isActivated, ...form }) => {
    const { tx, realNow: now, accountId, webhooks } = context;
    // As on creation, the combination of URL and events must be unique.
    const [, before] = [await lockSettings(tx), await lockEndpoint(tx, id)];
    if (!before) return { refused: 'webhook_not_found' };
    const refused = form.url === undefined ? undefined : urlRefusal(form.url, webhooks.allowedNetworks);
    if (refused) return refused;
    const by = creatorOfKey(context);
    const beyond = await scopeBeyondCreator(context, by, ['events:write']);
    if (beyond) return { refused: 'scope_not_held', scope: beyond };
    const endpoint = changedEndpoint(before, { ...form, active: isActivated }, { now, by });
    const same = await lockSameEndpoint(tx, endpoint);
    if (same && same.id !== id) return { refused: 'webhook_already_there', webhookId: same.id };
    updateEndpoint(tx, endpoint);
    if (endpoint.active) announceDeliveries(tx);
    return { body: webhookToJson(endpoint, accountId) };
  },
});
