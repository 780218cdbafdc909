import type { BillingDocument } from '../../domain/billing/document/document.ts';
import type { Dates } from '../../domain/billing/document/document-dates.ts';
import type { Facts } from '../../domain/billing/document/draft-context.ts';
import type { Locale } from '../../domain/billing/document/locale.ts';
import type { Parties } from '../../domain/billing/document/parties.ts';
import type { Sources } from '../../domain/billing/document/sources.ts';
import type { Theme } from '../../domain/themes/theme.ts';
import type { Words } from '../locales/fr.ts';
import type { Written } from './number-format.ts';

/** Everything that what is printed follows from. */
export type LayoutContext = {
  readonly document: BillingDocument;
  readonly facts: Facts;
  readonly relatives: ReadonlyMap<string, { readonly document: BillingDocument }>;
  /** The documents whose lines say what it sells. */
  readonly sources: Sources;
  readonly locale: Locale;
  readonly theme: Theme;
  readonly serviceName: string;
  readonly parties: Parties;
  readonly zone: string;
  /** The customer buys as a professional. */
  readonly professional: boolean;
  /** The lines are read with their tax (`reads-with-tax.ts`). */
  readonly withTax: boolean;
  readonly dates: Dates;
  readonly words: Words;
  readonly written: Written;
};
