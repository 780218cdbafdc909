import type { AgencyError } from './request-status.ts';

/** The agency of personal services, its customers, and what it is asked to pay. */
export type AgencyRefusal =
  | { refused: 'agency_birth_day_to_come' }
  | { refused: 'payment_request_not_found' }
  | { refused: 'payment_request_not_refused' }
  | { refused: 'agency_account_not_found' }
  | { refused: 'agency_keys_refused' }
  | { refused: 'agency_unreachable' }
  | { refused: 'agency_customer_not_found' }
  | { refused: 'agency_refused_customer'; agencyCode: AgencyError; said: string };
