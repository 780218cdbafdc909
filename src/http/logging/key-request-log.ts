import type { FastifyInstance, FastifyRequest } from 'fastify';
import { deleteOlderKeyRequests, recordKeyRequests } from '../../db/account/api-key-requests.ts';
import { NO_ACCOUNT_SCOPE } from '../../db/job-queue.ts';
import { inTransaction } from '../../db/transaction.ts';
import {
  hasFailed,
  type KeyRequest,
  REQUESTS_KEPT_MAX,
  REQUESTS_NOTED_A_MINUTE_MAX,
} from '../../domain/account/key-request.ts';
import type { AppServices } from '../../services/app-dependencies.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation of this route, for the request log. */
    operation?: string;
  }
  interface FastifyRequest {
    /** The operation, where the route alone does not determine it. */
    operationAsked: string | undefined;
    /** Code of the problem the request was answered with. */
    problemCode: string | undefined;
  }
}

/** Milliseconds between writes of buffered entries. A killed process loses its buffer. */
const WRITTEN_EVERY_MS = 1_000;
const MINUTE_MS = 60_000;
/** Maximum number of accounts counted at once. Beyond it, counts restart. */
const ACCOUNTS_COUNTED_MAX = 10_000;
/** Number of requests of an account between deletions of its oldest entries. */
const TRIMMED_EVERY = 1_000;

type Noted = KeyRequest & { readonly accountId: string };
type Noting = { since: number; well: number; failed: number };

/**
 * Logs the requests of API keys (operation and result) so that developers can see why a program
 * fails. Entries of all accounts are written together in the background: requests neither wait nor
 * run an extra statement. Entries that cannot be written are dropped.
 */
export function logKeyRequests(app: FastifyInstance, { pool, now, newId }: AppServices): void {
  let waiting: Noted[] = [];
  const noting = new Map<string, Noting>();
  const untrimmed = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  const write = (): void => {
    timer = undefined;
    const batch = waiting;
    waiting = [];
    if (batch.length > 0) writing = writing.then(() => written(batch)).catch(() => {});
  };
  const written = async (batch: readonly Noted[]): Promise<void> => {
    await inTransaction(pool, { ...NO_ACCOUNT_SCOPE, about: batch.map(({ accountId }) => accountId) }, async (tx) => {
      recordKeyRequests(tx, batch);
      return { commit: true, answer: undefined };
    });
    for (const accountId of crowded(untrimmed, batch))
      await inTransaction(pool, { accountId, test: false }, async (tx) => {
        deleteOlderKeyRequests(tx, REQUESTS_KEPT_MAX);
        return { commit: true, answer: undefined };
      }).catch(() => {});
  };
  app.decorateRequest('operationAsked', undefined);
  app.decorateRequest('problemCode', undefined);
  app.addHook('onResponse', (request, reply, done) => {
    const { caller, problemCode: code } = request;
    const operation = operationOf(request);
    if (!caller || caller.isPerson || operation === undefined) return done();
    const { statusCode: status } = reply;
    if (!isNoted(noting, caller.accountId, hasFailed({ status, code }))) return done();
    const { accountId, actor: keyId } = caller;
    const durationMs = Math.round(reply.elapsedTime);
    waiting.push({ accountId, id: newId(), keyId, at: now(), operation, status, durationMs, code });
    timer ??= setTimeout(write, WRITTEN_EVERY_MS).unref();
    done();
  });
  app.addHook('onClose', async () => {
    clearTimeout(timer);
    write();
    await writing;
  });
}

/**
 * Accounts of a batch whose oldest entries are deleted now: on first sight, then every
 * TRIMMED_EVERY requests.
 */
function crowded(untrimmed: Map<string, number>, batch: readonly Noted[]): Set<string> {
  if (untrimmed.size >= ACCOUNTS_COUNTED_MAX) untrimmed.clear();
  const due = new Set<string>();
  for (const { accountId } of batch) {
    const since = (untrimmed.get(accountId) ?? TRIMMED_EVERY) + 1;
    if (since > TRIMMED_EVERY) due.add(accountId);
    untrimmed.set(accountId, since > TRIMMED_EVERY ? 0 : since);
  }
  return due;
}

/** Name of the operation; undefined for pages and unknown addresses. */
export const operationOf = (request: FastifyRequest): string | undefined =>
  request.operationAsked ?? request.routeOptions.config.operation;

/**
 * Whether this account may log another request this minute. Failures have a separate limit, because
 * they are what people look for.
 */
function isNoted(noting: Map<string, Noting>, accountId: string, failed: boolean): boolean {
  const at = performance.now();
  let minute = noting.get(accountId);
  if (!minute || at - minute.since >= MINUTE_MS) {
    if (noting.size >= ACCOUNTS_COUNTED_MAX) noting.clear();
    minute = { since: at, well: 0, failed: 0 };
    noting.set(accountId, minute);
  }
  const kind = failed ? 'failed' : 'well';
  minute[kind] += 1;
  return minute[kind] <= REQUESTS_NOTED_A_MINUTE_MAX;
}
