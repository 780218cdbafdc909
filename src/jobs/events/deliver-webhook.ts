import type { Logger } from 'pino';
import type { WebhookSecrets } from '../../audit/secrets/webhook-secrets.ts';
import { webhookHeaders } from '../../audit/secrets/webhook-signature.ts';
import { settingsOf } from '../../db/account/settings.ts';
import { positionText } from '../../db/connections/wal-positions.ts';
import {
  asAccount,
  claimDeliveries,
  type DueDelivery,
  type GivenUp,
  settleDeliveries,
  writeOutbox,
} from '../../db/events/deliveries.ts';
import type { JobOutcome } from '../../db/job-queue.ts';
import type { Tx } from '../../db/transaction.ts';
import { PATIENCE_SECONDS, signingSecrets } from '../../domain/events/endpoint.ts';
import { outcomeOfAttempt } from '../../domain/events/retry-schedule.ts';
import { lanes } from '../../domain/queue/queues.ts';
import { webhookDisabledMail } from '../../mail/owner-notices.ts';
import type { DeliveryOutcome } from '../../metrics/metrics.ts';
import type { Job } from '../../queue/job.ts';
import { clockIn } from '../../services/account/account-clock.ts';
import type { AppServices } from '../../services/app-dependencies.ts';
import type { AppEnvironment } from '../../services/app-environment.ts';
import { publishEvent } from '../../services/events/publish-event.ts';
import { queueMail } from '../../services/mail/queue-mail.ts';
import { lazyAgent } from '../http-client/lazy-agent.ts';
import { createHostResolver, type ResolveHost } from '../http-client/resolve-host.ts';
import { ATTEMPT_MS_MAX, type Post, postEvent } from './post-webhook.ts';

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
  { webhooks: { allowedNetworks, isClosed } }: Pick<AppEnvironment, 'webhooks'>,
  given: DeliveryOptions = {},
): Job<DueDelivery> {
  const resolve = given.resolve ?? createHostResolver({ ownNames: allowedNetworks.length > 0 });
  const { agent, close } = lazyAgent({ allowedNetworks, isClosed, resolve, ca: given.ca });
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

/** Maximum number of webhooks remembered as logged; beyond it, all are logged once more. */
const LOGGED_MAX = 1_000;

type Given = { readonly secrets: WebhookSecrets; readonly at: number; readonly log: Logger };

/**
 * Decrypts the signing secrets valid at a time, current one first; undefined if that one was
 * encrypted with other keys than this machine has. The failure is logged once per webhook with the
 * remedy, and again only after a success. An older secret that cannot be decrypted no longer signs:
 * rotation is how a webhook recovers from a lost key.
 */
function signingSecretsReader(): (due: DueDelivery, given: Given) => readonly string[] | undefined {
  const logged = new Set<string>();
  return (due, { secrets, at, log }) => {
    const opened = signingSecrets(due, at).map((locked) => openedOr(secrets, locked, due.shareId));
    if (opened[0] !== undefined) {
      logged.delete(due.shareId);
      return opened.filter((secret) => secret !== undefined);
    }
    if (!logged.has(due.shareId)) {
      if (logged.size >= LOGGED_MAX) logged.clear();
      logged.add(due.shareId);
      log.error({ webhook: due.shareId, account: due.accountId, remedy: REMEDY }, UNREADABLE);
    }
    return undefined;
  };
}

const UNREADABLE =
  'a webhook secret was encrypted with another key than keys/webhook.key of this machine: its deliveries wait, others continue';
const REMEDY =
  'start with the data folder, KEYS_FOLDER or KEYS_SECRET the webhook was created with; if that key is lost, its owner must rotate the secret';

function openedOr(secrets: WebhookSecrets, locked: string, endpointId: string): string | undefined {
  try {
    return secrets.open(locked, endpointId);
  } catch {
    return undefined;
  }
}

/**
 * Reports a disabled endpoint: to the account's other endpoints and its feed in the same
 * transaction, to the owner by mail, and to the log after the commit.
 */
async function reportDisabledEndpoint(
  tx: Tx,
  given: GivenUp,
  { services, log }: { services: AppServices; log: Logger },
): Promise<void> {
  const { endpointId, url, reason, test } = given;
  const asked = asAccount(tx, given);
  const { now } = await clockIn(services.now, asked, test);
  const context = {
    tx: asked,
    now,
    newId: services.newId,
    mail: services.environment.mail,
    quotas: services.environment.quotas,
  };
  const webhook = { id: endpointId, url, reason, disabledAt: new Date(now * 1000).toISOString() };
  publishEvent(context, { type: 'webhook.disabled', subjectId: endpointId, test }, { webhook });
  // The full URL may contain secrets of its owner.
  const { host } = new URL(url);
  tx.afterCommit(() =>
    log.warn({ webhook: endpointId, account: given.accountId, host, reason }, 'a webhook was disabled'),
  );
  await writeToOwner(context, { host, reason, test });
  writeOutbox(asked);
}

/** By mail if the owner has an address; without a mail server only test mailboxes get it. */
async function writeToOwner(
  context: Parameters<typeof queueMail>[0],
  { host, reason, test }: { host: string; reason: GivenUp['reason']; test: boolean },
): Promise<void> {
  const { settings } = await settingsOf(context.tx);
  const { email } = settings.emitter;
  if (!email) return;
  const { locale } = settings.defaults;
  const letter = webhookDisabledMail({ host, reason }, locale);
  await queueMail(context, { purpose: 'notice', test, to: [email], ...letter, locale, settings });
}
