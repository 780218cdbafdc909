import type { Cents } from '../../money/cents.ts';
import type { TenThousandths } from '../../money/ten-thousandths.ts';
import type { CivilDay } from '../../time/civil-day.ts';

/** What the agency is asked to pay of one invoice, tax included, in the terms of its interface. */
export type AgencyRequest = {
  readonly number: string;
  readonly issuedOn: CivilDay;
  /** The days worked. */
  readonly firstOn: CivilDay;
  readonly lastOn: CivilDay;
  /** What the customer has paid down. */
  readonly advance?: { readonly amount: Cents; readonly paidOn?: CivilDay };
  readonly total: Cents;
  readonly net: Cents;
  readonly lines: readonly AgencyLine[];
};

export type AgencyLine = {
  /** The agency's code of the activity. */
  readonly nature: string;
  readonly quantity: TenThousandths;
  readonly unit: 'HEURE' | 'FORFAIT';
  /** Thousandths of a euro, tax included, whole. */
  readonly unitPrice: number;
  readonly total: Cents;
  readonly net: Cents;
  readonly vat: Cents;
  readonly complement1?: string;
  readonly complement2?: string;
};

/** Whom the agency knows a request to be about, and who is paid. */
export type AgencyParties = {
  /** What the agency calls the customer. */
  readonly customerId: string;
  readonly bornOn: CivilDay;
  /** What the agency calls the account. */
  readonly billingId: string;
};
