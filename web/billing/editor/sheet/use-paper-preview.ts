import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Answer, call } from '../../../client/call.ts';
import { useEditor } from '../context.ts';

/** Printed texts of the saved draft: notices, tables and labels. */
export function usePaperPreview(): Answer<'get-billing-paper'> | undefined {
  const { document, state } = useEditor();
  return useQuery({
    queryKey: ['get-billing-paper', 'draft', document.id, state.version],
    queryFn: ({ signal }) => call('get-billing-paper', { billingId: document.id, query: {} }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  }).data;
}
