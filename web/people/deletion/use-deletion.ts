import { useSession } from '../../app/session/session.ts';
import { useOperation } from '../../client/use-query.ts';

/** Whether the account is being deleted, and what the law would keep of it. */
export function useDeletion() {
  const { account } = useSession();
  const accountId = account?.id ?? '';
  return useOperation('get-account-deletion', { accountId }, { enabled: account !== undefined && !account.isSample });
}
