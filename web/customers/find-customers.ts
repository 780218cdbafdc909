import { useQuery } from '@tanstack/react-query';
import { useSession } from '../app/session/session.ts';
import { call } from '../client/call.ts';

/** A search result. */
export type FoundCustomer = {
  readonly id: string;
  readonly kind: 'person' | 'organization';
  readonly name: string;
  readonly more: string;
};

/** Maximum results of each kind. */
const OFFERED = 8;

/** Customers whose names start with the text, organizations first. */
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

/** Name of a customer by id, of either kind. */
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
