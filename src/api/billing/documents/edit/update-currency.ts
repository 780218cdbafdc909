import * as z from 'zod';
import { rateDayOf, withCurrency } from '../../../../domain/billing/document/totals/rate-of-day.ts';
import { operation } from '../../../../pipeline/operation.ts';
import { currencyRate } from '../../../../schemas/billing/document/document-input.ts';
import { currencyCode } from '../../../../schemas/fields/enumerations.ts';
import { idOr } from '../../../../schemas/fields/id.ts';
import {
  type ApiDocumentKind,
  creditNotes,
  estimates,
  invoices,
} from '../../../../services/billing/api-document-kinds.ts';
import { editDraft, editRefusals } from '../../../../services/billing/drafts/edit-draft.ts';
import { ratesAround } from '../../../../services/billing/drafts/exchange-rates.ts';

const body = z.object({
  currency: currencyCode,
  currencyRate: currencyRate.nullish().meta({
    description:
      'Units of the document currency for one unit of the account currency. Null: the reference rate of the European Central Bank, which a draft follows until it is finalized. Absent: the current rate of the document in this currency, or the reference rate.',
  }),
});

export const updateEstimateCurrency = paying(estimates, {
  summary: 'Sets the currency and the exchange rate of a draft estimate.',
  refusals: ['currency_without_rate'],
});
export const updateInvoiceCurrency = paying(invoices, {
  summary: 'Sets the currency and the exchange rate of a draft invoice.',
  refusals: ['currency_without_rate', 'currency_of_parent'],
});
export const updateCreditNoteCurrency = paying(creditNotes, {
  summary: 'Sets the currency and the exchange rate of a free draft asset (credit note).',
  refusals: ['currency_without_rate', 'currency_of_parent'],
});

type Own = { summary: string; refusals: readonly ('currency_without_rate' | 'currency_of_parent')[] };

function paying({ noun, chapter, Json, missing, what }: ApiDocumentKind, { summary, refusals }: Own) {
  return operation({
    name: `update-${noun}-currency`,
    summary,
    description:
      'Amounts stay as they were entered. The rate is units of the document currency for one unit of the account currency; currencies with a fixed parity need none. Without one, the last European Central Bank reference rate on the issue date applies, if it is at most 7 days old.',
    chapter,
    routes: [`PUT /v2/billing/${noun}/{${noun}Id}/currency`],
    scope: 'billing:write',
    path: z.object({ id: idOr(missing) }),
    query: z.object({}),
    body,
    success: 200,
    output: Json,
    refusals: [missing, ...refusals, ...editRefusals],
    example: { currency: 'USD', currencyRate: 1.0856 },
    run: (context, input) =>
      editDraft(context, input.id, what, async (draft, { settings, now }) => {
        const currency = { code: input.currency, rate: input.currencyRate };
        const isGiven = typeof currency.rate === 'number';
        const around = { days: [rateDayOf(draft, now)], codes: [currency.code, settings.currency] };
        const rates = isGiven ? [] : await ratesAround(context, around);
        return withCurrency(draft, currency, { settings, now, rates, isOn: context.ratesUrl !== undefined });
      }),
  });
}
