import * as z from 'zod';
import { withDocuments } from '../../../domain/billing/document/group/document-group.ts';
import { NOTICE_DELAY_DAYS_MIN } from '../../../domain/billing/reminder/formal-notice.ts';
import { formalNoticeOf, giveFormalNotice } from '../../../domain/billing/reminder/give-formal-notice.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import type { BasisPoints } from '../../../domain/vat/vat-code.ts';
import { FileAnswer } from '../../../pipeline/file-answer.ts';
import { operation } from '../../../pipeline/operation.ts';
import {
  FormalNoticeJson,
  FormalNoticeOutlookJson,
  formalNoticeToJson,
  noticeForm,
  noticeInQuery,
} from '../../../schemas/billing/reminder.ts';
import { idOr } from '../../../schemas/fields/id.ts';
import { commitDocumentGroup } from '../../../services/billing/document-group/commit-document-group.ts';
import { documentLookups, loadDocumentGroup } from '../../../services/billing/document-group/load-document-group.ts';
import { lockDocumentGroup } from '../../../services/billing/document-group/lock-document-group.ts';
import { formalNoticeFile } from '../../../services/billing/files/formal-notice-file.ts';

const ofBilling = { chapter: 'Documents', path: z.object({ id: idOr('document_not_found') }) } as const;

/** The options in domain form. */
const noticeOptions = ({ delayDays, penaltyRate }: { delayDays: number; penaltyRate?: number | undefined }) => ({
  delayDays,
  ...(penaltyRate !== undefined && { rate: penaltyRate as BasisPoints }),
});

export const getFormalNotice = operation({
  ...ofBilling,
  name: 'get-formal-notice',
  summary:
    'Returns whether a formal notice can be made for an invoice or advance, its content today, and the last one made.',
  description:
    'Between businesses, the notice claims the balance due, plus late payment penalties to date and the 40 EUR compensation if the document’s terms include them (C. com. art. L441-10, D441-5). Consumers owe neither. Nothing is stored.',
  routes: ['GET /v2/billing/{billingId}/formal-notice'],
  scope: 'billing:read',
  query: z.object({
    delayDays: noticeInQuery.delayDays.default(NOTICE_DELAY_DAYS_MIN),
    penaltyRate: noticeInQuery.penaltyRate,
  }),
  body: z.object({}),
  success: 200,
  output: FormalNoticeOutlookJson,
  refusals: ['document_not_found'],

  async run(context, { id, ...form }) {
    const found = await loadDocumentGroup(context, id, documentLookups.any);
    if ('refused' in found) return found;
    const { document, facts } = found.asked;
    const { code } = document.content.currency;
    const notice = formalNoticeOf(document, facts, noticeOptions(form));
    const { formalNotice: made } = document.life;
    return {
      body: {
        possible: !isRefusal(notice),
        ...(isRefusal(notice)
          ? { because: notice.refused === 'not_yet_finalized' ? ('draft' as const) : notice.because }
          : { wouldSay: formalNoticeToJson(notice, code) }),
        ...(made && { made: formalNoticeToJson(made, code) }),
      },
    };
  },
});

export const makeFormalNotice = operation({
  ...ofBilling,
  name: 'make-formal-notice',
  summary:
    'Creates a formal notice to pay (mise en demeure) for a late invoice or advance, dated today. Nothing is sent.',
  description:
    'The formal notice of C. civ. art. 1344 states the amount due today and the days left to pay. Print it (`download-formal-notice`), sign it and send it by registered letter as proof. A new notice replaces the last; each notice is recorded in the audit trail and the activity.',
  routes: ['POST /v2/billing/{billingId}/formal-notice'],
  scope: 'billing:write',
  query: z.object({}),
  body: z.object(noticeForm),
  example: { delayDays: 8, penaltyRate: 786 },
  success: 201,
  output: FormalNoticeJson,
  refusals: ['document_not_found', 'version_stale', 'not_yet_finalized', 'formal_notice_without_cause'],

  async run(context, { id, ...form }) {
    const locked = await lockDocumentGroup(context, id, documentLookups.any, { moves: true });
    if ('refused' in locked) return locked;
    const { document: before, facts } = locked.group.asked;
    const noticed = giveFormalNotice(before, facts, noticeOptions(form));
    if (isRefusal(noticed)) return noticed;
    const { document, notice } = noticed;
    const as = { type: 'formal_notice_made', about: { id, ...notice } } as const;
    await commitDocumentGroup(context, locked, withDocuments(locked.group, document), { as });
    return { body: formalNoticeToJson(notice, document.content.currency.code) };
  },
});

export const downloadFormalNotice = operation({
  ...ofBilling,
  chapter: 'Files',
  name: 'download-formal-notice',
  summary: 'Downloads the last formal notice of a document as PDF, in French, with the content it was made with.',
  description: 'The notice states the amount due on its date, regardless of later payments.',
  routes: ['GET /v2/billing/{billingId}/formal-notice/download'],
  scope: 'billing:read',
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: FileAnswer,
  answers: 'file',
  fileTypes: ['application/pdf'],
  refusals: ['document_not_found', 'formal_notice_not_found'],

  async run(context, { id }) {
    const found = await loadDocumentGroup(context, id, documentLookups.any);
    if ('refused' in found) return found;
    const make = await formalNoticeFile(context, found.asked);
    if ('refused' in make) return make;
    return { aside: make, after: async (_, file: Awaited<ReturnType<typeof make>>) => ({ body: file }) };
  },
});
