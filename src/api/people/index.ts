import type { Operation } from '../../pipeline/operation.ts';
import { changeRole } from './change-role.ts';
import { invitePerson } from './invite-person.ts';
import { listInvitations } from './list-invitations.ts';
import { listPeople } from './list-people.ts';
import { removePerson } from './remove-person.ts';
import { revokeInvitationOfAccount } from './revoke-invitation.ts';

/** Operations on the members of an account. */
export const peopleOperations: readonly Operation[] = [
  listPeople,
  changeRole,
  removePerson,
  invitePerson,
  listInvitations,
  revokeInvitationOfAccount,
];
