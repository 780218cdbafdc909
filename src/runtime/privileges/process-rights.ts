import type { TranslatedText } from '../../startup-error.ts';
import type { MachineUser, RunAs } from './system-user.ts';

/** Whose rights this process has. */
export type Rights =
  /** Those of whoever started it, who is not root. */
  | { readonly is: 'ordinary' }
  /** Root's are gone for good. */
  | { readonly is: 'given up'; readonly user: MachineUser }
  /** Root's are put aside, and taken up for a moment to reach a file that the operator named. */
  | { readonly is: 'put aside'; readonly user: MachineUser }
  /** Root's, and why. */
  | { readonly is: 'root'; readonly why: TranslatedText };

let rights: Rights = { is: 'ordinary' };

/** Says what became of root's rights, once it has happened. */
export function recordProcessRights(now: Rights): void {
  rights = now;
}

/**
 * Reaches a file that the operator named on the command line, with the rights the command was started with. `work` is
 * one stroke (`openSync`, `renameSync`): nothing else may happen as root meanwhile.
 */
export function withRootPrivileges<T>(work: () => T): T {
  if (rights.is !== 'put aside') return work();
  const { uid, gid } = rights.user;
  process.seteuid?.(0);
  process.setegid?.(0);
  try {
    return work();
  } finally {
    process.setegid?.(gid);
    process.seteuid?.(uid);
  }
}

/** Starts a program as this user: where root's rights are put aside only, the program must not find them. */
export function startAs<T>(runAs: RunAs, start: (runAs: RunAs) => T): T {
  if (rights.is !== 'put aside') return start(runAs);
  const { user } = rights;
  return withRootPrivileges(() => start(user));
}
