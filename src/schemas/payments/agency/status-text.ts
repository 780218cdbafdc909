import type { BilingualText } from '../../bilingual-text.ts';

/** An Urssaf code explained to the sender of the invoice: its title, what happened, what to do. */
export type AgencyText = {
  readonly name: BilingualText;
  readonly means: BilingualText;
  readonly remedy: BilingualText;
};
