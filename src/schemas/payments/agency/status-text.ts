import type { BilingualText } from '../../bilingual-text.ts';

/** What a code of the agency means to whoever bills: what it is called, what happened, what there is to do. */
export type AgencyText = {
  readonly name: BilingualText;
  readonly means: BilingualText;
  readonly remedy: BilingualText;
};
