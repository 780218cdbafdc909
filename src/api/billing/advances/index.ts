import type { Operation } from '../../../pipeline/operation.ts';
import { updateAdvanceGeneralInformations } from '../documents/edit/update-general-informations.ts';
import { updateAdvanceTimeline } from '../documents/edit/update-timeline.ts';
import { getAdvance } from '../documents/get-billing.ts';
import { createAdvance } from './create-advance.ts';
import { updateAdvanceAmount } from './update-advance-amount.ts';

/** Advances (down payments). */
export const advanceOperations: readonly Operation[] = [
  createAdvance,
  getAdvance,
  updateAdvanceAmount,
  updateAdvanceTimeline,
  updateAdvanceGeneralInformations,
];
