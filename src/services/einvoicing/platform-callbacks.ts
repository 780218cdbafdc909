import * as z from 'zod';
import { isSignedByPlatform } from '../../audit/secrets/platform-signature.ts';
import {
  findPlatformConnection,
  notePlatformCall,
  type StoredConnection,
  storeCallback,
  storeCapabilities,
} from '../../db/einvoicing/platform-connections.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { AppServices } from '../app-dependencies.ts';
import type { AppEnvironment } from '../app-environment.ts';
import { isReachedFromOutside } from '../payments/online/providers.ts';
import { linkText, readLinkText } from '../portal/customer-link.ts';
import type { Answered, PlatformAnswer } from './call-platform.ts';
import { askWithToken, jsonBody, parsedBody, readAnswer } from './flow-service.ts';
import { callOf, storedKeys } from './platform-of-account.ts';

/** Bytes of a signing key: 256 or 512 bits in the standard. */
const KEY_BYTES = { least: 16, most: 256 };
/** Webhooks of a list that are looked at. */
const WEBHOOKS_READ_MAX = 200;

const createdJson = z.object({ webhookId: z.string().min(1).max(64), signingKey: z.base64().min(1).max(1_000) });
const listedJson = z.object({ webhooks: z.array(z.unknown()).optional().nullable() });
const webhookJson = z.object({ webhookId: z.string().min(1).max(64), callbackUrl: z.string() });

/** Which connection a call is for. */
export type CallTarget = { readonly accountId: string; readonly connectionId: string };

/** The address a platform calls for a connection, with a token only this service can create. */
const callbackUrlOf = (
  { publicUrl, portalTokens }: Pick<AppEnvironment, 'publicUrl' | 'portalTokens'>,
  { accountId, id }: Pick<StoredConnection, 'accountId' | 'id'>,
): string => `${publicUrl}/v2/platform-events/${linkText(portalTokens, { accountId, linkId: id })}`;

/** The connection in the last part of an address; undefined if this service did not create it. */
export function callTargetOf({ portalTokens }: Pick<AppEnvironment, 'portalTokens'>, text: string) {
  const named = readLinkText(portalTokens, text);
  return named && { accountId: named.accountId, connectionId: named.linkId };
}

/**
 * A platform called: what changed is read soon, as if no call had come. The content of the call is
 * not used, so repeated, out of order or forged it only causes a read. `unknown`: no connection
 * waits for calls there. `forged`: the signature is wrong, or older than five minutes.
 */
export function handlePlatformCall(
  { pool, environment, now }: Pick<AppServices, 'pool' | 'environment' | 'now'>,
  { accountId, connectionId }: CallTarget,
  call: { readonly body: Buffer; readonly signature: string; readonly timestamp: string },
): Promise<'unknown' | 'forged' | 'taken'> {
  return inTransaction(pool, { accountId, test: false }, async (tx) => {
    const connection = await findPlatformConnection(tx, connectionId);
    if (!connection?.callback) return { commit: false, answer: 'unknown' };
    const key = Buffer.from(environment.webhooks.secrets.open(connection.callback.lockedKey, connectionId), 'base64');
    if (!isSignedByPlatform(call, call.body, { key, now: now() })) return { commit: false, answer: 'forged' };
    notePlatformCall(tx, connection, now());
    return { commit: true, answer: 'taken' };
  });
}

/**
 * Asks the platform of a connection to call this service when something changes, once. Only if the
 * service has a public address; platforms of version 1.1 have no webhooks. Whatever comes of it,
 * the platform is also asked regularly.
 */
export async function registerCallback(
  { pool, environment }: Pick<AppServices, 'pool' | 'environment'>,
  connection: StoredConnection,
): Promise<void> {
  const { accountId, id, test, preset, capabilities, callback } = connection;
  if (preset === 'trial' || capabilities.webhooks === false || !isReachedFromOutside(environment.publicUrl)) return;
  const url = callbackUrlOf(environment, connection);
  if (callback?.url === url) return;
  const platform = webhooksOf(connection, environment);
  if (callback) await platform.remove(callback.webhookId);
  await platform.removeThoseAt(url);
  const made = await platform.create(url);
  const isOffered = 'ok' in made && hasKey(made.ok.signingKey);
  if ('away' in made) return;
  await inTransaction(pool, { accountId, test }, async (tx) => {
    if (isOffered) {
      const { webhookId, signingKey } = made.ok;
      storeCallback(tx, id, { webhookId, url, lockedKey: environment.webhooks.secrets.lock(signingKey, id) });
    } else storeCapabilities(tx, id, { ...capabilities, webhooks: false });
    return { commit: true, answer: undefined };
  });
}

/** Asks the platform of a connection to call no more. If it fails, later calls are answered 404. */
export async function removeCallback(connection: StoredConnection, environment: AppEnvironment): Promise<void> {
  if (!connection.callback) return;
  const removed = webhooksOf(connection, environment).remove(connection.callback.webhookId);
  await removed.catch(() => undefined);
}

const hasKey = (text: string): boolean => {
  const { length } = Buffer.from(text, 'base64');
  return length >= KEY_BYTES.least && length <= KEY_BYTES.most;
};

/** The webhooks of a Flow Service (XP Z12-013, annex A, versions 1.2 and 1.3). No method throws. */
function webhooksOf(connection: StoredConnection, environment: AppEnvironment) {
  const { flowUrl } = connection;
  const ask = (question: Omit<Parameters<typeof askWithToken>[3], 'url'>, path = '') => {
    const url = `${flowUrl}/v1/webhooks${path}`;
    return askWithToken(connection, storedKeys(connection, environment), callOf(connection, environment), {
      ...question,
      url,
    });
  };
  const remove = (webhookId: string) => ask({ method: 'DELETE' }, `/${encodeURIComponent(webhookId)}`);
  return {
    remove,
    create: async (callbackUrl: string): Promise<Answered<z.output<typeof createdJson>>> => {
      const answer = await ask({ method: 'POST', ...jsonBody({ callbackUrl }) });
      // A path without this method is a path without webhooks.
      const known = 'ok' in answer && answer.ok.status === 405 ? { ok: { ...answer.ok, status: 404 } } : answer;
      return readAnswer(known, [200, 201], (each) => parsedBody(each, createdJson));
    },
    /** Those whose key was lost, because the answer to their creation did not arrive. */
    removeThoseAt: async (callbackUrl: string): Promise<void> => {
      const listed = readAnswer(await ask({ method: 'GET' }), [200], (answer) => webhooksIn(answer, callbackUrl));
      for (const webhookId of 'ok' in listed ? listed.ok : []) await remove(webhookId);
    },
  };
}

const webhooksIn = (answer: PlatformAnswer, url: string): readonly string[] | undefined =>
  parsedBody(answer, listedJson)
    ?.webhooks?.slice(0, WEBHOOKS_READ_MAX)
    .map((each) => webhookJson.safeParse(each).data)
    .flatMap((webhook) => (webhook?.callbackUrl === url ? [webhook.webhookId] : []));
