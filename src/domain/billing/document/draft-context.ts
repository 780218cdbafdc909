import type { AccountSettings } from '../../account/settings.ts';
import type { StockLevels } from '../../catalogue/stock.ts';
import type { Party } from '../../customers/party.ts';
import type { BillingDocument } from './document.ts';

/** What the rules of a draft need to know besides the draft itself. */
export type Facts = {
  readonly settings: AccountSettings;
  /** The customer as he is today. */
  readonly customer?: Party;
  /** The document it was made from. */
  readonly parent?: BillingDocument;
  /** What the project it belongs to is called today. */
  readonly projectName?: string;
  /** The last civil day finalized in the series, whatever the year. */
  readonly seriesLastOn?: string;
  /** Net turnover invoiced this civil year, in cents of the account's currency; known for accounts under the franchise. */
  readonly turnoverThisYear?: number;
  /** The stock of the products on its lines; known for draft invoices that name some. */
  readonly stock?: StockLevels;
  /** What keeps its electronic form from being valid where the law wants one, in the user's words; absent where nothing does. */
  readonly electronicFaults?: readonly { readonly fr: string; readonly en: string }[];
  /** The letters in what it prints that no typeface draws; absent where all of them print. */
  readonly unprintable?: readonly string[];
  /** Unix seconds. */
  readonly now: number;
};

/** A document together with what is known around it. */
export type Seen = { readonly document: BillingDocument; readonly facts: Facts };

/** What may be known when facts are put together: what is not, is left out of them. */
type Known = { readonly [Name in keyof Omit<Facts, 'settings' | 'now'>]?: Facts[Name] | undefined };

/** The facts of a draft, of whatever is known around it. */
export function factsOf(settings: AccountSettings, now: number, known: Known): Facts {
  const facts: Record<string, unknown> = { settings, now };
  for (const name in known) {
    const fact = known[name as keyof Known];
    if (fact !== undefined) facts[name] = fact;
  }
  return facts as Facts;
}
