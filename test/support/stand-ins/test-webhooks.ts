import { randomBytes } from 'node:crypto';
import { webhookSecretsWithKey } from '../../../src/audit/secrets/webhook-secrets.ts';
import type { AppEnvironment } from '../../../src/services/app-environment.ts';

/**
 * Webhook secrets and options in tests: deliveries to this machine are allowed, also without TLS.
 */
export const testWebhooks = (): AppEnvironment['webhooks'] => ({
  secrets: webhookSecretsWithKey(randomBytes(32)),
  allowedNetworks: ['127.0.0.0/8', '::1/128'],
});
