import type { Answer } from '../../client/call.ts';

export type Standing = Answer<'get-payment-request'>;

const steps = ['asked', 'customer', 'sent', 'agreed', 'debited', 'transferred'] as const;
type Step = (typeof steps)[number];
export type Mark = 'done' | 'now' | 'failed' | 'ahead';

/** State of each step: done, in progress, failed, or upcoming. */
export function stepsWithStatus(standing: Standing): readonly { readonly step: Step; readonly mark: Mark }[] {
  const { at, mark } = placeOf(standing);
  const place = steps.indexOf(at);
  return steps.map((step, n) => ({ step, mark: n < place ? 'done' : n > place ? 'ahead' : mark }));
}

type Place = { readonly at: Step; readonly mark: Mark };

function placeOf({ next, paymentRequest }: Standing): Place {
  if (next === 'finalization') return { at: 'asked', mark: 'now' };
  const known = byStatus[String(paymentRequest.statut ?? 0)];
  if (known) return known;
  if (next === 'correction') return { at: 'sent', mark: 'failed' };
  return next === 'sending' || next === 'looking_up' ? { at: 'sent', mark: 'now' } : { at: 'customer', mark: 'now' };
}

const byStatus: Readonly<Record<string, Place>> = {
  10: { at: 'agreed', mark: 'now' },
  20: { at: 'agreed', mark: 'now' },
  30: { at: 'debited', mark: 'now' },
  40: { at: 'agreed', mark: 'failed' },
  50: { at: 'debited', mark: 'now' },
  60: { at: 'debited', mark: 'failed' },
  70: { at: 'transferred', mark: 'done' },
  110: { at: 'debited', mark: 'failed' },
  111: { at: 'debited', mark: 'failed' },
  112: { at: 'transferred', mark: 'failed' },
  120: { at: 'debited', mark: 'done' },
};
