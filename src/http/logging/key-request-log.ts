import type { FastifyInstance, FastifyRequest } from 'fastify';
import { deleteOlderKeyRequests, recordKeyRequests } from '../../db/account/api-key-requests.ts';
import { NOBODY } from '../../db/job-queue.ts';
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
    /** What is asked at this route, for the log of requests. */
    operation?: string;
  }
  interface FastifyRequest {
    /** What was asked, where the route alone does not say it. */
    operationAsked: string | undefined;
    /** The code of the problem it was answered with. */
    problemCode: string | undefined;
  }
}

/** Milliseconds what was asked lies in memory before it is written. A process that is killed loses it. */
const WRITTEN_EVERY_MS = 1_000;
const MINUTE_MS = 60_000;
/** Accounts whose requests are counted at once; beyond, their counts begin anew. */
const ACCOUNTS_COUNTED_MAX = 10_000;
/** Requests of an account after which its oldest are looked for. */
const TRIMMED_EVERY = 1_000;

type Noted = KeyRequest & { readonly accountId: string };
type Noting = { since: number; well: number; failed: number };

/**
 * Notes what keys ask, for whoever finds out why a program fails: what was asked and what came of it. No request waits for
 * it and none has a statement more: what came together, of whichever accounts, is written together, aside, and given up where that fails.
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
    await inTransaction(pool, { ...NOBODY, about: batch.map(({ accountId }) => accountId) }, async (tx) => {
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

/** The accounts of a batch whose oldest are to be looked for now: seen for the first time, or after so many of theirs. */
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

/** What was asked, by its name; undefined for pages and what is not there. */
export const operationOf = (request: FastifyRequest): string | undefined =>
  request.operationAsked ?? request.routeOptions.config.operation;

/** Whether there is room for one more in this minute of the account. What fails has room of its own: it is what is looked for. */
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
