import type { Page } from 'playwright-core';
import type { Email } from 'postal-mime';
import type { Role } from '../../src/domain/people/role.ts';
import type { Books } from '../support/documents/example-books.ts';
import type { Answered, Ask } from '../support/service/http-client.ts';
import type { cardProviders } from '../support/stand-ins/card-providers.ts';
import type { Closeness, Side } from './accessibility-checks.ts';

/** What an e2e test works with. */
export type Stage = {
  /** A page of a signed-in user in an account of their own; nothing is open in it yet. */
  readonly page: Page;
  /** Opens an address of the service, in `page` or another, and waits until its screen is drawn. */
  readonly visit: (path: string, page?: Page) => Promise<void>;
  /** Calls the API with a key of this account, to prepare the test and to check its effects. */
  readonly api: (path: string, asked?: Ask) => Promise<Answered>;
  /** Shorthands by operation name: contacts, finalized invoices, payments of this account. */
  readonly books: Books;
  /** The same in test mode. */
  readonly tests: Books;
  /** A fake Stripe API, for accounts connected with the key `sk_live_right`. */
  readonly cards: ReturnType<typeof cardProviders>;
  /**
   * Checks the screen with axe (in light at 1440, contrast in dark at 390) and for horizontal
   * scrolling at 320, or as closely as specified.
   */
  readonly check: (
    name: string,
    page?: Page,
    closeness?: Closeness,
    /** Runs in each viewport the screen is checked in. */
    besides?: (side: Side) => Promise<void>,
  ) => Promise<void>;
  /** A page of another user of this account, or of a visitor. */
  readonly another: (who: { role: Role } | 'visitor') => Promise<Page>;
  /** The secret of an invitation link to this account; without an address, of its first owner. */
  readonly link: (to: { email?: string; role: Role }) => Promise<string>;
  /** The secret of the first owner's link into an account without users. */
  readonly emptyAccount: () => Promise<string>;
  /** Makes the user of `page` an operator of the service, who changes its settings. */
  readonly becomeOperator: () => Promise<void>;
  /** The port of the mail server on this machine (TLS). */
  readonly mailPort: number;
  /** Mails received so far by the mail server for this address. */
  readonly mails: (to: string) => Promise<readonly Email[]>;
  readonly person: { readonly email: string; readonly password: string };
  readonly address: string;
};

/** A user journey through the web app, from beginning to end. */
export type E2eTest = {
  readonly name: string;
  readonly run: (stage: Stage) => Promise<void>;
  /**
   * Names of the account and of its owner, if they must be the same in every run; unique per test.
   */
  readonly as?: { readonly account: string; readonly person: string };
};

export const journey = (test: E2eTest): E2eTest => test;
