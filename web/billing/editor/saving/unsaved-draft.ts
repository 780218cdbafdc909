import type { Draft } from '../draft/draft.ts';

/** What is typed and not saved, with the version it was typed on. */
export type UnsavedDraft = { readonly version: string; readonly base: Draft; readonly draft: Draft };

export type Keeping = {
  readonly kept: () => UnsavedDraft | undefined;
  readonly keep: (draft: UnsavedDraft) => void;
  readonly forget: () => void;
};

const BEGINNING = 'facturier.draft.';

type Place = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/**
 * Keeps what is not saved of one document in the browser: written in the instant it is typed, since a tab may be closed in
 * the next. `whose` names the account, its mode and the document.
 */
export function draftStorage(place: Place, whose: readonly string[]): Keeping {
  const name = BEGINNING + whose.join('.');
  // Another tab may keep what it could not save of the same document: only what is one's own is forgotten.
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
        // A full or forbidden store: the page still has it, and goes on trying to save it.
      }
    },
    forget() {
      if (own) place.removeItem(name);
      own = false;
    },
  };
}

/** Forgets every draft kept here: whoever signs out leaves nothing behind. */
export function clearUnsavedDrafts(place: Place): void {
  const names = Array.from({ length: place.length }, (_, at) => place.key(at));
  for (const name of names) if (name?.startsWith(BEGINNING)) place.removeItem(name);
}
