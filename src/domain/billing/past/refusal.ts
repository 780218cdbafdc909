import type { Scope } from '../../account/scope.ts';
import type { Cents } from '../../money/cents.ts';

/** Imports from other programs, and the documents they bring. */
export type ImportRefusal =
  | { refused: 'import_not_found' }
  | { refused: 'import_done' }
  | { refused: 'import_not_done' }
  | { refused: 'import_empty' }
  | { refused: 'import_in_use' }
  | { refused: 'import_beyond_scope'; scope: Scope }
  | { refused: 'import_full'; limit: number }
  | { refused: 'too_many_imports'; limit: number }
  | { refused: 'import_file_not_found' }
  | { refused: 'import_file_empty' }
  | { refused: 'import_place_unknown'; place: string }
  | { refused: 'import_corrections_full'; limit: number }
  | { refused: 'past_document_not_found' }
  | { refused: 'past_document_settled' }
  | { refused: 'past_document_without_paper' }
  | { refused: 'past_payment_not_found' }
  | { refused: 'past_payment_reversed' }
  | { refused: 'past_payment_exceeds'; rest: Cents }
  | { refused: 'past_payment_in_future' };
