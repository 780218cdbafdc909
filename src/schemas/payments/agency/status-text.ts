import type { InTwoLanguages } from '../../bilingual-text.ts';

/** What a code of the agency means to whoever bills: what it is called, what happened, what there is to do. */
export type AgencyText = {
  readonly name: InTwoLanguages;
  readonly means: InTwoLanguages;
  readonly remedy: InTwoLanguages;
};
