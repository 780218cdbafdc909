import type { PersonalOperation } from '../../../pipeline/personal-operation.ts';
import { customerPortalOperations } from '../../portal/index.ts';
import { finishAccessReview, getAccessReview } from './access-review.ts';
import { askForReset } from './ask-for-reset.ts';
import { changePassword } from './change-password.ts';
import { changePerson } from './change-person.ts';
import { confirmAddress } from './confirm-address.ts';
import { endOneSession, endOtherSessions } from './end-session.ts';
import { getPerson } from './get-person.ts';
import { joinAccount } from './join-account.ts';
import { listOwnSessions } from './list-sessions.ts';
import { lookAtLink } from './look-at-link.ts';
import { addPasskey, askForPasskey, listOwnPasskeys, removePasskey } from './passkeys.ts';
import { resetPassword } from './reset-password.ts';
import { makeSampleData, removeSampleData } from './sample-data.ts';
import {
  confirmAuthenticator,
  prepareAuthenticator,
  renewRecoveryCodes,
  switchAuthenticatorOff,
} from './second-factor.ts';
import { signIn } from './sign-in.ts';
import { askToSignIn, signInWithPasskey } from './sign-in-with-passkey.ts';
import { signOut } from './sign-out.ts';

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
  makeSampleData,
  removeSampleData,
  ...customerPortalOperations,
];
