import type { NotSentReason } from './not-sent-reason.ts';
import type { TrialBuyerAction } from './trial-buyer.ts';

/** The members of the form of a connection that may be wrong. */
export type AddressMember = 'flowUrl' | 'directoryUrl' | 'tokenUrl';

/** Refusals about approved platforms. `said` is what the platform answered, shortened. */
export type EinvoicingRefusal =
  | { refused: 'platform_address_needed'; member: AddressMember }
  | { refused: 'platform_address_not_https'; member: AddressMember }
  | { refused: 'platform_address_not_public'; member: AddressMember; host: string }
  | { refused: 'platform_keys_needed' }
  | { refused: 'platform_keys_refused'; said: string }
  | { refused: 'platform_unreachable'; said: string }
  | { refused: 'platform_answers_otherwise'; said: string }
  | { refused: 'platform_connection_not_found' }
  | { refused: 'platform_not_connected' }
  | { refused: 'platform_not_for_sending' }
  | { refused: 'directory_not_connected' }
  | { refused: 'directory_unreachable'; said: string }
  | { refused: 'company_search_off' }
  /** `retryAfter` in seconds. */
  | { refused: 'company_search_busy'; retryAfter: number }
  | { refused: 'company_search_unreachable'; said: string }
  | { refused: 'document_not_for_platform'; reason: NotSentReason }
  | { refused: 'already_at_platform'; stage: string }
  | { refused: 'kind_not_replaced' }
  | { refused: 'not_refused_at_platform' }
  | { refused: 'already_replaced'; billingId: string }
  | { refused: 'trial_platform_not_connected' }
  | { refused: 'not_at_trial_platform' }
  | { refused: 'trial_action_impossible'; actions: readonly TrialBuyerAction[] }
  | { refused: 'trial_reason_unknown'; reasons: readonly string[] }
  | { refused: 'trial_platform_full' };
