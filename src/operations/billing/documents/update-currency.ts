import * as z from 'zod';
import { currencyRate } from '../../../contract/billing/document-input.ts';
import { currencyCode } from '../../../contract/enumerations.ts';
import { idOr } from '../../../contract/id.ts';
import { editDraft, editRefusals } from '../../../deeds/billing/edit-draft.ts';
import { creditNotes, estimates, invoices, type KindOnTheWire } from '../../../deeds/billing/kinds-on-the-wire.ts';
import type { BillingDocument } from '../../../domain/billing/document/document.ts';
import type { Facts } from '../../../domain/billing/document/facts.ts';
import type { DocumentCurrency } from '../../../domain/money/currency.ts';
import { fixedRate } from '../../../domain/money/fixed-parity.ts';
import { isRefusal, type Refused } from '../../../domain/refusal.ts';
import { operation } from '../../../road/operation.ts';

const body = z.object({ currency: currencyCode, currencyRate: currencyRate.optional() });

export const updateEstimateCurrency = paying(estimates, {
  summary: 'Sets the currency of a draft estimate, and its rate.',
  refusals: ['currency_without_rate'],
});
export const updateInvoiceCurrency = paying(invoices, {
  summary: 'Sets the currency of a draft invoice, and its rate.',
  refusals: ['currency_without_rate', 'currency_of_parent'],
});
export const updateCreditNoteCurrency = paying(creditNotes, {
  summary: 'Sets the currency of a free draft asset (credit note), and its rate.',
  refusals: ['currency_without_rate', 'currency_of_parent'],
});

type Own = { summary: string; refusals: readonly ('currency_without_rate' | 'currency_of_parent')[] };

function paying({ noun, chapter, Json, missing, what }: KindOnTheWire, { summary, refusals }: Own) {
  return operation({
    name: `update-${noun}-currency`,
    summary,
    description:
      'Amounts stay as they were entered. The rate is units of the document currency for one unit of the account currency; fixed parities need none.',
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
    run: (context, input) => editDraft(context, input.id, what, (draft, facts) => paidIn(draft, input, facts)),
  });
}

type Given = z.output<typeof body>;

/**
 * What is made of another document is in its currency, at its rate, and to say so again changes nothing; an estimate is made of
 * none.
 */
function paidIn(
  draft: BillingDocument,
  given: Given,
  facts: Facts,
): BillingDocument | Refused<'currency_without_rate' | 'currency_of_parent'> {
  const { code, rate } = draft.content.currency;
  const same = given.currency === code && (given.currencyRate ?? rate) === rate;
  if (draft.parentId !== undefined) return same ? draft : { refused: 'currency_of_parent' };
  // What it has stays, with the rate it has: one that was agreed is not asked for again.
  if (same && facts.settings.currency === draft.content.currency.base) return draft;
  const currency = currencyFrom(given, facts);
  return isRefusal(currency) ? currency : ({ ...draft, content: { ...draft.content, currency } } as BillingDocument);
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
