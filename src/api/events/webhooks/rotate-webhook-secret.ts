import * as z from 'zod';
import { newWebhookSecret } from '../../../audit/secrets/webhook-secrets.ts';
import { lockEndpoint, updateEndpoint } from '../../../db/events/webhook-endpoints.ts';
import { withNewSecret } from '../../../domain/events/endpoint.ts';
import { operation } from '../../../pipeline/operation.ts';
import { WebhookWithSecretJson, webhookToJson } from '../../../schemas/events/webhook.ts';
import { idOr } from '../../../schemas/fields/id.ts';

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
