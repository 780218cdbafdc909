import type { CivilDay } from '../../time/civil-day.ts';

/**
 * What a report cannot state: the seller has no SIRET or VAT number, a credit note names no
 * invoice, an exemption has no code, or VAT has no known value in euros.
 */
export const reportFaultNames = [
  'sellerSiret',
  'sellerVatNumber',
  'creditNoteReference',
  'exemptionCode',
  'euroRate',
] as const;
export type ReportFaultName = (typeof reportFaultNames)[number];

/** A fault with the numbers of some documents concerned; none if it concerns the seller alone. */
export type ReportFault = { readonly name: ReportFaultName; readonly numbers: readonly string[] };

/** Refusals about e-reports and takings. */
export type EReportingRefusal =
  | { refused: 'e_report_running'; to: CivilDay }
  | { refused: 'e_report_empty' }
  /** An earlier deposit of the period has not arrived at the platform. */
  | { refused: 'e_report_under_way' }
  /** The platform already has these figures. */
  | { refused: 'e_report_unchanged' }
  | { refused: 'e_report_incomplete'; faults: readonly ReportFault[] }
  | { refused: 'e_report_too_large'; limit: number }
  | { refused: 'counter_sale_not_found' }
  /** A later entry already replaced it. */
  | { refused: 'counter_sale_replaced' }
  | { refused: 'counter_sale_to_come'; today: CivilDay }
  | { refused: 'counter_sale_rate_unknown'; rates: readonly number[] }
  | { refused: 'counter_sales_of_day_full'; limit: number };
