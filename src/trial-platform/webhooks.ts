import { createHash, createHmac, randomBytes } from 'node:crypto';
import { Refusal } from './answer.ts';
import { isOn } from './faults.ts';
import { flowJson } from './flow-json.ts';
import { WEBHOOKS_MAX } from './limits.ts';
import { fitting, webhookParams } from './schemas.ts';
import type { TrialFlow, TrialWebhook } from './store.ts';
import type { Work } from './work.ts';

/** A callback to send: the flow as JSON, signed. */
export type Callback = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** Bytes of a signing key: 256 bits. */
const KEY_BYTES = 32;

/** Creates a subscription. Only this answer contains its key. */
export async function createWebhook(work: Work, owner: string, body: unknown): Promise<object> {
  const params = fitting(webhookParams, body);
  const own = (await work.state.webhooks()).filter((webhook) => webhook.owner === owner);
  if (own.length >= WEBHOOKS_MAX)
    throw new Refusal(400, 'TOO_MANY_WEBHOOKS', `A client has at most ${WEBHOOKS_MAX} webhooks.`);
  const { flowTypes, flowDirection, ackStatus, callbackUrl } = params;
  const webhook: TrialWebhook = {
    webhookId: work.newId(),
    owner,
    signingKey: randomBytes(KEY_BYTES).toString('base64'),
    createdAt: work.now,
    callbackUrl,
    ...(flowTypes && { flowTypes }),
    ...(flowDirection && { flowDirection }),
    ...(ackStatus && { ackStatus }),
  };
  await work.state.saveWebhook(webhook);
  const { webhookId, signingKey, createdAt } = webhook;
  return { webhookId, signingKey, createdAt: dateOf(createdAt) };
}

/** The subscriptions of a client, without their keys. */
export async function listWebhooks(work: Work, client: string): Promise<object> {
  const own = (await work.state.webhooks()).filter(({ owner }) => owner === client);
  const webhooks = own.map(({ owner: _, signingKey: __, createdAt, ...rest }) => ({
    ...rest,
    createdAt: dateOf(createdAt),
  }));
  // The official file requires `webhookIds` and describes `webhooks`.
  return { count: own.length, webhooks, webhookIds: own.map(({ webhookId }) => webhookId) };
}

export async function deleteWebhook(work: Work, client: string, webhookId: string): Promise<void> {
  if (!UUID.test(webhookId)) throw new Refusal(400, 'INVALID_FIELD', 'webhookUid: not a UUID');
  const found = (await work.state.webhooks()).find((each) => each.webhookId === webhookId && each.owner === client);
  if (!found) throw new Refusal(404, 'MISSING_RESOURCE', 'There is no such webhook.');
  await work.state.deleteWebhook(webhookId);
}
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The callbacks of the flows that a change has published. */
export async function callbacksOf(work: Work): Promise<Callback[]> {
  const published = work.published();
  if (published.length === 0) return [];
  const webhooks = await work.state.webhooks();
  return published.flatMap((flow) =>
    webhooks.filter((webhook) => isWanted(webhook, flow)).map((webhook) => callbackOf(work, webhook, flow)),
  );
}

const isWanted = ({ owner, flowTypes, flowDirection, ackStatus }: TrialWebhook, flow: TrialFlow): boolean =>
  owner === flow.owner &&
  (!flowTypes || flowTypes.length === 0 || flowTypes.includes(flow.flowType)) &&
  (!flowDirection || flowDirection === flow.direction) &&
  (!ackStatus || ackStatus === flow.ack.status);

/**
 * Signed as the standard says: SHA-256 of `body@timestamp`, then HMAC-SHA-256 of that fingerprint.
 * With the fault `signature_over_payload`: HMAC of `body@timestamp`, as some platforms read it.
 */
function callbackOf(work: Work, { callbackUrl, signingKey }: TrialWebhook, flow: TrialFlow): Callback {
  const body = JSON.stringify(flowJson(flow));
  const timestamp = String(Math.floor(work.now));
  const signed = `${body}@${timestamp}`;
  const isOverPayload = isOn(work.settings().faults, 'signature_over_payload');
  const mac = createHmac('sha256', Buffer.from(signingKey, 'base64'));
  const signature = mac.update(isOverPayload ? signed : createHash('sha256').update(signed).digest()).digest('base64');
  return {
    url: callbackUrl,
    headers: {
      'content-type': 'application/json',
      'afnor-signature': signature,
      'afnor-signature-timestamp': timestamp,
    },
    body,
  };
}

const dateOf = (at: number): string => new Date(at * 1000).toISOString();
