import type { Draft } from '../draft/draft.ts';

/** Unsaved edits, with the version they were typed on. */
export type UnsavedDraft = { readonly version: string; readonly base: Draft; readonly draft: Draft };

export type Keeping = {
  readonly kept: () => UnsavedDraft | undefined;
  readonly keep: (draft: UnsavedDraft) => void;
  readonly forget: () => void;
};

const BEGINNING = 'facturier.draft.';

type Place = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/**
 * Stores unsaved edits of a document in the browser on every keystroke, since the tab may close at
 * any time. `whose` combines account, mode and document.
 */
export function draftStorage(place: Place, whose: readonly string[]): Keeping {
  const name = BEGINNING + whose.join('.');
  // Another tab may hold unsaved edits of the same document: remove only our own.
  let own = false;
  return {
    kept() {
      try {
        const said = JSON.parse(place.getItem(name) ?? 'null') as UnsavedDraft | null;
        if (!said || typeof said.version !== 'string' || !said.base || !said.draft) return undefined;
        own = true;
        return said;
      } catch {
        return undefined;
      }
    },
    keep(draft) {
      try {
        place.setItem(name, JSON.stringify(draft));
        own = true;
      } catch {
        // Storage full or blocked: the page still has the edits and keeps trying to save them.
      }
    },
    forget() {
      if (own) place.removeItem(name);
      own = false;
    },
  };
}

/** Removes all stored drafts, on sign-out. */
export function clearUnsavedDrafts(place: Place): void {
  const names = Array.from({ length: place.length }, (_, at) => place.key(at));
  for (const name of names) if (name?.startsWith(BEGINNING)) place.removeItem(name);
}
