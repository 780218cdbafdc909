import * as z from 'zod';
import { newWebhookSecret } from '../../../audit/secrets/webhook-secrets.ts';
import { lockSettings } from '../../../db/account/accounts.ts';
import {
  countEndpoints,
  insertEndpoint,
  lockSameEndpoint,
  updateEndpoint,
} from '../../../db/events/webhook-endpoints.ts';
import { changedEndpoint, ENDPOINTS_MAX, type Endpoint } from '../../../domain/events/endpoint.ts';
import { operation } from '../../../pipeline/operation.ts';
import { MadeWebhookJson, WebhookForm, webhookToJson } from '../../../schemas/events/webhook.ts';
import { creatorOfKey, scopeBeyondCreator } from '../../../services/account/key-creator.ts';
import { urlRefusal, urlRefusals } from '../../../services/events/webhook-url-check.ts';

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
