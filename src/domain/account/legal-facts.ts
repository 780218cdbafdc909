import type { Cents } from '../money/cents.ts';
import type { CurrencyCode } from '../money/currency.ts';

/**
 * The share capital of a company (C. com. art. R123-238): cents, and whether it is variable (C.
 * com. art. L231-2).
 */
export type ShareCapital = {
  readonly amount: Cents;
  readonly currency: CurrencyCode;
  readonly isVariable?: boolean;
};

/** A mandatory insurance, as for builders: the insurer, its contact details, the area covered. */
export type Insurance = {
  /** "responsabilité décennale". */
  readonly kind?: string;
  readonly insurer: string;
  readonly contact: string;
  readonly policyNumber?: string;
  readonly area: string;
};

/** The mediator a consumer can turn to in a dispute (C. conso. art. L616-1, R616-1). */
export type Mediator = { readonly name: string; readonly contact: string; readonly website?: string };

/** Legal forms, in the order of their numbers on the wire. */
export const legalStatuses = [
  'micro_enterprise',
  'sas',
  'sarl',
  'sasu',
  'ei',
  'eurl',
  'eirl',
  'sa',
  'snc',
  'other',
  'sasu_sas',
  'eurl_sarl',
  'sci',
  'association',
] as const;
export type LegalStatus = (typeof legalStatuses)[number];
