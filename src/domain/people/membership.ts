import type { Refused } from '../refusal.ts';
import type { Role } from './role.ts';

/** Members per account, open invitations included. */
export const PEOPLE_MAX = 100;

/** A membership in an account. Times are Unix seconds. */
export type Membership = {
  readonly personId: string;
  readonly role: Role;
  readonly joinedAt: number;
  /** When the member left; their actions keep their name. */
  readonly leftAt?: number;
};

/** Changes the role of a member; the only owner keeps that role. */
export function withRole(
  members: readonly Membership[],
  { personId, role }: { personId: string; role: Role },
): Membership | Refused<'person_not_found' | 'last_owner'> {
  const member = present(members, personId);
  if (!member) return { refused: 'person_not_found' };
  if (role !== 'owner' && isLastOwner(members, member)) return { refused: 'last_owner' };
  return { ...member, role };
}

/** Ends a membership at `now`; the only owner cannot leave. */
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
