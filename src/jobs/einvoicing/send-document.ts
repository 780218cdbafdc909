import { createHash } from 'node:crypto';
import type { StoredConnection } from '../../db/einvoicing/platform-connections.ts';
import { beginFlow, latestFlow } from '../../db/einvoicing/platform-flows.ts';
import { noteUnsent } from '../../db/einvoicing/unsent-documents.ts';
import { type JobOutcome, type LeasedJob, settleJob } from '../../db/job-queue.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { isFinalized } from '../../domain/billing/document/document.ts';
import type { UnsentReason } from '../../domain/einvoicing/not-sent-reason.ts';
import type { ProcessingRule } from '../../domain/einvoicing/platform-connection.ts';
import type { PlatformFlow } from '../../domain/einvoicing/platform-flow.ts';
import { lanes } from '../../domain/queue/queues.ts';
import type { Job } from '../../queue/job.ts';
import type { AppServices } from '../../services/app-dependencies.ts';
import { documentLookups, loadDocumentGroup } from '../../services/billing/document-group/load-document-group.ts';
import { type DocumentFile, type PreparedFile, prepareFile } from '../../services/billing/files/prepare-file.ts';
import type { Context } from '../../services/context.ts';
import type { Answered } from '../../services/einvoicing/call-platform.ts';
import { formatOfSyntax, processingRuleFor, whyNotSent } from '../../services/einvoicing/hand-over.ts';
import { sendingConnection } from '../../services/einvoicing/platform-of-account.ts';
import { recordAcknowledgement, recordSubmission } from '../../services/einvoicing/record-progress.ts';
import { contextOf } from '../../services/payments/online/open-session.ts';
import { DISCONNECTED_WAIT_SECONDS, inAccount, retryLater, sendFile } from './send-file.ts';

/**
 * Hands a finalized document to the approved platform of its account, once: the file and its ID are
 * stored before they are sent, and a request without an answer is looked up before it is repeated.
 */
export const sendToPlatform: Job = {
  lane: lanes.platform_outbox,
  run: async (held, { services, chance, log }) => {
    const found = await begun(services, held);
    if ('unsent' in found) return unsent(services, held, found.unsent);
    if ('became' in found) return found.became;
    const file = await fileOf(services, held, found.paper);
    const flow = found.flow ?? (await storedFlow(services, held, found, file));
    const sending = { services, held, connection: found.connection };
    const { sha256, syntax, id: trackingId, processingRule } = flow;
    const { name, bytes, mediaType } = file;
    const answered = await sendFile(sending, {
      flow: { trackingId, name, syntax, sha256, mediaType, bytes, processingRule },
      isAgain: found.flow !== undefined,
    });
    if ('ok' in answered || 'refused' in answered) return written(services, held, flow, answered);
    return retryLater(sending, answered, { chance, log });
  },
};

type Found = {
  readonly connection: StoredConnection;
  readonly paper: PreparedFile;
  readonly flow: PlatformFlow | undefined;
  readonly attempt: number;
  readonly processingRule: ProcessingRule;
};

/** Nothing left to do, or a fault that the user has to be shown. */
type Ended = { readonly became: JobOutcome } | { readonly unsent: UnsentReason };

/** Reads what is to be sent; nothing if there is nothing left to do. */
const begun = (services: AppServices, held: LeasedJob): Promise<Found | Ended> =>
  inContext(services, held, async (context) => {
    const [group, connection, latest] = await Promise.all([
      loadDocumentGroup(context, held.subjectId, documentLookups.any),
      sendingConnection(context, held.test),
      latestFlow(context.tx, held.subjectId),
    ]);
    if ('refused' in group || latest?.state === 'submitted' || latest?.state === 'accepted') return { became: {} };
    const { document, facts } = group.asked;
    const reason = await whyNotSent(context, document, facts);
    if (!isFinalized(document) || !document.sealed.customer) return { became: {} };
    const processingRule = processingRuleFor(document.sealed.customer);
    // Only the buyer of an e-invoice misses it: other sales stay in the e-report of this service.
    if (reason === 'electronic_form_incomplete' && processingRule === 'B2B') return { unsent: reason };
    if (reason !== undefined) return { became: {} };
    // Connecting the account wakes the job earlier.
    if (!connection) return { became: { nextAt: services.now() + DISCONNECTED_WAIT_SECONDS, fresh: true } };
    const flow = latest?.state === 'sending' ? latest : undefined;
    const format = formatOfSyntax[flow?.syntax ?? connection.syntax];
    const paper = await prepareFile(context, group, { format, locale: document.content.locale });
    return {
      connection,
      paper,
      flow,
      attempt: (latest?.attempt ?? 0) + 1,
      processingRule,
    };
  });

/** Stores why the document does not go, and ends the job. */
const unsent = (services: AppServices, held: LeasedJob, reason: UnsentReason): Promise<undefined> =>
  inTransaction(services.pool, held, async (tx) => {
    noteUnsent(tx, held.subjectId, held.test, reason, services.now());
    return { commit: await settleJob(tx, held, {}), answer: undefined };
  });

async function fileOf(services: AppServices, held: LeasedJob, paper: PreparedFile): Promise<DocumentFile> {
  if ('file' in paper) return paper.file;
  const made = await paper.make();
  const kept = await inAccount(services, held, (context) => paper.keep(context, made));
  if ('refused' in kept) throw new Error(`the file of ${held.subjectId} was not kept: ${kept.refused}`);
  return kept;
}

/** Stores what is about to be sent. If another worker stored it meanwhile, this attempt fails. */
async function storedFlow(
  services: AppServices,
  held: LeasedJob,
  { connection, attempt, processingRule }: Found,
  { bytes }: DocumentFile,
): Promise<PlatformFlow> {
  const flow: PlatformFlow = {
    ...{ id: services.newId(), test: held.test, documentId: held.subjectId, connectionId: connection.id, attempt },
    ...{ syntax: connection.syntax, sha256: createHash('sha256').update(bytes).digest('hex'), state: 'sending' },
    ...{ processingRule, createdAt: services.now() },
  };
  await inAccount(services, held, async ({ tx }) => beginFlow(tx, flow));
  return flow;
}

const written = (
  services: AppServices,
  held: LeasedJob,
  flow: PlatformFlow,
  answered: { ok: string } | Extract<Answered<string>, { refused: unknown }>,
): Promise<undefined> =>
  inTransaction(services.pool, held, async (tx) => {
    const context = await contextOf(services, tx, held.test);
    if ('ok' in answered) await recordSubmission(context, flow, answered.ok);
    else {
      const { code, said } = answered.refused;
      await recordAcknowledgement(context, flow, { state: 'refused', reasons: [{ code, text: said }] });
    }
    return { commit: await settleJob(tx, held, {}), answer: undefined };
  });

/** Reads in a transaction of the job's account. */
const inContext = <T>(services: AppServices, held: LeasedJob, work: (context: Context) => Promise<T>): Promise<T> =>
  inTransaction(services.pool, held, async (tx: Tx) => ({
    commit: false,
    answer: await work(await contextOf(services, tx, held.test)),
  }));
