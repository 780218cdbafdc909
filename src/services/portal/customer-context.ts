import type { CustomerLink, LinkPurpose } from '../../domain/portal/customer-link.ts';
import type { Language } from '../../schemas/validation/faults.ts';
import type { AppServices } from '../app-dependencies.ts';
import type { Guesses } from '../people/personal-context.ts';

/** The context of a request with a customer link. Each request opens its own transactions. */
export type CustomerContext = AppServices & {
  /** The language of messages that are not the document's. */
  readonly language: Language;
  /** The client's address; for IPv6 its /64. */
  readonly network: string;
  readonly userAgent: string;
  /** Whether a person views the page, not a prefetching program. */
  readonly looks: boolean;
  /**
   * The accounts of the signed-in user, if any: views by the account's own members do not count as
   * visits.
   */
  readonly ownAccounts?: readonly string[] | undefined;
  /** The link purposes that allow the operation. */
  readonly opens: readonly LinkPurpose[];
  /** Slows down guessing of links. */
  readonly guesses: Guesses;
};

/** The actor in the audit chain for a customer: the link. */
export const customerActor = ({ id }: Pick<CustomerLink, 'id'>): string => `customer:${id}`;
