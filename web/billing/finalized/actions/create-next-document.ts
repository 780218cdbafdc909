import { type Act, useAction } from '../../../app/use-action.ts';
import { call } from '../../../client/call.ts';
import { useRefresh } from '../document-queries.ts';
import { useOpenDocument } from './open-document.ts';

/** Makes the draft of the final invoice of an estimate, and opens it. */
export function useFinalInvoice(estimateId: string): Act<[]> {
  const open = useOpenDocument();
  const refresh = useRefresh();
  return useAction(async () => {
    const { id } = await call('create-final-invoice', { estimateId });
    await open(id);
    await refresh();
  });
}

/** How much an advance is: a share, an amount, or what was announced at this place. */
type Asked = { mode?: 'PERCENTAGE' | 'AMOUNT'; amount?: number; percentage?: number; advanceLineIndex?: number };

/** Makes a draft advance of an estimate, and opens it. */
export function useAdvance(estimateId: string): Act<[Asked]> {
  const open = useOpenDocument();
  const refresh = useRefresh();
  return useAction(async (body: Asked) => {
    const { id } = await call('create-advance', { estimateId, body });
    await open(id);
    await refresh();
  });
}

/** Makes a draft of today like a document, and opens it. */
export function useDuplicate(billingId: string): Act<[]> {
  const open = useOpenDocument();
  const refresh = useRefresh();
  return useAction(async () => {
    const { id } = await call('duplicate-billing', { billingId });
    await open(id);
    await refresh();
  });
}
