import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSession } from '../../app/session/session.ts';
import { type Answer, call } from '../../client/call.ts';

export type Billing = Answer<'get-billing-by-id'>;
export type FamilyMember = Answer<'get-billing-family'>[number];
export type ActivityEvent = Answer<'get-billing-activity'>['docs'][number];
export type Payment = Answer<'get-billing-payments'>[number];
export type Mail = Answer<'get-billing-emails'>['docs'][number];
export type Claim = Extract<Billing, { type: 'invoice' | 'advance' }>;
export type Offer = Extract<Billing, { type: 'estimate' | 'purchase_order' }>;
export type Credit = Extract<Billing, { type: 'asset' }>;

export const isClaim = (billing: Billing): billing is Claim => billing.type === 'invoice' || billing.type === 'advance';
export const isOffer = (billing: Billing): billing is Offer =>
  billing.type === 'estimate' || billing.type === 'purchase_order';
export const isCredit = (billing: Billing): billing is Credit => billing.type === 'asset';
/** The kind of document, which decides the grammatical gender of its states in French. */
export const natureOf = ({ type }: Pick<Billing, 'type'>): 'offer' | 'bill' | 'credit' =>
  type === 'asset' ? 'credit' : type === 'invoice' || type === 'advance' ? 'bill' : 'offer';

/** Query key prefix of all data of a document, so that one action refreshes everything. */
export const documentKey = (id: string): readonly unknown[] => ['document', id];

export const useRelatedDocuments = (id: string) =>
  useQuery({
    queryKey: [...documentKey(id), 'family'],
    queryFn: () => call('get-billing-family', { billingId: id }),
  });

export const usePayments = (id: string, isWanted: boolean) =>
  useQuery({
    queryKey: [...documentKey(id), 'payments'],
    queryFn: () => call('get-billing-payments', { billingId: id }),
    enabled: isWanted,
  });

/** Polling interval in milliseconds while emails are pending. */
const LOOK_AGAIN_MS = 4_000;

export const useMails = (id: string) =>
  useQuery({
    queryKey: [...documentKey(id), 'mails'],
    queryFn: async () => (await call('get-billing-emails', { billingId: id, query: { limit: 20 } })).docs,
    refetchInterval: ({ state }) => (state.data?.some((mail) => mail.state === 'waiting') ? LOOK_AGAIN_MS : false),
  });

const SHOWN_HAPPENINGS = 30;

/** Events with their authors, newest first. */
export const useActivity = (id: string) =>
  useQuery({
    queryKey: [...documentKey(id), 'activity'],
    queryFn: async () =>
      (await call('get-billing-activity', { billingId: id, query: { limit: SHOWN_HAPPENINGS } })).docs,
  });

/** After an action: invalidates the document, its related documents and every list. */
export function useRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => refresh(queries);
}

const refresh = async (queries: QueryClient): Promise<void> => {
  await queries.invalidateQueries();
};

/** Whether the user may change documents here. */
export const useMayWrite = (): boolean => useSession().may('billing:write');

/** Name of the customer: the organization, or the person. */
export const customerName = ({ customer }: Pick<Billing, 'customer'>): string =>
  customer.parent?.name ?? customer.commercialName ?? customer.name;
