import type { RefusalCode, Refused } from '../../domain/refusal.ts';
import type { InTwoLanguages } from '../in-two-languages.ts';

/** How one refusal is told to the caller. What it says ends with what the caller can do. */
export type Told<Given> = {
  /** Stable, dotted, in the words of the interface: programs decide by it. */
  readonly code: string;
  readonly title: InTwoLanguages;
  /** What happened, with the refusal's own values. Where absent, the title says it all. */
  readonly detail?: (refusal: Given) => InTwoLanguages;
  readonly remedy: InTwoLanguages;
  /** Where the fault is in the body, as a JSON pointer. */
  readonly pointer?: (refusal: Given) => string;
  /** Members of its own in the answer, for programs. */
  readonly members?: (refusal: Given, language: 'fr' | 'en') => Record<string, unknown>;
};

/** The words of some refusals. All of them together are total (`refusal-on-the-wire.ts`). */
export type SomeTold = { readonly [Code in RefusalCode]?: Told<Refused<Code>> };
