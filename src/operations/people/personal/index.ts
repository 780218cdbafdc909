import type { PersonalOperation } from '../../../road/personal-operation.ts';
import { getPerson } from './get-person.ts';
import { joinAccount } from './join-account.ts';
import { lookAtLink } from './look-at-link.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';

/** What somebody asks for himself, of no account. */
export const personalOperations: readonly PersonalOperation[] = [signIn, getPerson, signOut, lookAtLink, joinAccount];
