import { type Act, useAction } from '../../../app/use-action.ts';
import { call } from '../../../client/call.ts';
import { useRefresh } from '../document-queries.ts';
import { useOpenDocument } from './open-document.ts';

/** Creates the draft final invoice of an estimate and opens it. */
export function useFinalInvoice(estimateId: string): Act<[]> {
  const open = useOpenDocument();
  const refresh = useRefresh();
  return useAction(async () => {
    const { id } = await call('create-final-invoice', { estimateId });
    await open(id);
    await refresh();
  });
}

/** Amount of an advance: a share, a sum, or the planned advance at this index. */
type Asked = { mode?: 'PERCENTAGE' | 'AMOUNT'; amount?: number; percentage?: number; advanceLineIndex?: number };

/** Creates a draft advance of an estimate and opens it. */
export function useAdvance(estimateId: string): Act<[Asked]> {
  const open = useOpenDocument();
  const refresh = useRefresh();
  return useAction(async (body: Asked) => {
    const { id } = await call('create-advance', { estimateId, body });
    await open(id);
    await refresh();
  });
}

/** Duplicates a document as a draft dated today and opens it. */
export function useDuplicate(billingId: string): Act<[]> {
  const open = useOpenDocument();
  const refresh = useRefresh();
  return useAction(async () => {
    const { id } = await call('duplicate-billing', { billingId });
    await open(id);
    await refresh();
  });
}
