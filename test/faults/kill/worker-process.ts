// A worker process to be killed: `node worker-process.ts '{"serving": …, "dataFolder": …,
// "leaseSeconds": 3}'`.
import pino from 'pino';
import { v7 } from 'uuid';
import { openWebhookSecrets } from '../../../src/audit/secrets/webhook-secrets.ts';
import { openPool } from '../../../src/db/connections/pool.ts';
import { defaultQuotas } from '../../../src/domain/account/quota.ts';
import { lanes } from '../../../src/domain/queue/queues.ts';
import { deliverEvent } from '../../../src/jobs/events/deliver-webhook.ts';
import { startQueueWorker } from '../../../src/queue/worker.ts';
import type { AppServices } from '../../../src/services/app-dependencies.ts';
import { testSigner } from '../../support/audit/test-signer.ts';

/** Seconds until the jobs of a killed worker are due again. */
const POLL_MS = 100;

const { serving, dataFolder, leaseSeconds } = JSON.parse(process.argv[2] ?? '');
const services: AppServices = {
  pool: openPool(serving),
  environment: {
    ...{
      serviceName: 'Facturier',
      publicUrl: 'https://localhost:8443',
      seal: testSigner(),
      printer: undefined as never,
    },
    portalTokens: undefined as never,
    webhooks: { secrets: await openWebhookSecrets(dataFolder), allowedNetworks: ['127.0.0.0/8'] },
    quotas: defaultQuotas,
  },
  now: () => Math.floor(Date.now() / 1000),
  newId: () => v7(),
};
const log = pino({ level: 'warn' }, pino.destination({ fd: 2, sync: true }));
const lane = { ...lanes.delivery, leaseSeconds };
startQueueWorker(services, log, {
  connection: serving,
  jobs: [deliverEvent(services.environment, { lane })],
  pollMs: POLL_MS,
});
process.stdout.write('at work\n');
