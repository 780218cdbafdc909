import { useEffect, useState, useSyncExternalStore } from 'react';
import { currentSession } from '../../../app/session/session.ts';
import { addresses } from '../../../client/addresses.ts';
import { callWithVersion, type OperationName } from '../../../client/call.ts';
import { Offline, Problem } from '../../../client/problem.ts';
import type { Billing, Group } from '../draft/draft.ts';
import { type Outcome, type Saving, type SavingDependencies, saving } from './autosave.ts';
import type { SaveState } from './save-state.ts';
import { draftStorage } from './unsaved-draft.ts';

export type Loaded = { readonly document: Billing; readonly version: string };

/** Fetches a document with its version. */
export async function loadDraft(id: string, signal?: AbortSignal): Promise<Loaded> {
  const { answer, version = '' } = await callWithVersion('get-billing-by-id', { billingId: id }, { signal });
  return { document: answer as unknown as Billing, version };
}

/** Autosaves a draft while its screen is open, and finishes pending saves when it closes. */
export function useSaving({ document, version }: Loaded): { saving: Saving; state: SaveState } {
  const [made] = useState(() => saving(document, version, dependenciesOf(document.id)));
  useEffect(() => {
    const now = (): void => void made.saveNow();
    const close = made.open();
    addEventListener('online', now);
    return () => {
      removeEventListener('online', now);
      close();
    };
  }, [made]);
  return { saving: made, state: useSyncExternalStore(made.subscribe, made.state) };
}

function dependenciesOf(id: string): SavingDependencies {
  const { account, mode } = currentSession();
  return {
    send: (group, body, version) => asked(group, { id, body, version }),
    read: () => outcomeOf(() => loadDraft(id)),
    now: () => Date.now(),
    after(ms, then) {
      const timer = setTimeout(then, ms);
      return () => clearTimeout(timer);
    },
    keeping: draftStorage(localStorage, [account?.id ?? '', mode, id]),
  };
}

const asked = (group: Group, { id, body, version }: { id: string; body: object; version: string }): Promise<Outcome> =>
  outcomeOf(async () => {
    const name = group.operation as 'update-billing-title';
    const part = /\{(\w+)\}/.exec(addresses[name as OperationName])?.[1] ?? 'billingId';
    const signal = AbortSignal.timeout(ANSWER_MS_MAX);
    const { answer, version: next } = await callWithVersion(name, { [part]: id, body } as never, { version, signal });
    return { document: answer as unknown as Billing, version: next ?? version };
  });

async function outcomeOf(ask: () => Promise<Loaded>): Promise<Outcome> {
  try {
    return { is: 'saved', ...(await ask()) };
  } catch (error) {
    if (error instanceof Offline || isTooLate(error)) return { is: 'unreachable' };
    if (!(error instanceof Problem)) throw error;
    if (error.status === 412) return { is: 'stale' };
    if (CLOSED.has(error.code) || error.status === 404) return { is: 'closed' };
    // Temporary errors, such as an overloaded service or an expired session: keep the edits and
    // retry.
    if (error.status >= 500 || error.status === 429 || error.status === 401) return { is: 'unreachable' };
    return { is: 'refused', problem: { code: error.code, message: said(error) } };
  }
}

/** Request timeout in milliseconds: a dead connection must not block later edits. */
const ANSWER_MS_MAX = 20_000;

const isTooLate = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError';

const CLOSED: ReadonlySet<string> = new Set(['billing.not_draft', 'billing.cannot_update_finalized_document']);

const said = ({ faults, detail }: Problem): string =>
  faults.length > 0 ? faults.map(({ text }) => text).join(' ') : detail;
