import type { Operation } from '../../../pipeline/operation.ts';
import {
  applyBankTransaction,
  dismissBankSuggestion,
  reconsiderBankTransaction,
  undoBankTransaction,
} from './apply-transaction.ts';
import { listBankMatches } from './list-matches.ts';
import { getBankSuggestions, listBankSuggestions } from './list-suggestions.ts';

/** Matching of bank transactions. */
export const matchingOperations: readonly Operation[] = [
  listBankSuggestions,
  getBankSuggestions,
  applyBankTransaction,
  undoBankTransaction,
  dismissBankSuggestion,
  reconsiderBankTransaction,
  listBankMatches,
];
