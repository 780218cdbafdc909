import type { Refused } from '../refusal.ts';
import type { Role } from './role.ts';

/** Members an account may have at once, open invitations counted. */
export const PEOPLE_MAX = 100;

/** Somebody's place in an account. Times are Unix seconds. */
export type Membership = {
  readonly personId: string;
  readonly role: Role;
  readonly joinedAt: number;
  /** He is a member no more; his acts keep his name. */
  readonly leftAt?: number;
};

/** A member as somebody of another role; of the only owner nothing else is made. */
export function withRole(
  members: readonly Membership[],
  { personId, role }: { personId: string; role: Role },
): Membership | Refused<'person_not_found' | 'last_owner'> {
  const member = present(members, personId);
  if (!member) return { refused: 'person_not_found' };
  if (role !== 'owner' && isLastOwner(members, member)) return { refused: 'last_owner' };
  return { ...member, role };
}

/** A member as somebody who has left at `now`; the only owner stays. */
export function gone(
  members: readonly Membership[],
  { personId, now }: { personId: string; now: number },
): Membership | Refused<'person_not_found' | 'last_owner'> {
  const member = present(members, personId);
  if (!member) return { refused: 'person_not_found' };
  return isLastOwner(members, member) ? { refused: 'last_owner' } : { ...member, leftAt: now };
}

const present = (members: readonly Membership[], personId: string): Membership | undefined =>
  members.find((member) => member.personId === personId && member.leftAt === undefined);

const isLastOwner = (members: readonly Membership[], { personId, role }: Membership): boolean =>
  role === 'owner' &&
  !members.some((other) => other.personId !== personId && other.role === 'owner' && other.leftAt === undefined);
