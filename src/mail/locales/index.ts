import type { Locale } from '../../domain/billing/document/locale.ts';
import { withNoBreakSpacesIn } from '../../domain/text/typography.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr, type Words } from './fr.ts';
import { it } from './it.ts';
import { nl } from './nl.ts';
import { pt } from './pt.ts';

/** The words of mails in every language a document can be written in. */
export const words: Readonly<Record<Locale, Words>> = { fr: withNoBreakSpacesIn(fr), en, de, it, nl, pt, es };
