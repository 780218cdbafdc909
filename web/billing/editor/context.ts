import { createContext, useContext } from 'react';
import type { Answer } from '../../client/call.ts';
import type { Theme } from '../../client/schemas.ts';
import type { Billing, Draft } from './draft/draft.ts';
import type { VatCode } from './draft/line.ts';
import type { Day } from './fields/parse-date.ts';
import type { VatChoices } from './lines/use-vat-choices.ts';
import type { Saving } from './saving/autosave.ts';
import type { SaveState } from './saving/save-state.ts';
import type { Place } from './validation/field-targets.ts';

export type Company = Answer<'get-me'>;
/** What can be opened beside the paper. */
export type Beside =
  | 'customer'
  | 'customer-details'
  | 'discount'
  | 'theme'
  | 'language'
  | 'project'
  | 'terms'
  | 'notes'
  | 'reminder'
  | 'advances'
  | 'mention'
  | 'delivery'
  | 'bank'
  | 'display'
  | 'offered'
  | 'request'
  | 'signature'
  | 'recurrence'
  | 'finalize'
  | 'preview'
  | 'remove';

/** What the parts of the editor share. */
export type Editor = {
  readonly saving: Saving;
  readonly state: SaveState;
  readonly draft: Draft;
  readonly document: Billing;
  readonly company: Company | undefined;
  readonly themes: readonly Theme[];
  readonly theme: Theme | undefined;
  readonly zone: string;
  /** The day it is in that zone. */
  readonly today: Day;
  /** What a line bears where nothing else is said, as the service tells; undefined until it did. */
  readonly vatCode: VatCode | undefined;
  /** What VAT can be chosen, and what of it fits. */
  readonly vat: VatChoices | undefined;
  /** The places of the sheet where something lacks. */
  readonly lacks: ReadonlySet<Place>;
  /** Whether who looks may write: an accountant reads. */
  readonly mayWrite: boolean;
  readonly edit: Saving['edit'];
  readonly open: (beside: Beside) => void;
};

const EditorContext = createContext<Editor | undefined>(undefined);
export const EditorProvider = EditorContext.Provider;

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('no editor around this part of it');
  return editor;
}
