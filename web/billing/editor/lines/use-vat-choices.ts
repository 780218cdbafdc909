import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Answer, call } from '../../../client/call.ts';
import type { Billing } from '../draft/draft.ts';

/** VAT choices, from the service; `undefined` until loaded. */
export type VatChoices = Answer<'get-vat-choices'>;

/**
 * VAT choices for the saved document; requested again when the customer or the line types change.
 */
export function useVatChoices(document: Billing): VatChoices | undefined {
  const { data } = useQuery({
    queryKey: ['get-vat-choices', document.id, document.customer, bornBy(document)],
    queryFn: ({ signal }) => call('get-vat-choices', { query: { billingId: document.id } }, { signal }),
    placeholderData: keepPreviousData,
  });
  return data;
}

/** What notices depend on: the VAT codes of the lines, and whether they sell goods. */
const bornBy = (document: Billing): readonly string[] =>
  'lines' in document
    ? [
        ...new Set(
          document.lines.map(({ vatCode, type, isDeliveryOfGoods }) => [vatCode, type, isDeliveryOfGoods].join()),
        ),
      ].toSorted()
    : [];
