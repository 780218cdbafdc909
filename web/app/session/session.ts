import { useSyncExternalStore } from 'react';
import { isProblem } from '../../client/problem.ts';
import type { SignedIn } from '../../client/schemas.ts';
import { actAs, send } from '../../client/send.ts';
import { currentLanguage } from '../../locales/language.ts';

export type Mode = 'live' | 'test';

/** The signed-in user and their rights. */
export type Me = SignedIn;
export type SessionAccount = Me['accounts'][number];

export type Session = {
  readonly me: Me | undefined;
  /** The account of this tab. */
  readonly account: SessionAccount | undefined;
  readonly mode: Mode;
  /**
   * Whether the user has this scope in the current account and mode. Forbidden actions are hidden.
   */
  readonly may: (scope: string) => boolean;
};

const ACCOUNT = 'facturier.account';
const MODE = 'facturier.mode';
/**
 * Remembers in this browser that a user is signed in: the next page then preloads their figures
 * (`preload.ts`).
 */
const SIGNED_IN = 'facturier.signedIn';

let state: Session = {
  me: undefined,
  account: undefined,
  mode: kept(MODE) === 'test' ? 'test' : 'live',
  may: () => false,
};
const listeners = new Set<() => void>();

export const currentSession = (): Session => state;

export function useSession(): Session {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
}

/** Stores the response of a sign-in. */
export function storeSession(me: Me | undefined): void {
  const account = me?.accounts.find(({ id }) => id === kept(ACCOUNT)) ?? me?.accounts[0];
  if (me) localStorage.setItem(SIGNED_IN, 'yes');
  else localStorage.removeItem(SIGNED_IN);
  become({ me, account, ...(account?.isSample && { mode: 'test' }) });
}

let asked: Promise<Me | undefined> | undefined;

/** Fetches the session; undefined if there is none. Concurrent callers share one request. */
export function loadMe(): Promise<Me | undefined> {
  asked ??= askMe().finally(() => {
    asked = undefined;
  });
  return asked;
}

async function askMe(): Promise<Me | undefined> {
  try {
    const answer = await send({ method: 'GET', path: '/v2/person' });
    storeSession((await answer.json()) as Me);
  } catch (error) {
    if (!isProblem(error) || error.status !== 401) throw error;
    storeSession(undefined);
  }
  return state.me;
}

/**
 * Changes the account, mode or language of this tab. Other tabs keep theirs; new tabs start with
 * the last choice.
 */
export function chooseAccount(id: string, mode: Mode): void {
  const account = state.me?.accounts.find((each) => each.id === id);
  if (!account) return;
  const held = account.isSample ? 'test' : mode;
  keep(ACCOUNT, id);
  keep(MODE, held);
  become({ account, mode: held });
}

function become(changed: Partial<Omit<Session, 'may'>>): void {
  const next = { ...state, ...changed };
  const scopes = new Set<string>(next.account?.scopes[next.mode] ?? []);
  state = { ...next, may: (scope) => scopes.has(scope) || scopes.has(wider(scope)) };
  for (const listener of listeners) listener();
}

/** `billing:write` implies `billing:read`, `account:admin` implies `account:read`. */
const wider = (scope: string): string =>
  scope === 'account:read' ? 'account:admin' : scope.replace(/:read$/, ':write');

/** The choice of this tab, or else the last one used. */
function kept(name: string): string | null {
  return sessionStorage.getItem(name) ?? localStorage.getItem(name);
}

function keep(name: string, value: string): void {
  sessionStorage.setItem(name, value);
  localStorage.setItem(name, value);
}

/** Gives the client the current session. `ended` is called when the session has expired. */
export function openSession(ended: () => void): void {
  actAs({
    asking: () => ({
      account: state.account?.id,
      mode: state.mode,
      csrf: state.me?.csrf,
      language: currentLanguage(),
    }),
    renew: async () => {
      const before = state.me?.csrf;
      return (await loadMe())?.csrf !== before;
    },
    ended,
  });
}
