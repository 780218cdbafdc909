import type { AccountSettings } from '../../account/settings.ts';
import type { StockLevels } from '../../catalogue/stock.ts';
import type { Party } from '../../customers/party.ts';
import type { BillingDocument } from './document.ts';

/** The context that the rules of a draft need in addition to the draft. */
export type Facts = {
  readonly settings: AccountSettings;
  /** The customer as of today. */
  readonly customer?: Party;
  /** The document it was created from. */
  readonly parent?: BillingDocument;
  /** The current name of its project. */
  readonly projectName?: string;
  /** The last civil day on which a document of the series was finalized, in any year. */
  readonly seriesLastOn?: string;
  /**
   * Net turnover invoiced in this civil year, in cents of the account's currency; only for accounts
   * under the franchise.
   */
  readonly turnoverThisYear?: number;
  /** The stock of the products on its lines; only for draft invoices with products. */
  readonly stock?: StockLevels;
  /**
   * What makes its electronic invoice invalid where the law requires one, as texts for the user;
   * absent if valid.
   */
  readonly electronicFaults?: readonly { readonly fr: string; readonly en: string }[];
  /** Characters in the printed text that no font covers; absent if all can be printed. */
  readonly unprintable?: readonly string[];
  /** Unix seconds. */
  readonly now: number;
};

/** A document together with its context. */
export type Seen = { readonly document: BillingDocument; readonly facts: Facts };

/** The optional facts; undefined ones are left out. */
type Known = { readonly [Name in keyof Omit<Facts, 'settings' | 'now'>]?: Facts[Name] | undefined };

/** Builds the facts of a draft from its known context. `now`: Unix seconds. */
export function factsOf(settings: AccountSettings, now: number, known: Known): Facts {
  const facts: Record<string, unknown> = { settings, now };
  for (const name in known) {
    const fact = known[name as keyof Known];
    if (fact !== undefined) facts[name] = fact;
  }
  return facts as Facts;
}
