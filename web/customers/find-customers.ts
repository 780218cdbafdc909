import { useQuery } from '@tanstack/react-query';
import { useSession } from '../app/session/session.ts';
import { call } from '../client/call.ts';

/** A customer as he is chosen somewhere. */
export type FoundCustomer = {
  readonly id: string;
  readonly kind: 'person' | 'organization';
  readonly name: string;
  readonly more: string;
};

/** How many of each kind are offered. */
const OFFERED = 8;

/** Customers whose names begin with what was typed, organizations before people. */
export function useFindCustomers(search: string) {
  const { mode } = useSession();
  return useQuery({
    queryKey: ['list-organizations', 'found', search, mode],
    queryFn: async ({ signal }): Promise<FoundCustomer[]> => {
      const query = {
        ...(search && { search }),
        limit: OFFERED,
        archived: false,
        test: mode === 'test',
        orderBy: 'name',
        orderDirection: 'ASC',
      } as const;
      const [organizations, people] = await Promise.all([
        call('list-organizations', { query }, { signal }),
        call('list-contacts', { query }, { signal }),
      ]);
      return [
        ...organizations.docs.map(({ id, name, billingAddress }) => ({
          id,
          kind: 'organization' as const,
          name,
          more: billingAddress.city ?? '',
        })),
        ...people.docs.map(({ id, fullname, organization }) => ({
          id,
          kind: 'person' as const,
          name: fullname,
          more: organization?.name ?? '',
        })),
      ];
    },
  });
}

/** What a customer is called, by his id; he may be of either kind. */
export function useCustomerName(id: string | undefined, kind: 'person' | 'organization') {
  return useQuery({
    queryKey: [kind === 'person' ? 'get-contact' : 'get-organization', 'name', id],
    enabled: id !== undefined,
    queryFn: async ({ signal }): Promise<string> => {
      if (kind === 'organization')
        return (await call('get-organization', { organizationId: id ?? '' }, { signal })).name;
      const { firstname, lastname } = await call('get-contact', { contactId: id ?? '' }, { signal });
      return `${firstname} ${lastname}`.trim();
    },
  });
}
