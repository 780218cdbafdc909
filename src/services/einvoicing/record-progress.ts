import { canonicalJson } from '../../audit/canonical-json.ts';
import { type LinkType, sha256Hex } from '../../audit/chain/chain-link.ts';
import { append, lockChainHead } from '../../db/audit/append-to-chain.ts';
import {
  noteSubmitted,
  queueCollected,
  queueReading,
  settleFlow,
  statusesOf,
  storeStatus,
} from '../../db/einvoicing/platform-flows.ts';
import { type BillingDocument, isEstimate } from '../../domain/billing/document/document.ts';
import {
  type DocumentStatus,
  lifeCycleStatusOf,
  type StatusReason,
  transmissionStage,
} from '../../domain/einvoicing/life-cycle.ts';
import type { PlatformFlow } from '../../domain/einvoicing/platform-flow.ts';
import { documentOfEvent } from '../../schemas/billing/document/document-event.ts';
import { platformEvent } from '../../schemas/events/event-type.ts';
import { auditEvent } from '../billing/document-group/audit-events.ts';
import { documentLookups } from '../billing/document-group/load-document-group.ts';
import { lockDocumentGroup } from '../billing/document-group/lock-document-group.ts';
import type { Context } from '../context.ts';
import { publishEvent } from '../events/publish-event.ts';

/** Seconds after a submission before its acknowledgement is read. */
export const FIRST_READ_SECONDS = 2;

/** The platform took a document under its own ID. */
export async function recordSubmission(context: Context, flow: PlatformFlow, platformId: string): Promise<void> {
  noteSubmitted(context.tx, flow.id, platformId, context.realNow);
  queueReading(context.tx, flow.connectionId, flow.test, context.realNow + FIRST_READ_SECONDS);
  const { id, attempt, syntax, sha256 } = flow;
  await announceDocument(context, flow.documentId, 'platform_submitted', { id, attempt, syntax, sha256, platformId });
}

/** The platform acknowledged a document: accepted, or refused with its reasons. Once. */
export async function recordAcknowledgement(
  context: Context,
  flow: PlatformFlow,
  outcome: Parameters<typeof settleFlow>[2],
): Promise<void> {
  if (!(await settleFlow(context.tx, flow.id, outcome, context.realNow))) return;
  if (outcome.state === 'accepted') queueCollected(context.tx, flow.documentId, context.realNow);
  else await announceDocument(context, flow.documentId, 'platform_refused', { id: flow.id, reasons: outcome.reasons });
}

/** A status of the life cycle as a platform delivered it. */
export type DeliveredStatus = Omit<DocumentStatus, 'receivedAt'>;

/** Stores a status of a document, once; its audit entry and its event come with it. */
export async function recordStatus(
  context: Context,
  documentId: string,
  status: DeliveredStatus,
  from: { readonly connectionId: string; readonly platformId: string },
): Promise<void> {
  const { code, statedAt, reasons, amounts } = status;
  const content = canonicalJson({ reasons, amounts });
  const sha256 = sha256Hex(content);
  const isNew = await storeStatus(context.tx, {
    ...{ id: context.newId(), test: context.test, documentId, ...from, code, statedAt },
    ...{ receivedAt: context.realNow, reasons, amounts, content, sha256 },
  });
  if (isNew) await announceDocument(context, documentId, 'platform_status', { code, statedAt, reasons, amounts });
}

/** The audit entry of a change at a platform, and its event for webhooks. */
export async function announceDocument(
  context: Context,
  documentId: string,
  type: LinkType,
  about: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { tx, seal, test } = context;
  const locked = await lockDocumentGroup(context, documentId, documentLookups.any);
  if ('refused' in locked) throw new Error(`the document ${documentId} is no longer there`);
  const { document, facts } = locked.group.asked;
  if (isEstimate(document)) return;
  const head = await lockChainHead(tx, test);
  append(tx, { test, head, seal }, auditEvent(context, document, type, sha256Hex(canonicalJson(about))));
  const subject = { type: platformEvent(document.kind), subjectId: document.id, test };
  const code = typeof about.code === 'number' ? about.code : undefined;
  publishEvent(context, subject, {
    billing: documentOfEvent(document, facts),
    platform: {
      stage: await stageOf(context, document, type),
      ...(code !== undefined && { code, status: lifeCycleStatusOf(code) ?? null }),
      reasons: (about.reasons as readonly StatusReason[] | undefined) ?? [],
    },
  });
}

const stageOf = async ({ tx }: Context, { id }: BillingDocument, type: LinkType) =>
  transmissionStage(type === 'platform_refused' ? 'refused' : 'submitted', await statusesOf(tx, id));
