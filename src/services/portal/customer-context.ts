import type { CustomerLink, LinkPurpose } from '../../domain/portal/customer-link.ts';
import type { Language } from '../../schemas/validation/faults.ts';
import type { AppServices } from '../app-dependencies.ts';
import type { Guesses } from '../people/personal-context.ts';

/** What a customer who holds a link asks with. Each of his requests opens transactions of its own. */
export type CustomerContext = AppServices & {
  /** The language he reads, of messages that are not the document's. */
  readonly language: Language;
  /** The address he asks from; of IPv6 its /64. */
  readonly network: string;
  readonly userAgent: string;
  /** Whether a person looks, and not a program that fetches ahead. */
  readonly looks: boolean;
  /** The accounts of whoever is signed in where he looks: those of its own people are no visits. */
  readonly ownAccounts?: readonly string[] | undefined;
  /** What the links were given for that open what he asks. */
  readonly opens: readonly LinkPurpose[];
  /** Slows guesses at links. */
  readonly guesses: Guesses;
};

/** Whom the audit chain names where a customer acts: by the link he holds. */
export const customerActor = ({ id }: Pick<CustomerLink, 'id'>): string => `customer:${id}`;
