import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type Answer, type Asked, ask, type OperationName } from './call.ts';

/**
 * What an operation answers, for a screen: kept while it is fresh, asked anew behind it, given up when the screen goes. The rows of before stay while
 * others are asked for. `enabled` waits until there is something to ask for; `freshMs` keeps it for longer.
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
