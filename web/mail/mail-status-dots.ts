import type { StateName } from '../app/components/status.tsx';
import type { Answer } from '../client/call.ts';

type Mail = Answer<'get-billing-emails'>['docs'][number];

/** The dot of each email state. */
export const mailStatusDots = {
  waiting: 'retry',
  sent: 'ok',
  given_up: 'failed',
  kept: 'ok',
} as const satisfies Readonly<Record<Mail['state'], StateName>>;
