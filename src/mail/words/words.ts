import type { Locale } from '../../domain/billing/document/locale.ts';
import { unbroken } from '../../domain/french-spaces.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr, type Words } from './fr.ts';
import { it } from './it.ts';
import { nl } from './nl.ts';
import { pt } from './pt.ts';

/** The words of mails in every language a document can be written in. */
export const words: Readonly<Record<Locale, Words>> = { fr: unbrokenIn(fr), en, de, it, nl, pt, es };

/** The same words with spaces that do not break; what others wrote and is put between them stays as it is. */
function unbrokenIn<W>(said: W): W {
  if (typeof said === 'string') return unbroken(said) as W;
  if (typeof said === 'function')
    return ((...given: string[]) => {
      const around = unbroken(said(...given.map((_, place) => MARKS[place] as string)));
      return given.reduce((text, each, place) => text.replaceAll(MARKS[place] as string, () => each), around);
    }) as W;
  if (typeof said !== 'object' || said === null) return said;
  return Object.fromEntries(Object.entries(said).map(([name, each]) => [name, unbrokenIn(each)])) as W;
}

/** What stands for each thing that is put into a text, and in no text itself. */
const MARKS = ['\ue000', '\ue001', '\ue002', '\ue003'];
