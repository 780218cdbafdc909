import type { BillingDocument } from '../../domain/billing/document/document.ts';
import type { Dates } from '../../domain/billing/document/document-dates.ts';
import type { Facts } from '../../domain/billing/document/draft-context.ts';
import type { Locale } from '../../domain/billing/document/locale.ts';
import type { Parties } from '../../domain/billing/document/parties.ts';
import type { Sources } from '../../domain/billing/document/sources.ts';
import type { Theme } from '../../domain/themes/theme.ts';
import type { Words } from '../locales/fr.ts';
import type { Written } from './number-format.ts';

/** The input of the layout. */
export type LayoutContext = {
  readonly document: BillingDocument;
  readonly facts: Facts;
  readonly relatives: ReadonlyMap<string, { readonly document: BillingDocument }>;
  /** The documents whose lines state what is sold. */
  readonly sources: Sources;
  readonly locale: Locale;
  readonly theme: Theme;
  readonly serviceName: string;
  readonly parties: Parties;
  readonly zone: string;
  /** Whether the customer buys as a professional. */
  readonly professional: boolean;
  /** Whether lines are shown tax included (`taxed-lines.ts`). */
  readonly withTax: boolean;
  readonly dates: Dates;
  readonly words: Words;
  readonly written: Written;
};
