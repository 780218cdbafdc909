import { realAccounts } from '../../db/account/all-accounts.ts';
import { hasOwner } from '../../db/people/memberships.ts';
import { inTransaction } from '../../db/transaction.ts';
import { createInvitationLink } from '../../services/people/invitations/create-invitation-link.ts';
import type { CommandContext } from '../command-context.ts';
import { OPERATOR } from '../run-as-operator.ts';

/**
 * The link that makes somebody the owner of the only account, told at every start until somebody is; undefined from then on, and
 * where there are several accounts, or a node is away that may have another. Each works for seven days; once one is used, none does.
 */
export async function firstOwnerLink(service: CommandContext): Promise<string | undefined> {
  if (service.unreachableNodes.length > 0) return undefined;
  const [only, another] = await realAccounts(service.owner, 2);
  return only && !another ? ownerLink(service, only.id) : undefined;
}

/** A new link that makes somebody the owner of an account; undefined where it has one. */
export function ownerLink({ pool, services }: CommandContext, accountId: string): Promise<string | undefined> {
  const { newId, now, environment } = services;
  const { publicUrl } = environment;
  return inTransaction(pool, { accountId, test: false }, async (tx) => {
    if (await hasOwner(tx)) return { commit: false, answer: undefined };
    const drawn = createInvitationLink(tx, { id: newId(), now: now(), publicUrl, role: 'owner', invitedBy: OPERATOR });
    return { commit: true, answer: drawn.url };
  });
}
