import * as z from 'zod';
import type { AgencyCustomerState } from '../../domain/payments/agency/next-step.ts';

/** A customer's registration states at Urssaf, with the API's names. */
export const registrationStates = {
  active: 'synced',
  unknown: 'pending',
  not_activated: 'end_user_action_required',
  expired: 'end_user_action_required',
  not_found: 'error',
  blocked: 'error',
} as const satisfies Record<AgencyCustomerState, string>;

export const RegistrationStateJson = z.enum(['synced', 'pending', 'end_user_action_required', 'error']);
