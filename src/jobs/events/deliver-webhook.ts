import { webhookHeaders } from '../../audit/secrets/webhook-signature.ts';
import { positionText } from '../../db/connections/wal-positions.ts';
import { claimDeliveries, type DueDelivery, settleDeliveries } from '../../db/events/deliveries.ts';
import type { JobOutcome } from '../../db/job-queue.ts';
import { PATIENCE_SECONDS } from '../../domain/events/endpoint.ts';
import { outcomeOfAttempt } from '../../domain/events/retry-schedule.ts';
import { lanes } from '../../domain/queue/queues.ts';
import type { DeliveryOutcome } from '../../metrics/metrics.ts';
import type { Job } from '../../queue/job.ts';
import type { AppServices } from '../../services/app-dependencies.ts';
import type { AppEnvironment } from '../../services/app-environment.ts';
import { lazyAgent } from '../http-client/lazy-agent.ts';
import { createHostResolver, type ResolveHost } from '../http-client/resolve-host.ts';
import { reportDisabledEndpoint } from './disable-endpoint.ts';
import { ATTEMPT_MS_MAX, type Post, postEvent } from './post-webhook.ts';
import { signingSecretsReader } from './signing-secrets.ts';

export type DeliveryOptions = {
  /** Default: asks name servers. */
  resolve?: ResolveHost;
  /** Extra certificate authorities. */
  ca?: string | Buffer;
  tryMs?: number;
  lane?: Job['lane'];
};

/**
 * Delivers an event to a subscribed endpoint. The endpoint's health is written with the attempts.
 */
export function deliverEvent(
  { webhooks: { allowedNetworks } }: Pick<AppEnvironment, 'webhooks'>,
  given: DeliveryOptions = {},
): Job<DueDelivery> {
  const resolve = given.resolve ?? createHostResolver({ ownNames: allowedNetworks.length > 0 });
  const { agent, close } = lazyAgent({ allowedNetworks, resolve, ca: given.ca });
  const secretsOf = signingSecretsReader();
  return {
    lane: given.lane ?? lanes.delivery,
    claim: claimDeliveries,
    run: async (due, { services, log, chance, signal, watch }) => {
      const at = services.now();
      const secrets = secretsOf(due, { secrets: services.environment.webhooks.secrets, at, log });
      const message = secrets && signed(services, due, { at, secrets });
      const post: Post = message
        ? await postEvent(await agent(), message, { now: at, tryMs: given.tryMs ?? ATTEMPT_MS_MAX, signal })
        : { latencyMs: 0, fault: UNSIGNED };
      if (signal.aborted) return undefined;
      const outcome = became(due, post, { at, now: services.now(), chance: chance() });
      watch?.delivered(outcomeOf(outcome));
      return outcome;
    },
    settle: async (tx, settled, services, log) => {
      const judged = { now: services.now(), patienceSeconds: PATIENCE_SECONDS };
      for (const givenUp of await settleDeliveries(tx, settled, judged))
        await reportDisabledEndpoint(tx, givenUp, { services, log });
    },
    close,
  };
}

const UNSIGNED = 'secret_unreadable';

/** The request for an event, signed with every secret valid at this time. */
function signed(
  { environment, positions }: AppServices,
  due: DueDelivery,
  by: { at: number; secrets: readonly string[] },
) {
  const signature = webhookHeaders({ id: due.subjectId, timestamp: by.at, body: due.body }, by.secrets);
  const headers = {
    ...{ 'content-type': 'application/json', 'user-agent': `${environment.serviceName}-Webhooks/1`, ...signature },
    // A position of the write-ahead log after the event: everything the worker claimed was written
    // before it.
    ...(positions && { 'facturier-position': positionText(positions.latest()) }),
  };
  return { url: due.url, headers, body: due.body };
}

function became({ tried }: DueDelivery, post: Post, given: { at: number; now: number; chance: number }): JobOutcome {
  const { status, fault, latencyMs, answer, retryAfter } = post;
  const outcome = outcomeOfAttempt({ status, taken: fault === undefined, retryAfter }, { before: tried, ...given });
  return {
    ...(outcome.state === 'waiting' && { nextAt: outcome.nextAt }),
    kept: { at: given.at, latencyMs, status, fault, answer },
  };
}

function outcomeOf({ nextAt, kept }: JobOutcome): DeliveryOutcome {
  if (kept?.fault === undefined) return 'taken';
  if (nextAt === undefined) return 'given_up';
  if (kept.fault === UNSIGNED) return 'unsigned';
  return kept.status === undefined ? 'unreachable' : 'refused';
}
