import * as z from 'zod';
import { AssetJson, EstimateJson, InvoiceJson } from '../../contract/billing.ts';
import { locale } from '../../contract/enumerations.ts';
import { idOr } from '../../contract/id.ts';
import type { BillingDocument } from '../../domain/document/document.ts';
import type { Locale } from '../../domain/document/locale.ts';
import { operation } from '../operation.ts';
import { editDraft, editRefusals } from './edit-draft.ts';
import { wanted } from './see-family.ts';

const asked = {
  scope: 'billing:write',
  query: z.object({}),
  body: z.object({ locale }),
  success: 200,
  example: { locale: 'en' },
} as const;

export const updateEstimateLocale = operation({
  name: 'update-estimate-locale',
  summary: 'Sets the language a draft estimate is printed in.',
  chapter: 'Estimates',
  routes: ['PUT /v2/billing/estimate/{estimateId}/locale'],
  ...asked,
  path: z.object({ id: idOr('estimate_not_found') }),
  output: EstimateJson,
  refusals: ['estimate_not_found', ...editRefusals],
  run: (context, input) => editDraft(context, input.id, wanted.estimate, (draft) => spoken(draft, input.locale)),
});

export const updateInvoiceLocale = operation({
  name: 'update-invoice-locale',
  summary: 'Sets the language a draft invoice is printed in.',
  chapter: 'Invoices',
  routes: ['PUT /v2/billing/invoice/{invoiceId}/locale'],
  ...asked,
  path: z.object({ id: idOr('invoice_not_found') }),
  output: InvoiceJson,
  refusals: ['invoice_not_found', ...editRefusals],
  run: (context, input) => editDraft(context, input.id, wanted.invoice, (draft) => spoken(draft, input.locale)),
});

export const updateCreditNoteLocale = operation({
  name: 'update-asset-locale',
  summary: 'Sets the language a draft asset (credit note) is printed in.',
  chapter: 'Credit notes',
  routes: ['PUT /v2/billing/asset/{assetId}/locale'],
  ...asked,
  path: z.object({ id: idOr('credit_note_not_found') }),
  output: AssetJson,
  refusals: ['credit_note_not_found', ...editRefusals],
  run: (context, input) => editDraft(context, input.id, wanted.creditNote, (draft) => spoken(draft, input.locale)),
});

const spoken = <D extends BillingDocument>(draft: D, locale: Locale): D => ({
  ...draft,
  content: { ...draft.content, locale },
});
