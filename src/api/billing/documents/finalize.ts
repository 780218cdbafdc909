import * as z from 'zod';
import { settingsOf } from '../../../db/account/settings.ts';
import { seriesToday } from '../../../db/billing/number-series.ts';
import { type DocumentGroup, withFacts } from '../../../domain/billing/document/group/document-group.ts';
import { finalizeInDocumentGroup } from '../../../domain/billing/document/group/finalize.ts';
import { seriesOf } from '../../../domain/billing/document/kind.ts';
import { procedureOf } from '../../../domain/billing/estimate/signature.ts';
import { nextNumber } from '../../../domain/billing/numbering/next-number.ts';
import { numberOf } from '../../../domain/billing/numbering/number-format.ts';
import { paymentAtIssue } from '../../../domain/payments/payment-at-issue.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { civilDayOf, yearOf } from '../../../domain/time/civil-day.ts';
import { operation } from '../../../pipeline/operation.ts';
import { BillingJson } from '../../../schemas/billing/document/document-json.ts';
import { billingTool } from '../../../schemas/billing/document/document-tool.ts';
import { kindOfType } from '../../../schemas/billing/document/document-type.ts';
import { BillingTypeJson, billingType } from '../../../schemas/fields/enumerations.ts';
import { idOr } from '../../../schemas/fields/id.ts';
import { day } from '../../../schemas/fields/timestamp.ts';
import { answeredAs } from '../../../schemas/tool-definition.ts';
import { commitDocumentGroup } from '../../../services/billing/document-group/commit-document-group.ts';
import { documentResponse } from '../../../services/billing/document-group/document-response.ts';
import { documentLookups } from '../../../services/billing/document-group/load-document-group.ts';
import { lockDocumentGroup } from '../../../services/billing/document-group/lock-document-group.ts';
import { withFaultsOfDraft } from '../../../services/billing/drafts/draft-faults.ts';
import { draftToNumber, nextNumberFor } from '../../../services/billing/drafts/next-number.ts';
import { requestSignature } from '../../../services/billing/signing/signing-mail.ts';
import { writePayments } from '../../../services/payments/write-payments.ts';

const NextNumberJson = z
  .object({
    type: BillingTypeJson,
    number: z.string(),
    series: z.string(),
    year: z.int(),
    counter: z.int(),
    date: z.string().meta({ format: 'date', description: 'The day of issue that the number is for.' }),
    earliestDate: z.string().optional().meta({
      format: 'date',
      description:
        'The earliest issue date: the date of the last number of the series. Absent if the series has no number yet.',
    }),
    latestDate: z.string().meta({ format: 'date', description: 'The last day of issue: today.' }),
  })
  .meta({ id: 'NextNumber' });

export const getNextNumber = operation({
  name: 'get-next-number',
  summary: 'Returns the number that the next finalized document of a type would get, and its possible dates.',
  description:
    'The number is for the mode of the key (live or test). It is not reserved. Invoices and advances share a series.',
  chapter: 'Documents',
  routes: ['GET /v2/billing/next-number'],
  scope: 'billing:read',
  path: z.object({}),
  query: z.object({
    type: billingType,
    date: day.optional().meta({ description: 'The day of issue, in the account’s time zone; default today.' }),
  }),
  body: z.object({}),
  success: 200,
  output: NextNumberJson,
  refusals: [],
  tool: {
    name: 'get-next-number',
    description:
      'The number that the next finalized document of a type would get, and its possible dates. It is not reserved.',
    ...answeredAs('next', NextNumberJson),
  },

  async run({ tx, test, now }, { type, date }) {
    const kind = kindOfType[type];
    const prefix = seriesOf(kind, test);
    const [{ settings }, counters] = await Promise.all([settingsOf(tx), seriesToday(tx, { test, prefix })]);
    const today = civilDayOf(now, settings.zone);
    const year = yearOf(date ?? today);
    const last = counters.find((each) => each.year === year)?.last ?? 0;
    const { counter, format } = nextNumber(kind, { test, year, last }, settings);
    const [latest] = counters
      .flatMap(({ lastOn }) => lastOn ?? [])
      .toSorted()
      .toReversed();
    return {
      body: {
        ...{ type, series: prefix, year, counter, date: date ?? today, latestDate: today },
        number: numberOf(format, { series: prefix, year, counter }),
        ...(latest !== undefined && { earliestDate: latest }),
      },
    };
  },
});

export const finalizeBilling = operation({
  name: 'finalize-billing',
  summary: 'Gives a draft its official number and freezes it permanently.',
  description:
    'Cannot be undone: a finalized document is corrected by a credit note. A draft without a date is dated today. Records the payment of an invoice already paid. `finalizeRequirements`, on the draft and in the refusal, lists the unmet requirements. Read the `warnings` of the draft first: they do not block finalization, and cannot be fixed afterwards.',
  chapter: 'Documents',
  routes: ['PATCH /v2/billing/{billingId}/finalize', 'PATCH /v2/billing/invoice/{invoiceId}/finalize'],
  scope: 'billing:write',
  path: z.object({ id: idOr('document_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: BillingJson,
  refusals: ['document_not_found', 'version_stale', 'already_finalized', 'not_finalizable'],
  tool: {
    name: 'finalize-billing',
    ...billingTool({ parameter: 'billingId', whose: 'the draft' }, BillingJson),
    destructive: true,
    idempotent: true,
  },

  async run(context, input) {
    const locked = await lockDocumentGroup(context, input.id, documentLookups.any, {
      numbers: 'itself',
      moves: true,
      judged: withFaults,
    });
    if ('refused' in locked) return locked;
    const { document: draft, facts } = locked.group.asked;
    const { number, ...series } = await nextNumberFor(context, locked, draftToNumber(draft, facts));
    const finalized = finalizeInDocumentGroup(withFacts(locked.group, { ...facts, ...series }), number);
    if (isRefusal(finalized)) return finalized;
    const isAsked = procedureOf(finalized.asked.document) !== undefined;
    const sent = isAsked ? await requestSignature(context, finalized) : finalized;
    // If the signature request cannot be mailed, it stays pending: finalizing does not depend on
    // the mail server.
    const group = await commitDocumentGroup(context, locked, isRefusal(sent) ? finalized : sent, { number });
    const paid = paymentAtIssue(group.asked.document, context);
    if (!paid) return documentResponse(context, group);
    return writePayments(context, { group }, paid.document, { payments: paid.payments });
  },
});

const withFaults = async (group: DocumentGroup): Promise<DocumentGroup> =>
  withFacts(group, await withFaultsOfDraft(group.asked.document, group.asked.facts));
