import { use, useSyncExternalStore } from 'react';
import { catalogues, type LocaleName, type Words } from './catalogues.ts';
import { lengthened } from './lengthen-text.ts';
import { mapTexts } from './map-texts.ts';
import { withNoBreakSpaces } from './non-breaking-spaces.ts';

export type Language = 'fr' | 'en';

const KEPT = 'facturier.language';
/** Set by browser tests before the page starts: every text is 40 % longer, to find overflow. */
const isPseudo = 'facturierLongerWords' in globalThis;

let language: Language = kept() ?? (navigator.language.toLowerCase().startsWith('en') ? 'en' : 'fr');
const listeners = new Set<() => void>();
const loaded = new Map<string, unknown>();
const loading = new Map<string, Promise<unknown>>();

export const currentLanguage = (): Language => language;

/** Changes the language of the page, once the texts of the current screen are loaded in it. */
export async function setLanguage(wanted: Language): Promise<void> {
  const subjects = [...loaded.keys()].map((key) => key.split('.')[1] as LocaleName);
  await Promise.all(subjects.map((subject) => loadTranslations(subject, wanted)));
  language = wanted;
  localStorage.setItem(KEPT, wanted);
  document.documentElement.lang = wanted;
  for (const listener of listeners) listener();
}

export function useLanguage(): Language {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => language,
  );
}

/** The texts of a subject in the language of the page. Suspends until they are loaded. */
export function useTranslations<W extends LocaleName>(subject: W): Words<W> {
  const now = useLanguage();
  // Always call `use`, even if loaded: a suspended component resumes at this hook and must find it.
  return use(loadTranslations(subject, now));
}

/** Loads the texts of a subject; screens do so while their module loads. */
export function loadTranslations<W extends LocaleName>(subject: W, wanted: Language = language): Promise<Words<W>> {
  const key = `${wanted}.${subject}`;
  const known = loading.get(key);
  if (known) return known as Promise<Words<W>>;
  const asked = catalogues[subject][wanted]().then(({ words }) => {
    const laid = wanted === 'fr' ? mapTexts(words, withNoBreakSpaces) : words;
    const shown = isPseudo ? mapTexts(laid, lengthened) : laid;
    loaded.set(key, shown);
    return shown;
  });
  loading.set(key, asked);
  asked.then(
    // By these two React reads it at once, without waiting a turn.
    (value) => Object.assign(asked, { status: 'fulfilled', value }),
    () => loading.delete(key),
  );
  return asked as Promise<Words<W>>;
}

function kept(): Language | undefined {
  const asked = new URLSearchParams(location.search).get('langue') ?? localStorage.getItem(KEPT);
  return asked === 'fr' || asked === 'en' ? asked : undefined;
}

document.documentElement.lang = language;
