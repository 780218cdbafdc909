import type { Operation } from '../../../pipeline/operation.ts';
import { updateCreditNoteCurrency } from '../documents/edit/update-currency.ts';
import { updateCreditNoteGeneralInformations } from '../documents/edit/update-general-informations.ts';
import { updateCreditNoteLocale } from '../documents/edit/update-locale.ts';
import { updateCreditNoteTimeline } from '../documents/edit/update-timeline.ts';
import { getCreditNote } from '../documents/get-billing.ts';
import { cancelAdvance, cancelInvoice } from './cancel-document.ts';
import {
  createCreditNoteFromAdvance,
  createCreditNoteFromInvoice,
  createFreeCreditNote,
} from './create-credit-note.ts';
import { getCreditLeft } from './get-credit-left.ts';
import { refundCreditNote } from './refund-credit-note.ts';
import { updateReferences } from './update-references.ts';

/** Credit notes. */
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
