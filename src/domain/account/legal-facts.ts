import type { Cents } from '../money/cents.ts';
import type { CurrencyCode } from '../money/currency.ts';

/** The capital of a company (C. com. art. R123-238): cents, and whether it may vary (C. com. art. L231-2). */
export type ShareCapital = {
  readonly amount: Cents;
  readonly currency: CurrencyCode;
  readonly isVariable?: boolean;
};

/** An insurance the law obliges to, as for builders: who insures, how to reach him, where it covers. */
export type Insurance = {
  /** "responsabilité décennale". */
  readonly kind?: string;
  readonly insurer: string;
  readonly contact: string;
  readonly policyNumber?: string;
  readonly area: string;
};

/** Whom a consumer may turn to in a dispute (C. conso. art. L616-1, R616-1). */
export type Mediator = { readonly name: string; readonly contact: string; readonly website?: string };
