import type { AgencyError } from './request-status.ts';

/** Refusals about Urssaf, its customers and payment requests. */
export type AgencyRefusal =
  | { refused: 'agency_birth_day_to_come' }
  | { refused: 'payment_request_not_found' }
  | { refused: 'payment_request_not_refused' }
  | { refused: 'agency_account_not_found' }
  | { refused: 'agency_keys_refused' }
  | { refused: 'agency_unreachable' }
  | { refused: 'agency_customer_not_found' }
  | { refused: 'agency_refused_customer'; agencyCode: AgencyError; said: string };
