import type { Role } from './role.ts';

/** Seconds an invitation link is valid, the first owner's included: seven days. */
export const INVITATION_LIFE_SECONDS = 7 * 86_400;

/** A link that adds its holder to an account, once. Times are Unix seconds. */
export type Invitation = {
  readonly id: string;
  /** The invited address; absent for the first owner, who enters one. */
  readonly email?: string;
  readonly role: Role;
  /** A person's id, or the command line. */
  readonly invitedBy: string;
  readonly createdAt: number;
  readonly endsAt: number;
  readonly acceptedAt?: number;
  readonly revokedAt?: number;
};

/**
 * Whether an invitation can still be accepted. The first owner's is only valid while the account
 * has no owner.
 */
export const isOpen = (invitation: Invitation, { now, hasOwner }: { now: number; hasOwner: boolean }): boolean =>
  invitation.acceptedAt === undefined &&
  invitation.revokedAt === undefined &&
  now < invitation.endsAt &&
  (invitation.email !== undefined || !hasOwner);
