import { listPlatformConnections, type StoredConnection } from '../../db/einvoicing/platform-connections.ts';
import { findMessageToSend, noteAttempt } from '../../db/einvoicing/sent-messages.ts';
import { type JobOutcome, settleJob } from '../../db/job-queue.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import type { SentMessage } from '../../domain/einvoicing/sent-message.ts';
import { lanes } from '../../domain/queue/queues.ts';
import type { Job } from '../../queue/job.ts';
import type { FlowToSend } from '../../services/einvoicing/flow-service.ts';
import { recordMessageAcknowledgement, recordMessageSubmission } from '../../services/einvoicing/record-message.ts';
import { contextOf } from '../../services/payments/online/open-session.ts';
import { DISCONNECTED_WAIT_SECONDS, inAccount, retryLater, sendFile } from './send-file.ts';

/**
 * Hands a stored message to the approved platform of its account, once: that an attempt begins is
 * stored first, and after an attempt without an answer the platform is asked before it is repeated.
 */
export const sendMessage: Job = {
  lane: lanes.platform_messages,
  run: async (held, { services, chance, log }) => {
    const found = await inAccount(services, held, ({ tx }) => begun(tx, held.subjectId, services.now()));
    if ('became' in found) return found.became;
    const { message, flow, isAttempted, connection } = found;
    const sending = { services, held, connection };
    const answered = await sendFile(sending, { flow, isAgain: isAttempted });
    if (!('ok' in answered || 'refused' in answered)) return retryLater(sending, answered, { chance, log });
    return inTransaction(services.pool, held, async (tx) => {
      const context = await contextOf(services, tx, held.test);
      if ('ok' in answered)
        recordMessageSubmission(context, message, { platformId: answered.ok, connectionId: connection.id });
      else {
        const { code, said } = answered.refused;
        await recordMessageAcknowledgement(context, message, { state: 'refused', reasons: [{ code, text: said }] });
      }
      return { commit: await settleJob(tx, held, {}), answer: undefined };
    });
  },
};

type Begun = {
  readonly message: SentMessage;
  readonly flow: FlowToSend;
  readonly isAttempted: boolean;
  readonly connection: StoredConnection;
};

/** Reads what is to be sent and stores the attempt; nothing if there is nothing left to do. */
async function begun(tx: Tx, id: string, now: number): Promise<Begun | { readonly became: JobOutcome }> {
  const found = await findMessageToSend(tx, id);
  if (found?.message.state !== 'sending') return { became: {} };
  const { message, file, isAttempted } = found;
  const connection = connectionFor(message, await listPlatformConnections(tx, message.test));
  // Connecting the account wakes the job earlier.
  if (!connection) return { became: { nextAt: now + DISCONNECTED_WAIT_SECONDS, fresh: true } };
  noteAttempt(tx, id, connection.id);
  const { name, syntax, bytes, sha256 } = file;
  const flow = { trackingId: id, name, syntax, sha256, mediaType: 'application/xml', bytes };
  return { message, flow, isAttempted, connection };
}

/** The platform that delivered the invoice, or the one by which documents are sent. */
const connectionFor = (
  { about }: SentMessage,
  connections: readonly StoredConnection[],
): StoredConnection | undefined =>
  connections.find(({ sends, receives }) => ('supplierInvoiceId' in about ? receives : sends));
