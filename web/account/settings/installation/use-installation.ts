import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useSession } from '../../../app/session/session.ts';
import { type Answer, type Asked, call, type OperationName } from '../../../client/call.ts';
import { settingsKey } from '../company/company-settings.ts';

/** Whether the user may change the settings of the service; asked in live mode. */
export function useInstallation(): UseQueryResult<Answer<'get-installation'>> {
  const { account } = useSession();
  return useQuery({
    queryKey: ['get-installation', 'live'],
    queryFn: () => call('get-installation', {}, settingsKey(account)),
  });
}

/** A setting of the service, read in live mode, and again after `lookAgain` milliseconds. */
export const useServiceSetting = <N extends OperationName>(
  name: N,
  lookAgain: (answer: Answer<N> | undefined) => number | false = () => false,
): UseQueryResult<Answer<N>> =>
  useQuery<Answer<N>>({
    queryKey: [name, 'live'],
    queryFn: () => call(name, {} as Asked<N> & {}, { mode: 'live' }) as Promise<Answer<N>>,
    refetchInterval: ({ state }) => lookAgain(state.data),
  });
