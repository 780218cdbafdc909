import type { Page } from 'playwright-core';
import type { Email } from 'postal-mime';
import type { Role } from '../../src/domain/people/role.ts';
import type { Books } from '../support/documents/example-books.ts';
import type { Answered, Ask } from '../support/service/http-client.ts';
import type { cardProviders } from '../support/stand-ins/card-providers.ts';
import type { Closeness, Side } from './accessibility-checks.ts';

/** What a journey has to work with. */
export type Stage = {
  /** A page of somebody who is signed in to an account of its own; nothing is open in it yet. */
  readonly page: Page;
  /** Opens an address of the service, in `page` or another, and waits until its screen is drawn. */
  readonly visit: (path: string, page?: Page) => Promise<void>;
  /**
   * Asks the interface as a key of this account: to prepare what the journey needs, and to look at
   * what it did.
   */
  readonly api: (path: string, asked?: Ask) => Promise<Answered>;
  /**
   * The same by operations' names and in fewer words: contacts, finalized invoices, payments of
   * this account.
   */
  readonly books: Books;
  /** The same in test mode. */
  readonly tests: Books;
  /** A stand-in of the routes of Stripe, for whoever connects it by the key `sk_live_right`. */
  readonly cards: ReturnType<typeof cardProviders>;
  /**
   * Holds the screen against axe (in light at 1440, its contrast in dark at 390), and sees that at
   * 320 nothing scrolls sideways; or as closely as is said.
   */
  readonly check: (
    name: string,
    page?: Page,
    closeness?: Closeness,
    /** Done in each window the screen is looked at in. */
    besides?: (side: Side) => Promise<void>,
  ) => Promise<void>;
  /** A page of another person of this account, or of nobody. */
  readonly another: (who: { role: Role } | 'nobody') => Promise<Page>;
  /** The secret of a link into this account; without an address, that of its first owner. */
  readonly link: (to: { email?: string; role: Role }) => Promise<string>;
  /** The secret of the first owner's link into an account that nobody is in. */
  readonly emptyAccount: () => Promise<string>;
  /** Mails that reached the server by now, to this address. */
  readonly mails: (to: string) => Promise<readonly Email[]>;
  readonly person: { readonly email: string; readonly password: string };
  readonly address: string;
};

/** Something somebody does with the pages, from its beginning to its end. */
export type E2eTest = {
  readonly name: string;
  readonly run: (stage: Stage) => Promise<void>;
  /**
   * Names of the account and of its owner, where they must be the same in every run; no two
   * journeys have the same.
   */
  readonly as?: { readonly account: string; readonly person: string };
};

export const journey = (told: E2eTest): E2eTest => told;
