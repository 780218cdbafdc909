import type { Operation } from '../../../pipeline/operation.ts';
import {
  applyBankTransaction,
  dismissBankSuggestion,
  reconsiderBankTransaction,
  undoBankTransaction,
} from './apply-transaction.ts';
import { listBankMatches } from './list-matches.ts';
import { getBankSuggestions, listBankSuggestions } from './list-suggestions.ts';

/** What the transactions of the bank are. */
export const matchingOperations: readonly Operation[] = [
  listBankSuggestions,
  getBankSuggestions,
  applyBankTransaction,
  undoBankTransaction,
  dismissBankSuggestion,
  reconsiderBankTransaction,
  listBankMatches,
];
