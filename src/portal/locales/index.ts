import type { Locale } from '../../domain/billing/document/locale.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr, type PageWords } from './fr.ts';
import { it } from './it.ts';
import { nl } from './nl.ts';
import { pt } from './pt.ts';

/** The words of the customers' pages, in each language a document can be written in. */
export const pageWords: Readonly<Record<Locale, PageWords>> = { fr, en, de, it, nl, pt, es };
