import type { CivilDay } from '../time/civil-day.ts';
import type { VehicleKind } from './mileage/mileage-scale.ts';
import type { MileageUse } from './mileage/mileage-use.ts';

/** Refusals about the books. */
export type BooksRefusal =
  | { refused: 'receipts_book_too_long'; limit: number }
  | { refused: 'trail_too_long'; limit: number }
  | { refused: 'vat_return_too_long'; limit: number }
  | { refused: 'vat_not_declared' }
  | { refused: 'result_in_euros_only'; currency: string }
  | { refused: 'accounting_period_too_long'; limit: number }
  | { refused: 'account_number_unusable'; place: number; role: string; within: string }
  | { refused: 'account_chosen_twice'; place: number; role: string }
  | OpeningRefusal
  | PurchaseRefusal
  | MileageRefusal
  | ClosingRefusal
  | CommentRefusal;

/** Refusals about mileage. */
export type MileageRefusal =
  | { refused: 'vehicle_not_found' }
  | { refused: 'vehicle_power'; kind: VehicleKind }
  | { refused: 'vehicle_days_inverted' }
  | { refused: 'vehicle_fixed' }
  | { refused: 'vehicle_has_trips'; first: CivilDay; last: CivilDay }
  | { refused: 'vehicles_full'; limit: number }
  | { refused: 'trip_not_found' }
  | { refused: 'trip_corrected' }
  | { refused: 'trip_not_correctable' }
  | { refused: 'trip_to_come'; today: CivilDay; within?: 'replacement' }
  | { refused: 'trip_before_scale'; year: number; within?: 'replacement' }
  | { refused: 'trip_outside_vehicle'; from: CivilDay; until?: CivilDay; within?: 'replacement' }
  | { refused: 'trips_of_year_full'; limit: number }
  | { refused: 'mileage_log_too_long'; limit: number }
  | { refused: 'mileage_use_not_allowed'; use: MileageUse; allowed: readonly MileageUse[] }
  | { refused: 'mileage_year_closed' }
  | { refused: 'mileage_not_revised'; year: number };

/** Refusals about opening balances. Amounts are cents of euros. */
export type OpeningRefusal =
  | { refused: 'opening_day_unusable'; from: CivilDay; to: CivilDay }
  | { refused: 'opening_account_unusable'; place: number }
  | { refused: 'opening_unbalanced'; debit: number; credit: number }
  | { refused: 'opening_entries_full'; limit: number }
  | { refused: 'opening_entry_not_found' }
  | { refused: 'opening_entry_reversed' }
  | { refused: 'opening_entry_is_reversal' };

/** Refusals about closings of the books. */
export type ClosingRefusal =
  | { refused: 'closing_day_not_over'; today: CivilDay }
  | { refused: 'closing_day_closed'; closedThrough: CivilDay }
  | { refused: 'closing_lacks_rate'; lines: number }
  | { refused: 'closing_too_long'; limit: number };

/** Refusals about comments on entries of the books. */
export type CommentRefusal =
  | { refused: 'book_comment_not_found' }
  | { refused: 'book_comment_resolved' }
  | { refused: 'book_entry_not_found' };

/** Refusals about purchases. */
export type PurchaseRefusal =
  | { refused: 'purchase_not_found'; purchaseId?: string }
  | { refused: 'purchase_corrected'; purchaseId?: string }
  | { refused: 'purchase_is_counter_entry'; purchaseId?: string }
  | { refused: 'purchase_not_replaceable'; purchaseId: string; number: number; bookedOn: CivilDay }
  | { refused: 'purchase_to_come'; today: CivilDay; within?: 'replacement' }
  | { refused: 'purchase_vat_exceeds'; within?: 'replacement' }
  | {
      refused: 'purchase_vat_disagrees';
      because: 'sign' | 'twice' | 'deductible' | 'not_deducted' | 'amount' | 'rate';
      within?: 'replacement';
    }
  | { refused: 'purchases_of_year_full'; limit: number }
  | { refused: 'purchase_receipt_unusable'; reason: 'empty' | 'too_large' | 'type'; limit: number }
  | { refused: 'purchase_has_no_receipt' }
  | { refused: 'purchase_of_invoice_exists'; purchaseId: string }
  | { refused: 'purchase_of_debit_exists'; purchaseId: string }
  | { refused: 'bank_transaction_not_bookable'; because: 'incoming' | 'currency' | 'supplier' }
  | { refused: 'supplier_invoice_not_bookable'; because: 'unreadable' | 'currency' | 'amount' }
  | { refused: 'purchases_register_too_long'; limit: number }
  | { refused: 'recurring_purchase_not_found' }
  | { refused: 'recurring_purchase_ended' }
  | { refused: 'recurring_purchase_without_day'; earliest: CivilDay }
  | { refused: 'recurring_purchases_full'; limit: number };
