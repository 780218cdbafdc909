import type { Operation } from '../../../pipeline/operation.ts';
import { updateEstimateCurrency } from '../documents/edit/update-currency.ts';
import { updateEstimateGeneralInformations } from '../documents/edit/update-general-informations.ts';
import { updateEstimateLocale } from '../documents/edit/update-locale.ts';
import { updateEstimateTimeline } from '../documents/edit/update-timeline.ts';
import { getEstimate } from '../documents/get-billing.ts';
import { createEstimate } from './create-estimate.ts';
import { askForSignature, cancelSignature, remindOfSignature } from './electronic-signature.ts';
import { refuseEstimate, signEstimate, unrefuseEstimate, unsignEstimate } from './sign-or-refuse-estimate.ts';
import { updateAdvanceLines } from './update-advance-lines.ts';

/** Offers and the customer's response. */
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
