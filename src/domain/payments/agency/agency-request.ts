import type { Cents } from '../../money/cents.ts';
import type { TenThousandths } from '../../money/ten-thousandths.ts';
import type { CivilDay } from '../../time/civil-day.ts';

/** A payment request for one invoice in Urssaf's format, tax included. */
export type AgencyRequest = {
  readonly number: string;
  readonly issuedOn: CivilDay;
  /** The days worked. */
  readonly firstOn: CivilDay;
  readonly lastOn: CivilDay;
  /** The amount the customer has already paid. */
  readonly advance?: { readonly amount: Cents; readonly paidOn?: CivilDay };
  readonly total: Cents;
  readonly net: Cents;
  readonly lines: readonly AgencyLine[];
};

export type AgencyLine = {
  /** Urssaf's code of the activity. */
  readonly nature: string;
  readonly quantity: TenThousandths;
  readonly unit: 'HEURE' | 'FORFAIT';
  /** Integer thousandths of a euro, tax included. */
  readonly unitPrice: number;
  readonly total: Cents;
  readonly net: Cents;
  readonly vat: Cents;
  readonly complement1?: string;
  readonly complement2?: string;
};

/** The parties of a request as identified by Urssaf. */
export type AgencyParties = {
  /** Urssaf's id of the customer. */
  readonly customerId: string;
  readonly bornOn: CivilDay;
  /** Urssaf's id of the account. */
  readonly billingId: string;
};
