import { randomBytes } from 'node:crypto';
import { webhookSecretsWithKey } from '../../../src/audit/secrets/webhook-secrets.ts';
import type { AppEnvironment } from '../../../src/services/app-environment.ts';

/**
 * What keeps the secrets of webhooks in tests. This machine may be delivered to, in the clear too.
 */
export const testWebhooks = (): AppEnvironment['webhooks'] => ({
  secrets: webhookSecretsWithKey(randomBytes(32)),
  allowedNetworks: ['127.0.0.0/8', '::1/128'],
});
