import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type Answer, type Asked, ask, type OperationName } from './call.ts';

/** How often a screen asks again; then it waits for its user. */
const LOOKS_MAX = 60;

/**
 * Query hook for an operation: cached while fresh, then refetched in the background, and cancelled
 * when the screen unmounts. Previous rows stay while new ones load. `enabled` delays it; `freshMs`
 * extends freshness. `lookAgainMs` asks again after a while, as the answer says.
 */
export const useOperation = <N extends OperationName>(
  name: N,
  asked: Asked<N>,
  {
    enabled = true,
    freshMs,
    lookAgainMs,
  }: { enabled?: boolean; freshMs?: number; lookAgainMs?: (answer: Answer<N>) => number | false } = {},
): UseQueryResult<Answer<N>> =>
  useQuery<Answer<N>>({
    queryKey: [name, asked],
    queryFn: async ({ signal }) => (await ask(name, asked, { signal })).answer,
    enabled,
    ...(freshMs !== undefined && { staleTime: freshMs }),
    ...(lookAgainMs && {
      refetchInterval: ({ state: { data, dataUpdateCount } }) =>
        data !== undefined && dataUpdateCount < LOOKS_MAX && lookAgainMs(data),
    }),
    placeholderData: keepPreviousData,
  });
