import { lockEndpointsMadeBy, updateEndpoint } from '../../db/events/webhook-endpoints.ts';
import { allows } from '../../domain/account/scope.ts';
import { endedWithMaker, handedOver } from '../../domain/events/endpoint.ts';
import type { Membership } from '../../domain/people/membership.ts';
import { type Role, scopesOfRole } from '../../domain/people/role.ts';
import type { Refused } from '../../domain/refusal.ts';
import type { Context } from '../context.ts';

/** The scope needed to own webhooks. */
const NEEDED = 'events:write';
const mayHold = (role: Role | undefined): boolean =>
  role !== undefined && allows(scopesOfRole(role, { test: false }), NEEDED);

/**
 * Refuses a member who cannot take over webhooks: a former one, the current owner, or one whose
 * role may not create any.
 */
export function successorRefusal(
  members: readonly Membership[],
  { personId, to }: { personId: string; to: string | undefined },
): Refused<'person_not_found' | 'makes_no_webhooks'> | undefined {
  if (to === undefined) return undefined;
  const successor = members.find((member) => member.personId === to && member.leftAt === undefined);
  if (!successor || to === personId) return { refused: 'person_not_found' };
  return mayHold(successor.role) ? undefined : { refused: 'makes_no_webhooks' };
}

/**
 * Deactivates a person's webhooks, live and test, if they leave (no `role`) or lose the right; or
 * transfers them `to` another member. The account is locked. Endpoints are locked after the audit
 * chain, as for events.
 */
export async function deactivateWebhooksOf(
  { tx, realNow: now }: Pick<Context, 'tx' | 'realNow'>,
  { personId, role, to }: { personId: string; role: Role | undefined; to: string | undefined },
): Promise<void> {
  if (mayHold(role)) return;
  for (const endpoint of await lockEndpointsMadeBy(tx, personId)) {
    if (to !== undefined) updateEndpoint(tx, handedOver(endpoint, to, now));
    else if (endpoint.active) updateEndpoint(tx, endedWithMaker(endpoint, now));
  }
}
