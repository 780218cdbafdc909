import * as z from 'zod';
import { newWebhookSecret } from '../../audit/secrets/webhook-secrets.ts';
import { lockSettings } from '../../db/account/accounts.ts';
import { announceDeliveries } from '../../db/events/events.ts';
import {
  countEndpoints,
  deleteEndpoint,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  lockEndpoint,
  lockSameEndpoint,
  updateEndpoint,
} from '../../db/events/webhook-endpoints.ts';
import { changedEndpoint, ENDPOINTS_MAX, type Endpoint, withNewSecret } from '../../domain/events/endpoint.ts';
import { operation } from '../../pipeline/operation.ts';
import {
  MadeWebhookJson,
  WebhookForm,
  WebhookJson,
  WebhookPatch,
  WebhookWithSecretJson,
  webhookToJson,
  webhookUrl,
} from '../../schemas/events/webhook.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { cursor, writeCursor } from '../../schemas/lists/cursor.ts';
import { listing } from '../../schemas/lists/list-query.ts';
import { pageJson, pageSchema } from '../../schemas/lists/page.ts';
import { creatorOfKey, scopeBeyondCreator } from '../../services/account/key-creator.ts';
import { urlRefusal, urlRefusals } from '../../services/events/webhook-url-check.ts';

export const listWebhooks = operation({
  name: 'list-webhooks',
  summary: 'List webhooks, newest first, without their secrets.',
  description: 'A live key lists live webhooks, a test key test webhooks.',
  chapter: 'Webhooks',
  routes: ['GET /v2/webhooks'],
  scope: 'events:read',
  path: z.object({}),
  query: z.object({
    ...listing,
    url: webhookUrl.optional().meta({ description: 'Only webhooks with this URL.' }),
    cursor: cursor(z.object({ id: z.uuid() })).optional(),
  }),
  body: z.object({}),
  success: 200,
  output: pageSchema(WebhookJson),
  refusals: [],
  run: async ({ tx, accountId }, { url, page, limit, cursor }) => {
    const { endpoints, total, next } = await listEndpoints(tx, { url, page, limit, after: cursor?.id });
    return {
      body: pageJson({
        docs: endpoints.map((endpoint) => webhookToJson(endpoint, accountId)),
        total,
        limit,
        page: cursor ? undefined : page,
        nextCursor: next && writeCursor(next),
      }),
    };
  },
});

export const getWebhook = operation({
  name: 'get-webhook',
  summary: 'Get one webhook, without its secret.',
  chapter: 'Webhooks',
  routes: ['GET /v2/webhooks/{webhookId}'],
  scope: 'events:read',
  path: z.object({ id: idOr('webhook_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: WebhookJson,
  refusals: ['webhook_not_found'],
  run: async ({ tx, accountId }, { id }) => {
    const endpoint = await findEndpoint(tx, id);
    return endpoint ? { body: webhookToJson(endpoint, accountId) } : { refused: 'webhook_not_found' };
  },
});

export const createWebhook = operation({
  name: 'create-webhook',
  summary: 'Create a webhook, which sends events to an address. Only this answer contains its signing secret.',
  description: `A URL and a set of events are one webhook: creating it again returns the existing one, with 201 and without its secret (rotate it if it is lost), and only changes \`isActivated\`, if sent. A test key creates test webhooks, which only receive test events. A webhook is disabled when its owner leaves the account. At most ${ENDPOINTS_MAX} live and ${ENDPOINTS_MAX} test webhooks per account.`,
  chapter: 'Webhooks',
  routes: ['POST /v2/webhooks', 'POST /webhook'],
  scope: 'events:write',
  path: z.object({}),
  query: z.object({}),
  body: WebhookForm,
  success: 201,
  answersSecret: 'secret',
  output: MadeWebhookJson,
  refusals: [...urlRefusals, 'too_many_webhooks', 'scope_not_held'],
  example: { url: 'https://example.com/hook', events: ['project.created', 'invoice.paid'], isActivated: true },
  run: async (context, form) => {
    const { tx, test, realNow: now, accountId, webhooks } = context;
    const refused = urlRefusal(form.url, webhooks.allowedNetworks);
    if (refused) return refused;

    // The account is locked, so that concurrent identical requests create one, all are counted and
    // no member leaves meanwhile.
    const [, there] = [await lockSettings(tx), await lockSameEndpoint(tx, form)];
    const madeBy = creatorOfKey(context);
    const beyond = await scopeBeyondCreator(context, madeBy, ['events:write']);
    if (beyond) return { refused: 'scope_not_held', scope: beyond };
    if (there) {
      const isAsAsked = form.isActivated === undefined || form.isActivated === there.active;
      const endpoint = isAsAsked ? there : changedEndpoint(there, { active: form.isActivated }, { now, by: madeBy });
      if (!isAsAsked) updateEndpoint(tx, endpoint);
      return { body: webhookToJson(endpoint, accountId) };
    }
    if ((await countEndpoints(tx)) >= ENDPOINTS_MAX) return { refused: 'too_many_webhooks', limit: ENDPOINTS_MAX };

    const [id, secret] = [context.newId(), newWebhookSecret()];
    const endpoint: Endpoint = {
      id,
      test,
      url: form.url,
      events: form.events,
      active: form.isActivated ?? true,
      description: form.description ?? '',
      ...(madeBy !== undefined && { madeBy }),
      ...(form.source && { source: form.source }),
      secret: webhooks.secrets.lock(secret, id),
      createdAt: now,
      updatedAt: now,
    };
    insertEndpoint(tx, endpoint);
    return { body: { ...webhookToJson(endpoint, accountId), secret } };
  },
});

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

export const rotateWebhookSecret = operation({
  name: 'rotate-webhook-secret',
  summary: 'Give a webhook a new secret. Only this answer contains it.',
  description:
    'For 24 hours deliveries are signed with the new and the previous secret, in one header, so that you can switch at any time. A second rotation within this time ends the oldest of the three secrets.',
  chapter: 'Webhooks',
  routes: ['POST /v2/webhooks/{webhookId}/rotate-secret'],
  scope: 'events:write',
  path: z.object({ id: idOr('webhook_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 201,
  answersSecret: 'secret',
  output: WebhookWithSecretJson,
  refusals: ['webhook_not_found'],
  run: async ({ tx, realNow: now, accountId, webhooks }, { id }) => {
    const before = await lockEndpoint(tx, id);
    if (!before) return { refused: 'webhook_not_found' };
    const secret = newWebhookSecret();
    const endpoint = withNewSecret(before, webhooks.secrets.lock(secret, before.id), now);
    updateEndpoint(tx, endpoint);
    return { body: { ...webhookToJson(endpoint, accountId), secret } };
  },
});

export const deleteWebhook = operation({
  name: 'delete-webhook',
  summary: 'Delete a webhook with its pending deliveries and attempts.',
  description: 'Cannot be undone. Events stay readable for 30 days.',
  chapter: 'Webhooks',
  routes: ['DELETE /v2/webhooks/{webhookId}', 'DELETE /webhook/{webhookId}'],
  scope: 'events:write',
  path: z.object({ id: idOr('webhook_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 204,
  output: z.null(),
  refusals: ['webhook_not_found'],
  run: async ({ tx }, { id }) => {
    const isGone = await deleteEndpoint(tx, id);
    return isGone ? { body: null } : { refused: 'webhook_not_found' };
  },
});
