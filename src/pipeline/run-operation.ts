import { createHash } from 'node:crypto';
import type pg from 'pg';
import { canonicalJson } from '../audit/canonical-json.ts';
import { UnreliableClockError } from '../audit/chain/chain-signer.ts';
import { SigningKeyMissing } from '../audit/keys/signing-key.ts';
import * as idempotency from '../db/idempotency.ts';
import { inTransaction, type Tx } from '../db/transaction.ts';
import { allows } from '../domain/account/scope.ts';
import { isRefusal, type Refusal } from '../domain/refusal.ts';
import { type ClockProblem, heldAgainstTestClock } from '../domain/time/clock.ts';
import type { GetAbortSignal, Leave } from '../limits/concurrency-limiter.ts';
import type { PortalTokenOf } from '../schemas/customers/customer.ts';
import { notFoundRefusalOf } from '../schemas/fields/id.ts';
import type { PipelineRefusal } from '../schemas/refusals/pipeline-refusal.ts';
import { type Faulty, inputInvalid, type Language, read, type UnknownMembers } from '../schemas/validation/faults.ts';
import { clearClockCache, clockOf } from '../services/account/account-clock.ts';
import type { AppServices } from '../services/app-dependencies.ts';
import type { Caller } from '../services/caller.ts';
import type { AfterCommitStep, Context, Reply } from '../services/context.ts';
import { portalTokensFor, withPortalTokens } from '../services/customers/portal-tokens.ts';
import { type Answer, checkedAnswer, keptAnswer, withText } from './answer.ts';
import { limiterFor, limitersOf } from './concurrency-limiters.ts';
import { releaseDocument, reserveDocument } from './document-quota.ts';
import type { Operation } from './operation.ts';
import { isReadOnly, onReplica } from './replica-routing.ts';

export type { Answer };

export type RequestInput = {
  parts: { path: unknown; query: unknown; body: unknown };
  /** A raw file body, next to its parameters. */
  sentFile?: Uint8Array | undefined;
  language: Language;
  idempotencyKey?: string | undefined;
  ifMatch?: string | undefined;
  /** Only the JSON text is needed: a long page then never exists as a whole object. */
  asJson?: boolean | undefined;
  /**
   * Unknown members are refused by name (RFC 7240, `handling=strict`); otherwise they are ignored.
   */
  strict?: boolean | undefined;
  /**
   * The WAL position up to which the caller has seen writes, as sent to them earlier; absent if
   * unknown.
   */
  saw?: number | undefined;
  /** Gets the signal that the client disconnected; absent if that cannot happen. */
  gone?: GetAbortSignal | undefined;
  /** Called when a waiting request gets its turn; throws if there is no room for its answer. */
  mayBegin?: (() => Promise<void>) | undefined;
};

/** Attempts if PostgreSQL chose the transaction as a deadlock victim. */
const TRIES_MAX = 4;

/**
 * The request pipeline, for HTTP, tools and the command line: scope, validation, idempotency, one
 * transaction of one account, the rule, checked answer, commit. A refusal rolls everything back,
 * so no number is lost, and is not stored: a retry decides again.
 */
export async function runOperation(
  services: AppServices,
  operation: Operation,
  caller: Caller,
  request: RequestInput,
): Promise<Answer | Refusal | PipelineRefusal> {
  if (!allows(caller.scopes, operation.scope) && !operation.openTo?.(caller, request.parts.path))
    return { refused: 'scope_missing', scope: operation.scope };
  const input = readInput(operation, request);
  if (isRefusal(input)) return input as PipelineRefusal;
  const missing = notFoundRefusalOf(operation.path, input as Record<string, unknown>);
  if (missing) return missing;

  if (operation.makesDocument) return makeDocument(services, operation, caller, request, input);
  return perform(services, operation, caller, request, input);
}

/**
 * Counts a document against the daily quota and returns it if none was created. A replayed answer
 * is sent even if the quota is used up and counts nothing, because its document already exists.
 */
async function makeDocument(
  services: AppServices,
  operation: Operation,
  caller: Caller,
  request: RequestInput,
  input: Record<string, unknown>,
): Promise<Answer | Refusal | PipelineRefusal> {
  const { pool, environment, now } = services;
  const { accountId } = caller;
  const at = now();
  const refused = await reserveDocument(pool, { accountId, limit: environment.quotas.documentsPerDay, now: at });
  if (refused) {
    const refusing = { ...operation, run: async () => refused as never };
    return request.idempotencyKey ? perform(services, refusing, caller, request, input) : refused;
  }
  let made = false;
  try {
    const answer = await perform(services, operation, caller, request, input);
    made = 'headers' in answer && answer.headers[idempotency.REPLAYED] === undefined;
    return answer;
  } finally {
    if (!made) releaseDocument(pool, { accountId, now: at });
  }
}

/**
 * Runs a request whose input is valid, once its turn has come, and again after failures that
 * another try can avoid.
 */
async function perform(
  services: AppServices,
  operation: Operation,
  caller: Caller,
  requestInput: RequestInput,
  input: Record<string, unknown>,
): Promise<Answer | Refusal | PipelineRefusal> {
  const { idempotencyKey, sentFile, saw, gone, mayBegin } = requestInput;
  const { accountId } = caller;
  // Files are not stored for a key: a retry renders them again.
  const isKept = idempotencyKey !== undefined && operation.answers !== 'file';
  const request = isKept ? requestOf(operation, idempotencyKey, input, sentFile) : undefined;
  const reads = !request && isReadOnly(operation);
  const limiter = limiterFor(services.pool, operation, input);
  for (let tries = 1; ; tries += 1) {
    let leave: Leave | undefined;
    try {
      leave = await limiter?.enter(accountId, gone);
      if (leave) await mayBegin?.();
      const attemptOn = (place: pg.Pool) =>
        attempt(services, operation, caller, { ...requestInput, request, place, reads }, input);
      const read = reads ? await onReplica(services, { accountId, saw }, attemptOn) : undefined;
      return read ?? (await attemptOn(services.pool));
    } catch (error) {
      const refused = await afterFailure(services, caller, { error, tries });
      if (refused) return refused;
    } finally {
      leave?.();
    }
  }
}

/**
 * Removes the cause of a failed try, if the next one can succeed. Returns a refusal if the clock is
 * unreliable; throws every other error.
 */
async function afterFailure(
  services: AppServices,
  caller: Caller,
  { error, tries }: { error: unknown; tries: number },
): Promise<PipelineRefusal | undefined> {
  const { fetchSharedKeys } = services.environment;
  // Another process moved the test clock just now.
  if (error instanceof UnreliableClockError && caller.test && tries === 1) clearClockCache(services, caller.accountId);
  // Another machine rotated the key just now.
  else if (error instanceof SigningKeyMissing && fetchSharedKeys && tries === 1) await fetchSharedKeys();
  else if (error instanceof UnreliableClockError) return clockRefused(services, caller, error.problem);
  else if (!isDeadlock(error) || tries === TRIES_MAX) throw error;
  return undefined;
}

/**
 * The clock check failed. A moved test clock is not an error, but differs from the clock of a live
 * key.
 */
async function clockRefused(
  services: AppServices,
  { accountId, test }: Caller,
  problem: ClockProblem,
): Promise<PipelineRefusal> {
  const clock = await clockOf(services, { accountId, test: true });
  if (!test && heldAgainstTestClock(problem, clock.now - clock.realNow))
    return { refused: 'test_clock_ahead', now: problem.now, testNow: problem.than };
  return { refused: 'clock_unsure', ...problem };
}

function readInput(operation: Operation, request: RequestInput): Record<string, unknown> | PipelineRefusal {
  const faulty: Faulty[] = [];
  let input: Record<string, unknown> = {};
  for (const part of ['path', 'query', 'body'] as const) {
    const result = read(
      operation[part],
      part,
      request.parts[part],
      request.language,
      unknownIn(operation, part, request),
    );
    if ('faults' in result) faulty.push(result);
    // Path parameters win: an `id` in a body that allows extra members must not select another
    // document.
    else input = { ...result.value, ...input };
  }
  return faulty.length > 0 ? inputInvalid(faulty, request.language) : input;
}

/** How members unknown to an operation are handled. */
function unknownIn(operation: Operation, part: 'path' | 'query' | 'body', { strict }: RequestInput): UnknownMembers {
  if (part === 'path') return 'ignored';
  if (strict || (operation.knowsAll && part === 'body')) return 'refused';
  return part === 'body' && isMaking(operation) ? 'refused_alone' : 'ignored';
}

/** Whether the operation creates something. */
const isMaking = ({ success, makesDocument }: Operation): boolean => success === 201 || makesDocument === true;

async function attempt(
  services: AppServices,
  operation: Operation,
  caller: Caller,
  requestInput: RequestInput & { request?: idempotency.Request | undefined; place: pg.Pool; reads: boolean },
  input: Record<string, unknown>,
  made?: Made,
): Promise<Answer | Refusal | PipelineRefusal> {
  const { now, realNow } = await clockOf(services, caller);
  const { request, place, reads } = requestInput;
  const scope = { accountId: caller.accountId, test: caller.test, isReadOnly: reads };
  const portalTokenOf = portalTokensFor(caller, services.environment);

  const leave = await limitersOf(place).transactions.enter(caller.accountId, requestInput.gone);
  let answered: Answer | Refusal | PipelineRefusal | AfterCommitStep<Reply<unknown> | Refusal>;
  try {
    answered = await inTransaction<typeof answered>(
      place,
      scope,
      async (tx) => {
        const { ifMatch, language, gone, sentFile } = requestInput;
        const given = {
          tx,
          now,
          realNow,
          newId: services.newId,
          language,
          ...(ifMatch && { ifMatch }),
          ...(gone && { gone }),
          ...(sentFile && { sentFile }),
        };
        const context = { ...services.environment, ...caller, ...given, portalTokenOf };
        const reply = await (made ? made.after(context, made.work) : operation.run(context, input));
        if (isRefusal(reply)) return { commit: false, answer: reply };
        if ('aside' in reply) return { commit: true, answer: reply };
        const answer = await checkedAnswer(operation, reply, { json: !request && requestInput.asJson === true });
        tellSecurity(tx, context, { operation, input, body: reply.body });
        return { commit: true, answer: request ? kept(tx, operation, request, answer, realNow) : answer };
      },
      request ? { ask: (tx: Tx) => answeredBefore(tx, request, portalTokenOf) } : undefined,
    );
  } finally {
    leave();
  }
  if (!('aside' in answered)) return answered;
  const { aside, after } = answered;
  return attempt(services, operation, caller, requestInput, input, { work: await aside(), after });
}

/** The stored answer of the key, or its refusal; undefined if the request is new. */
async function answeredBefore(
  tx: Tx,
  request: idempotency.Request,
  portalTokenOf: PortalTokenOf | undefined,
): Promise<Answer | PipelineRefusal | undefined> {
  const stored = withPortalTokens(await idempotency.look(tx, request), portalTokenOf);
  return stored && ('refused' in stored ? stored : keptAnswer(stored));
}

/**
 * Stores the answer for its key as the text that is also sent. If it holds a secret, only the ID
 * of the created object is stored.
 */
function kept(tx: Tx, { answersSecret }: Operation, request: idempotency.Request, answer: Answer, now: number): Answer {
  const value = answersSecret && (answer.value as Record<string, string> | undefined);
  if (value?.[answersSecret as string] !== undefined) {
    idempotency.keepShownOnce(tx, request, value.id as string, now);
    return answer;
  }
  const written = withText(answer);
  const { status, headers, json } = written;
  idempotency.keep(tx, request, { status, headers, ...(json !== undefined && { body: json }) }, now);
  return written;
}

/** Writes the security log after commit. A replay writes nothing. */
function tellSecurity(
  tx: Tx,
  { securityLog, accountId, actor }: Context,
  { operation, input, body }: { operation: Operation; input: Record<string, unknown>; body: unknown },
): void {
  const note = securityLog && operation.securityNote?.(input, body);
  if (note) tx.afterCommit(() => securityLog({ ...note, account: accountId, actor }));
}

/** Work done outside a transaction and what the next transaction does with it. */
type Made = { work: unknown; after: AfterCommitStep<Reply<unknown> | Refusal>['after'] };

function requestOf(
  operation: Operation,
  key: string,
  input: Record<string, unknown>,
  sentFile: Uint8Array | undefined,
): idempotency.Request {
  const digest = createHash('sha256').update(`${operation.name}\n${canonicalJson(input)}`);
  if (sentFile) digest.update('\n').update(sentFile);
  return { key, sha256: digest.digest() };
}

const isDeadlock = (error: unknown): boolean => ['40P01', '40001'].includes((error as { code?: string }).code ?? '');
