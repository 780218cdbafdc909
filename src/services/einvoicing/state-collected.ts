import { createHash } from 'node:crypto';
import { latestFlow, statusesOf } from '../../db/einvoicing/platform-flows.ts';
import { moneyReceivedFor } from '../../db/einvoicing/reported-documents.ts';
import { collectedStatusesOf, storeMessage } from '../../db/einvoicing/sent-messages.ts';
import { isBill, isFinalized } from '../../domain/billing/document/document.ts';
import { documentsOf } from '../../domain/billing/document/group/document-group.ts';
import { type CollectedOfDay, collectedOf, collectedToState } from '../../domain/einvoicing/collected.ts';
import { failedStages, transmissionStage } from '../../domain/einvoicing/life-cycle.ts';
import type { SentStatus } from '../../domain/einvoicing/sent-message.ts';
import { cents } from '../../domain/money/cents.ts';
import { electronicInvoiceOf } from '../../einvoice/build-electronic-invoice.ts';
import { cdarOf } from '../../einvoice/cdar/cdar.ts';
import { cdarProblems } from '../../einvoice/cdar/check-cdar.ts';
import { messageOfSeller } from '../../einvoice/cdar/status-message.ts';
import { platformTreatment } from '../../einvoice/clientele.ts';
import { documentLookups } from '../billing/document-group/load-document-group.ts';
import { lockDocumentGroup } from '../billing/document-group/lock-document-group.ts';
import type { Context } from '../context.ts';
import { announceDocument } from './record-progress.ts';

/** 212: collected. */
const COLLECTED = 212;

/**
 * States what was collected of a document and is not yet stated, a message for each day of payment
 * (status 212). Only once a platform has accepted the document, and not after it was rejected or
 * refused. Stating again changes nothing. Messages that the platform refused do not count.
 */
export async function stateCollected(context: Context, documentId: string): Promise<void> {
  const { tx, test, realNow } = context;
  const locked = await lockDocumentGroup(context, documentId, documentLookups.any);
  if ('refused' in locked) return;
  const { document, facts } = locked.group.asked;
  const flow = await latestFlow(tx, documentId);
  if (!isBill(document) || !isFinalized(document) || flow?.state !== 'accepted') return;
  if (failedStages.includes(transmissionStage(flow.state, await statusesOf(tx, documentId)))) return;
  const { zone } = facts.settings;
  const [payments, sent] = await Promise.all([
    moneyReceivedFor(tx, { documentId, test, zone }),
    collectedStatusesOf(tx, documentId),
  ]);
  const invoice = electronicInvoiceOf(document, { zone, relatives: documentsOf(locked.group) });
  const { currency } = invoice;
  const treatment = document.sealed.customer ? platformTreatment(document.sealed.customer) : 'B2B';
  for (const day of collectedToState(collectedOf(payments), statedIn(sent))) {
    const id = context.newId();
    const message = messageOfSeller({ id, invoice, treatment, currency, ...day, now: realNow });
    const [problem] = message ? cdarProblems(message) : [];
    if (!message || problem)
      throw new Error(`what was collected of ${documentId} cannot be stated: ${problem?.rule ?? 'no buyer'}`);
    const bytes = Buffer.from(cdarOf(message), 'utf8');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const amounts = day.rates.map(({ rate, amount }) => ({ type: 'MEN', amount, currency, rate }));
    const file = { name: `statut-${COLLECTED}-${id}.xml`, syntax: 'CDAR' as const, bytes, sha256 };
    const stated = { code: COLLECTED, statedAt: realNow, reasons: [], amounts };
    storeMessage(
      tx,
      { ...{ id, test, about: { documentId }, createdAt: realNow, file, paidOn: day.on }, ...stated },
      realNow,
    );
    await announceDocument(context, documentId, 'status_stated', { id, ...stated, sha256, paidOn: day.on });
  }
}

const statedIn = (sent: readonly SentStatus[]): CollectedOfDay[] =>
  sent
    .filter(({ state, paidOn }) => state !== 'refused' && paidOn !== undefined)
    .map(({ paidOn = '', amounts }) => ({
      on: paidOn,
      rates: amounts.map(({ rate = 0, amount }) => ({ rate, amount: cents(amount) })),
    }));
