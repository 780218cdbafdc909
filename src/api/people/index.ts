import type { Operation } from '../../pipeline/operation.ts';
import type { PersonalOperation } from '../../pipeline/personal-operation.ts';
import { customerPortalOperations } from '../portal/index.ts';
import { finishAccessReview, getAccessReview } from './access-review.ts';
import { cancelAccountDeletion, getAccountDeletion, requestAccountDeletion } from './account-deletion.ts';
import { invitePerson, listInvitations, revokeInvitationOfAccount } from './invitations.ts';
import { joinAccount, lookAtLink } from './join-account.ts';
import { addPasskey, askForPasskey, listOwnPasskeys, removePasskey } from './passkeys.ts';
import { askForReset, changePassword, resetPassword } from './password.ts';
import { changeRole, listPeople, removePerson } from './people.ts';
import { changePerson, confirmAddress, getPerson } from './person.ts';
import { lookAtDemonstration, makeSampleData, openDemonstrationForVisitor, removeSampleData } from './sample-data.ts';
import {
  confirmAuthenticator,
  prepareAuthenticator,
  renewRecoveryCodes,
  switchAuthenticatorOff,
} from './second-factor.ts';
import { endOneSession, endOtherSessions, listOwnSessions } from './sessions.ts';
import { askToSignIn, signIn, signInWithPasskey, signOut } from './sign-in.ts';

/** Operations on the members of an account. */
export const peopleOperations: readonly Operation[] = [
  listPeople,
  changeRole,
  removePerson,
  invitePerson,
  listInvitations,
  revokeInvitationOfAccount,
];

/**
 * Operations without an API key: of a signed-in person, or of a customer with the portal secret.
 */
export const personalOperations: readonly PersonalOperation[] = [
  signIn,
  getPerson,
  changePerson,
  confirmAddress,
  signOut,
  lookAtLink,
  joinAccount,
  changePassword,
  askForReset,
  resetPassword,
  askToSignIn,
  signInWithPasskey,
  askForPasskey,
  addPasskey,
  listOwnPasskeys,
  removePasskey,
  prepareAuthenticator,
  confirmAuthenticator,
  switchAuthenticatorOff,
  renewRecoveryCodes,
  listOwnSessions,
  endOneSession,
  endOtherSessions,
  getAccessReview,
  finishAccessReview,
  getAccountDeletion,
  requestAccountDeletion,
  cancelAccountDeletion,
  makeSampleData,
  removeSampleData,
  lookAtDemonstration,
  openDemonstrationForVisitor,
  ...customerPortalOperations,
];
