import { realAccounts } from '../../db/account/all-accounts.ts';
import { hasOwner } from '../../db/people/memberships.ts';
import { inTransaction } from '../../db/transaction.ts';
import { createInvitationLink } from '../../services/people/invitations/invitation-link.ts';
import type { CommandContext } from '../command-context.ts';
import { OPERATOR } from '../run-as-operator.ts';

/**
 * Link that makes a user the owner of the only account, printed at every start until there is an
 * owner; then undefined, also with several accounts or an unreachable node that may hold another.
 * Each link is valid for seven days; once one is used, all stop working.
 */
export async function firstOwnerLink(service: CommandContext): Promise<string | undefined> {
  if (service.unreachableNodes.length > 0) return undefined;
  const [only, another] = await realAccounts(service.owner, 2);
  return only && !another ? ownerLink(service, only.id) : undefined;
}

/** A new link that makes a user the owner of an account; undefined if it has an owner. */
export function ownerLink({ pool, services }: CommandContext, accountId: string): Promise<string | undefined> {
  const { newId, now, environment } = services;
  const { publicUrl } = environment;
  return inTransaction(pool, { accountId, test: false }, async (tx) => {
    if (await hasOwner(tx)) return { commit: false, answer: undefined };
    const drawn = createInvitationLink(tx, { id: newId(), now: now(), publicUrl, role: 'owner', invitedBy: OPERATOR });
    return { commit: true, answer: drawn.url };
  });
}
