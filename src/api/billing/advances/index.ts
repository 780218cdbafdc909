import type { Operation } from '../../../pipeline/operation.ts';
import { getAdvance } from '../documents/get-billing.ts';
import { updateAdvanceGeneralInformations } from '../documents/update-general-informations.ts';
import { updateAdvanceTimeline } from '../documents/update-timeline.ts';
import { createAdvance } from './create-advance.ts';
import { updateAdvanceAmount } from './update-advance-amount.ts';

/** Money down. */
export const advanceOperations: readonly Operation[] = [
  createAdvance,
  getAdvance,
  updateAdvanceAmount,
  updateAdvanceTimeline,
  updateAdvanceGeneralInformations,
];
