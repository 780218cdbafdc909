import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Answer, call } from '../../../client/call.ts';
import type { Billing } from '../draft/draft.ts';

/** What VAT can be chosen, as the service tells; `undefined` until it did. */
export type VatChoices = Answer<'get-vat-choices'>;

/** What VAT fits a document as it was saved last: asked for anew where its customer, or what its lines bear, is another. */
export function useVatChoices(document: Billing): VatChoices | undefined {
  const { data } = useQuery({
    queryKey: ['get-vat-choices', document.id, document.customer, bornBy(document)],
    queryFn: ({ signal }) => call('get-vat-choices', { query: { billingId: document.id } }, { signal }),
    placeholderData: keepPreviousData,
  });
  return data;
}

/** What mentions are judged by: the codes of the lines, and whether these sell goods. */
const bornBy = (document: Billing): readonly string[] =>
  'lines' in document
    ? [
        ...new Set(
          document.lines.map(({ vatCode, type, isDeliveryOfGoods }) => [vatCode, type, isDeliveryOfGoods].join()),
        ),
      ].toSorted()
    : [];
