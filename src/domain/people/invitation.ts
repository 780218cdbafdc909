import type { Role } from './role.ts';

/** Seconds a link to join an account works, the first owner's too: seven days. */
export const INVITATION_LIFE_SECONDS = 7 * 86_400;

/** A link that lets its holder into an account, once. Times are Unix seconds. */
export type Invitation = {
  readonly id: string;
  /** Whom it was sent to; absent where it is for the first owner, who says his own. */
  readonly email?: string;
  readonly role: Role;
  /** A person's id, or the command line. */
  readonly invitedBy: string;
  readonly createdAt: number;
  readonly endsAt: number;
  readonly acceptedAt?: number;
  readonly revokedAt?: number;
};

/** Whether a link still lets somebody in. The first owner's does only while the account has none. */
export const isOpen = (invitation: Invitation, { now, hasOwner }: { now: number; hasOwner: boolean }): boolean =>
  invitation.acceptedAt === undefined &&
  invitation.revokedAt === undefined &&
  now < invitation.endsAt &&
  (invitation.email !== undefined || !hasOwner);
