import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type Answer, type Asked, ask, type OperationName } from './call.ts';

/**
 * Query hook for an operation: cached while fresh, then refetched in the background, and cancelled
 * when the screen unmounts. Previous rows stay while new ones load. `enabled` delays it; `freshMs`
 * extends freshness.
 */
export const useOperation = <N extends OperationName>(
  name: N,
  asked: Asked<N>,
  { enabled = true, freshMs }: { enabled?: boolean; freshMs?: number } = {},
): UseQueryResult<Answer<N>> =>
  useQuery<Answer<N>>({
    queryKey: [name, asked],
    queryFn: async ({ signal }) => (await ask(name, asked, { signal })).answer,
    enabled,
    ...(freshMs !== undefined && { staleTime: freshMs }),
    placeholderData: keepPreviousData,
  });
