import type { TranslatedText } from '../../startup-error.ts';
import type { MachineUser, RunAs } from './system-user.ts';

/** User and rights of this process. */
export type Rights =
  /** Those of an ordinary user. */
  | { readonly is: 'ordinary' }
  /** Root privileges were dropped for good. */
  | { readonly is: 'given up'; readonly user: MachineUser }
  /** Root privileges are suspended and resumed briefly to reach a file the operator named. */
  | { readonly is: 'put aside'; readonly user: MachineUser }
  /** Root, with the reason. */
  | { readonly is: 'root'; readonly why: TranslatedText };

let rights: Rights = { is: 'ordinary' };

/** Records the rights of the process after they changed. */
export function recordProcessRights(now: Rights): void {
  rights = now;
}

/**
 * Reaches a file the operator named, with the rights the command was started with. `work` must be
 * synchronous (`openSync`, `renameSync`): nothing else may run as root meanwhile.
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

/**
 * Starts a program as this user. With suspended root privileges, the program must not inherit them.
 */
export function startAs<T>(runAs: RunAs, start: (runAs: RunAs) => T): T {
  if (rights.is !== 'put aside') return start(runAs);
  const { user } = rights;
  return withRootPrivileges(() => start(user));
}
