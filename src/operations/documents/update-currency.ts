import * as z from 'zod';
import { AssetJson, EstimateJson, InvoiceJson } from '../../contract/billing.ts';
import { currencyRate } from '../../contract/document-input.ts';
import { currencyCode } from '../../contract/enumerations.ts';
import { idOr } from '../../contract/id.ts';
import type { BillingDocument } from '../../domain/document/document.ts';
import type { Facts } from '../../domain/document/facts.ts';
import type { DocumentCurrency } from '../../domain/money/currency.ts';
import { fixedRate } from '../../domain/money/fixed-parity.ts';
import { isRefusal, type Refused } from '../../domain/refusal.ts';
import { operation } from '../operation.ts';
import { editDraft, editRefusals } from './edit-draft.ts';
import { wanted } from './see-family.ts';

const asked = {
  description:
    'Amounts stay as they were entered. The rate is units of the document currency for one unit of the account currency; fixed parities need none.',
  scope: 'billing:write',
  query: z.object({}),
  body: z.object({ currency: currencyCode, currencyRate: currencyRate.optional() }),
  success: 200,
  example: { currency: 'USD', currencyRate: 1.0856 },
} as const;

export const updateEstimateCurrency = operation({
  name: 'update-estimate-currency',
  summary: 'Sets the currency of a draft estimate, and its rate.',
  chapter: 'Estimates',
  routes: ['PUT /v2/billing/estimate/{estimateId}/currency'],
  ...asked,
  path: z.object({ id: idOr('estimate_not_found') }),
  output: EstimateJson,
  refusals: ['estimate_not_found', 'currency_without_rate', ...editRefusals],
  run: (context, input) => editDraft(context, input.id, wanted.estimate, (draft, facts) => paidIn(draft, input, facts)),
});

export const updateInvoiceCurrency = operation({
  name: 'update-invoice-currency',
  summary: 'Sets the currency of a draft invoice, and its rate.',
  chapter: 'Invoices',
  routes: ['PUT /v2/billing/invoice/{invoiceId}/currency'],
  ...asked,
  path: z.object({ id: idOr('invoice_not_found') }),
  output: InvoiceJson,
  refusals: ['invoice_not_found', 'currency_without_rate', 'currency_of_parent', ...editRefusals],
  run: (context, input) =>
    editDraft(context, input.id, wanted.invoice, (draft, facts) =>
      draft.parentId === undefined ? paidIn(draft, input, facts) : { refused: 'currency_of_parent' as const },
    ),
});

export const updateCreditNoteCurrency = operation({
  name: 'update-asset-currency',
  summary: 'Sets the currency of a free draft asset (credit note), and its rate.',
  chapter: 'Credit notes',
  routes: ['PUT /v2/billing/asset/{assetId}/currency'],
  ...asked,
  path: z.object({ id: idOr('credit_note_not_found') }),
  output: AssetJson,
  refusals: ['credit_note_not_found', 'currency_without_rate', 'currency_of_parent', ...editRefusals],
  run: (context, input) =>
    editDraft(context, input.id, wanted.creditNote, (draft, facts) =>
      draft.parentId === undefined ? paidIn(draft, input, facts) : { refused: 'currency_of_parent' as const },
    ),
});

type Given = z.output<typeof asked.body>;

function paidIn<D extends BillingDocument>(draft: D, given: Given, facts: Facts): D | Refused<'currency_without_rate'> {
  const currency = currencyFrom(given, facts);
  return isRefusal(currency) ? currency : { ...draft, content: { ...draft.content, currency } };
}

function currencyFrom(
  { currency: code, currencyRate }: Given,
  { settings, now }: Facts,
): DocumentCurrency | Refused<'currency_without_rate'> {
  const base = settings.currency;
  // A rate that was given is taken, also beside a fixed parity; the account's own currency has none but 1.
  const fixed = currencyRate === undefined || code === base ? fixedRate(base, code) : undefined;
  if (fixed !== undefined) return { code, base, rate: fixed, origin: 'FIXED', at: now };
  if (currencyRate === undefined) return { refused: 'currency_without_rate', currency: code };
  return { code, base, rate: currencyRate, origin: 'USER', at: now };
}
