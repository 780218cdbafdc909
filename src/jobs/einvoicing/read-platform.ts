import {
  findPlatformConnection,
  notePlatformFailure,
  notePlatformRead,
  platformCalledAt,
  type StoredConnection,
} from '../../db/einvoicing/platform-connections.ts';
import {
  billWithNumber,
  findFlow,
  isAnswerAwaited,
  type MessageOutcome,
  messagesRead,
  noteMessage,
} from '../../db/einvoicing/platform-flows.ts';
import { findMessage } from '../../db/einvoicing/sent-messages.ts';
import { type LeasedJob, settleJob } from '../../db/job-queue.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { SupplierInvoice } from '../../domain/einvoicing/supplier-invoice.ts';
import { lanes } from '../../domain/queue/queues.ts';
import { retryAfterFailure } from '../../domain/queue/retry-delay.ts';
import type { Job } from '../../queue/job.ts';
import type { AppServices } from '../../services/app-dependencies.ts';
import type { Context } from '../../services/context.ts';
import type { Answered } from '../../services/einvoicing/call-platform.ts';
import { recordReportStatus } from '../../services/einvoicing/e-reporting/record-deposit.ts';
import {
  FLOWS_OF_PAGE,
  type FlowPage,
  type FlowService,
  type PlatformFlowJson,
} from '../../services/einvoicing/flow-service.ts';
import { notifyOwnerOfInvoices } from '../../services/einvoicing/notify-owner-of-invoices.ts';
import { registerCallback } from '../../services/einvoicing/platform-callbacks.ts';
import { failureOf, platformOf } from '../../services/einvoicing/platform-of-account.ts';
import { readLifeCycleMessage } from '../../services/einvoicing/read-life-cycle.ts';
import { recordMessageAcknowledgement, recordSupplierStatus } from '../../services/einvoicing/record-message.ts';
import { recordAcknowledgement, recordStatus } from '../../services/einvoicing/record-progress.ts';
import { readSupplierFile, takeSupplierInvoice } from '../../services/einvoicing/take-supplier-invoice.ts';
import { contextOf } from '../../services/payments/online/open-session.ts';

const HOUR_MS = 3_600_000;
/** How far the first read looks back, and how much is read again each time, in milliseconds. */
const FIRST_READ_MS = 30 * 24 * HOUR_MS;
const READ_AGAIN_MS = HOUR_MS;
/** Pages of one run: 20,000 changes. The rest follows at once in the next. */
const PAGES_MAX = 200;
/** Seconds between two reads, and while answers are expected. Sandboxes answer at once. */
const READ_SECONDS = { live: { calm: 900, awaited: 60 }, test: { calm: 300, awaited: 5 } };
/** Seconds before the next read if the platform called during this one. */
const CALLED_SECONDS = 1;
/** Seconds after the last sending during which answers are expected. */
const AWAITED_SECONDS = { live: 3_600, test: 120 };

/**
 * Reads what changed at an approved platform: acknowledgements of what was sent, and statuses of
 * the life cycle. Each message is stored once, whatever the platform repeats.
 */
export const readPlatform: Job = {
  lane: lanes.platform_inbox,
  run: async (held, { services, chance, log }) => {
    const startedAt = services.now();
    const connection = await inContext(services, held, ({ tx }) => findPlatformConnection(tx, held.subjectId));
    if (!connection) return {};
    const platform = platformOf(connection, services.environment);
    const arrived: SupplierInvoice[] = [];
    const read = await readChanges({ services, held, connection, platform, arrived });
    if (!('ok' in read)) {
      const failure = failureOf(read, services.now());
      log.warn(
        { account: held.accountId, connection: held.subjectId, reason: failure.said },
        'the platform does not respond',
      );
      await inContext(services, held, async (context) => {
        notePlatformFailure(context.tx, connection.id, failure);
        await notifyOwnerOfInvoices(context, arrived);
      });
      const retry = retryAfterFailure(failure.said, { before: held.tried, now: services.now(), chance: chance() });
      const asked = 'away' in read ? (read.retryAfterSeconds ?? 0) : 0;
      return { ...retry, nextAt: Math.max(retry.nextAt, services.now() + asked) };
    }
    const { untilMs, isMore } = read.ok;
    await registerCallback(services, connection);
    return inTransaction(services.pool, held, async (tx) => {
      const now = services.now();
      notePlatformRead(tx, connection.id, untilMs, now);
      await notifyOwnerOfInvoices(await contextOf(services, tx, held.test), arrived);
      const mode = held.test ? 'test' : 'live';
      const isAwaited = await isAnswerAwaited(tx, connection.id, now - AWAITED_SECONDS[mode]);
      // A call during the read may be about a change that it has not seen.
      const isCalled = ((await platformCalledAt(tx, connection.id)) ?? 0) >= startedAt;
      const calm = isCalled ? CALLED_SECONDS : READ_SECONDS[mode][isAwaited ? 'awaited' : 'calm'];
      const wait = isMore ? 0 : calm;
      return { commit: await settleJob(tx, held, { nextAt: now + wait, fresh: true }), answer: undefined };
    });
  },
};

type Reading = {
  readonly services: AppServices;
  readonly held: LeasedJob;
  readonly connection: StoredConnection;
  readonly platform: FlowService;
  /** The invoices of suppliers that this run stored. */
  readonly arrived: SupplierInvoice[];
};

/** What was read: until when, and whether the platform has more. */
type Read = { readonly untilMs: number; readonly isMore: boolean };

/**
 * Reads page by page. A platform with a cursor is followed by it; one without, which versions 1.1
 * and 1.2 lack, by the time of the last change on the page.
 */
async function readChanges(reading: Reading): Promise<Answered<Read>> {
  const startedMs = reading.services.now() * 1_000;
  const { readUntilMs } = reading.connection;
  let afterMs = readUntilMs === undefined ? startedMs - FIRST_READ_MS : readUntilMs - READ_AGAIN_MS;
  let seenMs = afterMs;
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const found = await reading.platform.search({ updatedAfterMs: afterMs }, cursor);
    if (!('ok' in found)) return found;
    const failed = await readPage(reading, found.ok);
    if (failed) return failed;
    const lastMs = lastChange(found.ok, afterMs);
    cursor = found.ok.nextCursor;
    const isLast = cursor === undefined && (found.ok.flows.length < FLOWS_OF_PAGE || lastMs === afterMs);
    if (isLast) return { ok: { untilMs: Math.max(lastMs, startedMs - READ_AGAIN_MS), isMore: false } };
    seenMs = Math.max(seenMs, lastMs);
    if (cursor === undefined) afterMs = timeOfNextPage(afterMs, lastMs);
  }
  // The next run begins where this one ends.
  return { ok: { untilMs: seenMs + READ_AGAIN_MS, isMore: true } };
}

/**
 * The time after which the next page of a platform without a cursor begins. Changes of the same
 * moment as the last one may be on that page: they are read again.
 */
const timeOfNextPage = (afterMs: number, lastMs: number): number => (lastMs - 1 > afterMs ? lastMs - 1 : lastMs);

const lastChange = ({ flows }: FlowPage, fallback: number): number =>
  Math.max(fallback, ...flows.map(({ updatedAt }) => Date.parse(updatedAt ?? '')).filter(Number.isFinite));

/** Handles each new flow of a page, in its own transaction. */
async function readPage(
  reading: Reading,
  { flows }: FlowPage,
): Promise<Exclude<Answered<never>, { ok: never }> | undefined> {
  const { services, held, connection } = reading;
  const ids = flows.map(({ flowId }) => flowId);
  const known = await inContext(services, held, ({ tx }) => messagesRead(tx, connection.id, ids));
  for (const flow of flows) {
    if (known.has(flow.flowId)) continue;
    const failed = await readFlow(reading, flow);
    if (failed) return failed;
  }
  return undefined;
}

const readFlow = (reading: Reading, flow: PlatformFlowJson) => {
  if (isLifeCycle(flow)) return readStatus(reading, flow);
  if (isLifeCycleOfSupplier(flow) && reading.connection.receives) return readSupplierStatus(reading, flow);
  if (isLifeCycleOfReport(flow)) return readReportStatus(reading, flow);
  if (isInvoiceOfSupplier(flow) && reading.connection.receives) return readInvoiceOfSupplier(reading, flow);
  return readAcknowledgement(reading, flow);
};

const isInvoiceOfSupplier = ({ flowType, flowDirection }: PlatformFlowJson): boolean =>
  flowDirection !== 'Out' && (flowType === 'SupplierInvoice' || flowType === 'StateSupplierInvoice');

/** Flows of the life cycle of what was sent. */
const isLifeCycle = ({ flowType, flowDirection }: PlatformFlowJson): boolean =>
  flowDirection !== 'Out' && (flowType === 'CustomerInvoiceLC' || flowType === 'StateCustomerInvoiceLC');

/** Flows of the life cycle of what was received. */
const isLifeCycleOfSupplier = ({ flowType, flowDirection }: PlatformFlowJson): boolean =>
  flowDirection !== 'Out' && (flowType === 'SupplierInvoiceLC' || flowType === 'StateSupplierInvoiceLC');

/** Flows of the life cycle of e-reports. */
const isLifeCycleOfReport = ({ flowType, flowDirection }: PlatformFlowJson): boolean =>
  flowDirection !== 'Out' && (flowType === 'StateTransactionReportLC' || flowType === 'StatePaymentReportLC');

/** The acknowledgement of a document or a status that was sent: none yet, accepted, or refused. */
async function readAcknowledgement(
  { services, held, connection }: Reading,
  flow: PlatformFlowJson,
): Promise<undefined> {
  const { trackingId, acknowledgement, flowId } = flow;
  const isAnswer = acknowledgement?.status === 'Ok' || acknowledgement?.status === 'Error';
  if (!isAnswer || !trackingId || !UUID.test(trackingId)) return undefined;
  await inContext(services, held, async (context) => {
    const [sent, message] = await Promise.all([findFlow(context.tx, trackingId), findMessage(context.tx, trackingId)]);
    const known = sent ?? message;
    if (known?.test !== held.test) return;
    if (known.platformId !== undefined && known.platformId !== flowId) return;
    const faults = (acknowledgement.details ?? []).filter(({ level }) => level !== 'Warning');
    // The platform has the document from an earlier attempt whose answer was lost.
    const isThere = faults.some(({ reasonCode }) => reasonCode === 'AlreadyExistingFlow');
    const reasons = faults.map(({ reasonCode: code, reasonMessage: text }) => ({
      ...(code !== undefined && { code: code.slice(0, REASON_MAX) }),
      ...(text !== undefined && { text: text.slice(0, REASON_MAX) }),
    }));
    const isAccepted = acknowledgement.status === 'Ok' || isThere;
    const state = isAccepted ? ('accepted' as const) : ('refused' as const);
    const outcome = { reasons: reasons.slice(0, REASONS_MAX), platformId: flowId, state };
    if (sent) await recordAcknowledgement(context, sent, outcome);
    if (message) await recordMessageAcknowledgement(context, message, outcome);
    await noted({ connection }, context, flow, 'acknowledgement');
  });
  return undefined;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Reasons that are kept, and characters of each. */
const REASONS_MAX = 20;
const REASON_MAX = 400;

/** A status of a document, fetched from the platform. */
async function readStatus({ services, held, connection, platform }: Reading, flow: PlatformFlowJson) {
  const file = await platform.original(flow.flowId);
  if (!('ok' in file)) return 'refused' in file ? undefined : file;
  const read = await readLifeCycleMessage(file.ok, held);
  await inContext(services, held, async (context) => {
    const documentId = read && (await billWithNumber(context.tx, read.number, held.test));
    const outcome = !read ? 'unreadable' : documentId === undefined ? 'unknown_document' : 'status';
    if (!(await noted({ connection }, context, flow, outcome)) || !read || documentId === undefined) return;
    await recordStatus(context, documentId, read.status, { connectionId: connection.id, platformId: flow.flowId });
  });
  return undefined;
}

/** A status of a received invoice, fetched from the platform. */
async function readSupplierStatus({ services, held, connection, platform }: Reading, flow: PlatformFlowJson) {
  const file = await platform.original(flow.flowId);
  if (!('ok' in file)) return 'refused' in file ? undefined : file;
  const read = await readLifeCycleMessage(file.ok, held);
  await inContext(services, held, async (context) => {
    const from = { connectionId: connection.id, platformId: flow.flowId };
    const { siren, number, status } = read ?? {};
    const isKnown =
      status !== undefined &&
      siren !== undefined &&
      number !== undefined &&
      (await recordSupplierStatus(context, { siren, number, status }, from));
    await noted({ connection }, context, flow, !read ? 'unreadable' : isKnown ? 'status' : 'unknown_document');
  });
  return undefined;
}

/**
 * A status of an e-report, fetched from the platform. It names the report by its ID (rule G7.23); a
 * platform that gives reports its own IDs may repeat ours as `trackingId`.
 */
async function readReportStatus({ services, held, connection, platform }: Reading, flow: PlatformFlowJson) {
  const file = await platform.original(flow.flowId);
  if (!('ok' in file)) return 'refused' in file ? undefined : file;
  const read = await readLifeCycleMessage(file.ok, held);
  await inContext(services, held, async (context) => {
    const from = { connectionId: connection.id, platformId: flow.flowId };
    let isKnown = false;
    for (const id of [read?.number, flow.trackingId])
      isKnown ||= read && id && UUID.test(id) ? await recordReportStatus(context, id, read.status, from) : false;
    await noted({ connection }, context, flow, !read ? 'unreadable' : isKnown ? 'status' : 'unknown_document');
  });
  return undefined;
}

/** An invoice of a supplier: its original is stored once, whatever is in it. */
async function readInvoiceOfSupplier(reading: Reading, flow: PlatformFlowJson) {
  const { services, held, connection, platform, arrived } = reading;
  const { flowId } = flow;
  const file = await platform.original(flowId);
  if (!('ok' in file)) return 'refused' in file ? undefined : file;
  const bytes = Buffer.from(file.ok);
  const read = await readSupplierFile(bytes, held);
  const stored = await inContext(services, held, async (context) => {
    if (!(await noted({ connection }, context, flow, 'received'))) return undefined;
    const source = { from: 'platform', flowId } as const;
    const taken = await takeSupplierInvoice(context, { bytes, read, name: flow.name ?? flowId, source });
    // The platform keeps it: the next run tries again.
    if ('refused' in taken) throw new Error(`an invoice of a supplier was not stored: ${taken.refused}`);
    return taken.isNew ? taken.invoice : undefined;
  });
  if (stored) arrived.push(stored);
  return undefined;
}

const noted = (
  { connection }: Pick<Reading, 'connection'>,
  { tx, realNow }: Context,
  { flowId, flowType }: PlatformFlowJson,
  outcome: MessageOutcome,
): Promise<boolean> =>
  noteMessage(
    tx,
    {
      connectionId: connection.id,
      platformId: flowId,
      test: connection.test,
      flowType: flowType || 'Undefined',
      outcome,
    },
    realNow,
  );

/** Runs in a transaction of the job's account, and commits. */
const inContext = <T>(services: AppServices, held: LeasedJob, work: (context: Context) => Promise<T>): Promise<T> =>
  inTransaction(services.pool, held, async (tx) => ({
    commit: true,
    answer: await work(await contextOf(services, tx, held.test)),
  }));
