import type { Operation } from '../../../pipeline/operation.ts';
import { getEstimate } from '../documents/get-billing.ts';
import { updateEstimateCurrency } from '../documents/update-currency.ts';
import { updateEstimateGeneralInformations } from '../documents/update-general-informations.ts';
import { updateEstimateLocale } from '../documents/update-locale.ts';
import { updateEstimateTimeline } from '../documents/update-timeline.ts';
import { askForSignature, cancelSignature, remindOfSignature } from './ask-for-signature.ts';
import { createEstimate } from './create-estimate.ts';
import { refuseEstimate, signEstimate, unrefuseEstimate, unsignEstimate } from './decide-estimate.ts';
import { updateAdvanceLines } from './update-advance-lines.ts';

/** An offer, and what the customer says to it. */
export const offerOperations: readonly Operation[] = [
  createEstimate,
  getEstimate,
  updateEstimateTimeline,
  updateEstimateGeneralInformations,
  updateEstimateLocale,
  updateEstimateCurrency,
  updateAdvanceLines,
  signEstimate,
  unsignEstimate,
  refuseEstimate,
  unrefuseEstimate,
  askForSignature,
  cancelSignature,
  remindOfSignature,
];
