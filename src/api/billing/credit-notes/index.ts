import type { Operation } from '../../../pipeline/operation.ts';
import { getCreditNote } from '../documents/get-billing.ts';
import { updateCreditNoteCurrency } from '../documents/update-currency.ts';
import { updateCreditNoteGeneralInformations } from '../documents/update-general-informations.ts';
import { updateCreditNoteLocale } from '../documents/update-locale.ts';
import { updateCreditNoteTimeline } from '../documents/update-timeline.ts';
import { cancelAdvance, cancelInvoice } from './cancel.ts';
import {
  createCreditNoteFromAdvance,
  createCreditNoteFromInvoice,
  createFreeCreditNote,
} from './create-credit-note.ts';
import { getCreditLeft } from './get-credit-left.ts';
import { refundCreditNote } from './refund.ts';
import { updateReferences } from './update-references.ts';

/** Corrections. */
export const creditNoteOperations: readonly Operation[] = [
  createCreditNoteFromInvoice,
  createCreditNoteFromAdvance,
  createFreeCreditNote,
  getCreditNote,
  getCreditLeft,
  updateCreditNoteTimeline,
  updateCreditNoteGeneralInformations,
  updateCreditNoteLocale,
  updateCreditNoteCurrency,
  updateReferences,
  refundCreditNote,
  cancelInvoice,
  cancelAdvance,
];
