import { changedOnServer, type Versions } from '../conflict/differences.ts';
import {
  type Billing,
  type Draft,
  draftFrom,
  type Field,
  fieldGroupsOf,
  fieldsExcept,
  type Group,
  mergeResponse,
  reuseUnchangedLines,
} from '../draft/draft.ts';
import { emptyHistory, redone, remembered, undone } from '../draft/edit-history.ts';
import { hasUnreadable } from '../fields/unreadable-input.ts';
import { firstReported, type Problem, type SaveState } from './save-state.ts';
import type { Keeping } from './unsaved-draft.ts';

/** Result of a request: a response, or an error. */
export type Outcome =
  | { readonly is: 'saved'; readonly document: Billing; readonly version: string }
  | { readonly is: 'unreachable' }
  | { readonly is: 'stale' }
  | { readonly is: 'refused'; readonly problem: Problem }
  | { readonly is: 'closed' };

/** Dependencies, so that tests can replace them. Times are in milliseconds. */
export type SavingDependencies = {
  /** Calls an operation for the version that was read. */
  readonly send: (group: Group, body: object, version: string) => Promise<Outcome>;
  /** Fetches the current document. */
  readonly read: () => Promise<Outcome>;
  readonly now: () => number;
  /** Calls back after a delay; returns a function that cancels it. */
  readonly after: (ms: number, then: () => void) => () => void;
  readonly keeping: Keeping;
};

/**
 * Milliseconds from the first keystroke to the request, so that saving takes less than a second.
 */
const SAVE_AFTER_MS = 600;
/** Milliseconds between retries while the service is unreachable; the last value repeats. */
const TRIES_AFTER_MS = [1_000, 2_000, 4_000, 8_000, 15_000] as const;

export type Saving = {
  readonly state: () => SaveState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Changes values. `what` names the field: its keystrokes are undone together. */
  readonly edit: (what: string, change: Partial<Draft>) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /**
   * Saves pending edits now. True if the service has everything on the screen, except lines it
   * cannot save yet. False if a text is unreadable.
   */
  readonly saveNow: () => Promise<boolean>;
  /**
   * Takes the response of another request about the document (attachment, customer); edits on the
   * screen stay.
   */
  readonly take: (document: Billing, version: string) => void;
  /** Fetches the document again, because related data such as the customer changed elsewhere. */
  readonly refresh: () => Promise<void>;
  /** Continues with the merged draft after a conflict. */
  readonly settle: (draft: Draft) => void;
  /**
   * Starts with the screen, and with locally stored edits if any. Returns a function that stops it,
   * after a last attempt to save.
   */
  readonly open: () => () => void;
  readonly stop: () => void;
};

/**
 * Autosave of a draft: one request in flight, edits merged per operation, retries until the service
 * is reachable, and unsaved edits stored locally on every keystroke.
 */
export function saving(document: Billing, version: string, dependencies: SavingDependencies): Saving {
  const groups = fieldGroupsOf(document.type);
  const listeners = new Set<() => void>();
  let state: SaveState = restored(firstReported(document, version), dependencies);
  let [stopped, tries, screens] = [false, 0, 0];
  let running: Promise<void> | undefined;
  let takeBack: (() => void) | undefined;
  let unanswered: { group: Group; sent: Draft } | undefined;

  const tell = (change: Partial<SaveState>) => {
    const next = { ...state, ...change };
    state = { ...next, refused: stillRefused(next, groups) };
    keep();
    for (const listener of listeners) listener();
  };
  const keep = () => {
    const pending = unsavedFields(state);
    if (pending.length === 0 && !hasUnreadable(state.draft)) dependencies.keeping.forget();
    else dependencies.keeping.keep({ version: state.version, base: state.saved, draft: state.draft });
  };
  const unsent = (): Group | undefined => {
    const pending = unsavedFields(state);
    return groups.find((group) => group.fields.some((field) => pending.includes(field)) && isWorthAsking(group, state));
  };

  const plan = (ms: number) => {
    takeBack?.();
    takeBack = dependencies.after(ms, () => {
      takeBack = undefined;
      void run();
    });
  };
  const run = (): Promise<void> => {
    running ??= drain().finally(() => {
      running = undefined;
    });
    return running;
  };

  const waitForConnection = () => {
    tell({ phase: 'offline' });
    plan(TRIES_AFTER_MS[Math.min(tries++, TRIES_AFTER_MS.length - 1)] as number);
  };

  async function drain(): Promise<void> {
    for (let group = unsent(); group && !stopped && isOpen(state); group = unsent()) {
      const sent = state.draft;
      tell({ phase: state.phase === 'offline' ? 'offline' : 'saving' });
      const outcome = await dependencies.send(group, group.body(sent, state.saved), state.version);
      if (stopped) return;
      if (!(await settled(outcome, group, sent))) return;
    }
    if (!stopped && isOpen(state)) tell({ phase: 'saved' });
  }

  /** Whether there is something left to send. */
  async function settled(outcome: Outcome, group: Group, sent: Draft): Promise<boolean> {
    switch (outcome.is) {
      case 'saved': {
        tries = 0;
        unanswered = undefined;
        const saved = reuseUnchangedLines(state.draft, draftFrom(outcome.document));
        const refused = withoutRefused(state.refused, group);
        const draft = mergeResponse(state.draft, onlyOf(group, sent, saved, state), saved);
        tell({
          document: outcome.document,
          version: outcome.version,
          saved,
          draft,
          refused,
          savedAt: dependencies.now(),
          phase: 'saving',
        });
        return true;
      }
      case 'refused':
        tell({ refused: { ...state.refused, [group.operation]: { problem: outcome.problem, sent } } });
        return true;
      case 'stale':
        return compareWithCurrent();
      case 'closed':
        tell({ phase: 'closed' });
        return false;
      case 'unreachable':
        unanswered = { group, sent };
        waitForConnection();
        return false;
    }
  }

  async function compareWithCurrent(): Promise<boolean> {
    const current = await dependencies.read();
    if (stopped) return false;
    if (current.is !== 'saved') {
      if (current.is === 'unreachable') waitForConnection();
      else tell({ phase: 'closed' });
      return false;
    }
    const there = draftFrom(current.document);
    const assumed = ifAccepted(state.saved, unanswered);
    const base = fieldsExcept(assumed, there).length === 0 ? assumed : state.saved;
    const versions: Versions = { base, here: state.draft, there };
    const known = { document: current.document, version: current.version };
    // The version also changes with the account and the customer: if no field changed, there is no
    // conflict.
    if (!changedOnServer(versions) || unsavedFields({ ...state, saved: there }).length === 0) {
      tell({ ...known, saved: there, draft: mergeResponse(state.draft, base, there) });
      return true;
    }
    tell({ ...known, phase: 'conflict', conflict: versions });
    return false;
  }

  const changeTo = (draft: Draft, history: SaveState['history']) => {
    const isOffline = state.phase === 'offline';
    const waits = state.phase === 'saved' || state.phase === 'saving' ? 'waiting' : state.phase;
    tell({ draft, history, phase: isOffline ? 'offline' : waits });
    if (!takeBack && !isOffline && isOpen(state)) plan(SAVE_AFTER_MS);
  };

  const saveNow = async (): Promise<boolean> => {
    takeBack?.();
    takeBack = undefined;
    await run();
    // Edits made during the request go into another one.
    if (unsent() && isOpen(state) && state.phase !== 'offline') await run();
    return state.phase === 'saved' && unsavedFields(state).length === 0 && !hasUnreadable(state.draft);
  };
  const stop = (): void => {
    stopped = true;
    takeBack?.();
    listeners.clear();
  };

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    edit(what, change) {
      if (stopped || !isOpen(state)) return;
      const before = Object.fromEntries(Object.keys(change).map((field) => [field, state.draft[field as Field]]));
      const step = { what, before, after: change, at: dependencies.now() };
      changeTo({ ...state.draft, ...change }, remembered(state.history, step));
    },
    undo() {
      const back = !stopped && isOpen(state) && undone(state.history);
      if (back) changeTo({ ...state.draft, ...back.edit }, back.history);
    },
    redo() {
      const again = !stopped && isOpen(state) && redone(state.history);
      if (again) changeTo({ ...state.draft, ...again.edit }, again.history);
    },
    saveNow,
    take(answered, answeredVersion) {
      const saved = draftFrom(answered);
      tell({
        document: answered,
        version: answeredVersion,
        saved,
        draft: mergeResponse(state.draft, state.saved, saved),
      });
    },
    async refresh() {
      await running;
      const current = await dependencies.read();
      if (stopped || current.is !== 'saved') return;
      const saved = draftFrom(current.document);
      const draft = mergeResponse(state.draft, state.saved, saved);
      tell({ document: current.document, version: current.version, saved, draft });
    },
    settle(draft) {
      if (!state.conflict) return;
      tell({ saved: state.conflict.there, draft, conflict: undefined, history: emptyHistory, phase: 'waiting' });
      plan(0);
    },
    open() {
      // Not earlier: a screen that started but never rendered must not save behind the visible one.
      if (screens++ === 0 && unsavedFields(state).length > 0) plan(0);
      return () =>
        void saveNow().finally(() => {
          if (--screens === 0) stop();
        });
    },
    stop,
  };
}

/** Edits left unsaved when the page was closed continue, for the version they were typed on. */
function restored(state: SaveState, { keeping }: SavingDependencies): SaveState {
  const found = keeping.kept();
  if (!found) return state;
  const { version, base: saved } = found;
  const draft = { ...found.draft, unread: found.draft.unread ?? {} };
  // If only unreadable texts are left, they are restored on the current document.
  if (unsavedFields({ draft, saved }).length === 0)
    return { ...state, draft: mergeResponse(draft, draft, state.saved), restored: true };
  return { ...state, version, saved, draft, phase: 'waiting', restored: true };
}

const isOpen = ({ phase }: SaveState): boolean => phase !== 'closed' && phase !== 'conflict';

/** The fields that differ from the saved document. */
export const unsavedFields = ({ draft, saved }: Pick<SaveState, 'draft' | 'saved'>): readonly Field[] =>
  fieldsExcept(draft, saved);

/** Refusals of changes that are still there: one that was taken back is no longer refused. */
function stillRefused({ refused, draft, saved }: SaveState, groups: readonly Group[]): SaveState['refused'] {
  const pending = unsavedFields({ draft, saved });
  const named = new Set(
    groups.filter(({ fields }) => fields.some((field) => pending.includes(field))).map(({ operation }) => operation),
  );
  return Object.fromEntries(Object.entries(refused).filter(([operation]) => named.has(operation)));
}

/** A refused group is sent again once its content changes. */
function isWorthAsking({ operation, fields }: Group, { refused, draft }: SaveState): boolean {
  const before = refused[operation];
  return !before || fieldsExcept(draft, before.sent).some((field) => fields.includes(field));
}

/** The state of the service if it accepted the last request, whose response was lost. */
const ifAccepted = (saved: Draft, unanswered: { group: Group; sent: Draft } | undefined): Draft =>
  unanswered
    ? { ...saved, ...Object.fromEntries(unanswered.group.fields.map((field) => [field, unanswered.sent[field]])) }
    : saved;

/** Only the fields of the sent group are assumed saved; the others remain to be sent. */
const onlyOf = (group: Group, sent: Draft, saved: Draft, { saved: before }: SaveState): Draft =>
  Object.fromEntries(
    (Object.keys(saved) as Field[]).map((field) => [field, group.fields.includes(field) ? sent[field] : before[field]]),
  ) as Draft;

const withoutRefused = (refused: SaveState['refused'], { operation }: Group): SaveState['refused'] =>
  Object.fromEntries(Object.entries(refused).filter(([name]) => name !== operation));
