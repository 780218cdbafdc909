import type { BillingDocument } from '../domain/billing/document/document.ts';
import type { Facts } from '../domain/billing/document/facts.ts';
import type { Locale } from '../domain/billing/document/locale.ts';
import type { Parties } from '../domain/billing/document/parties.ts';
import type { Dates } from '../domain/billing/document/timeline.ts';
import type { Theme } from '../domain/themes/theme.ts';
import type { Words } from './words/fr.ts';
import type { Written } from './written.ts';

/** What the law wants printed of an account, where the account has said it. */
export type Known = {
  /** "10 000 €", of a company with a capital (C. com. art. R123-238). */
  readonly shareCapital?: string;
  /** VAT is paid on what is billed (CGI art. 269, 2-c). */
  readonly vatOnDebits?: boolean;
  /** The insurance of builders: insurer, address, where it covers (C. assur. art. L243-2). */
  readonly insurance?: string;
};

/** Everything that what is printed follows from. */
export type Printing = {
  readonly document: BillingDocument;
  readonly facts: Facts;
  readonly relatives: ReadonlyMap<string, { readonly document: BillingDocument }>;
  readonly locale: Locale;
  readonly theme: Theme;
  readonly serviceName: string;
  readonly known: Known;
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
