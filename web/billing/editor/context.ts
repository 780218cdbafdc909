import { createContext, useContext } from 'react';
import type { Answer } from '../../client/call.ts';
import type { Theme } from '../../client/schemas.ts';
import type { Billing, Draft } from './draft/draft.ts';
import type { VatCode } from './draft/line.ts';
import type { Day } from './fields/parse-date.ts';
import type { VatChoices } from './lines/use-vat-choices.ts';
import type { Saving } from './saving/autosave.ts';
import type { SaveState } from './saving/save-state.ts';
import type { Beside } from './side-dialog.ts';
import type { Place } from './validation/field-targets.ts';

export type Company = Answer<'get-me'>;

/** State shared by the parts of the editor. */
export type Editor = {
  readonly saving: Saving;
  readonly state: SaveState;
  readonly draft: Draft;
  readonly document: Billing;
  readonly company: Company | undefined;
  readonly themes: readonly Theme[];
  readonly theme: Theme | undefined;
  readonly zone: string;
  /** Today in that time zone. */
  readonly today: Day;
  /** Defaults of a new line, from the service; undefined until loaded. */
  readonly vatCode: VatCode | undefined;
  /** The VAT codes, and which of them fit. */
  readonly vat: VatChoices | undefined;
  /** The places on the sheet with an unmet requirement. */
  readonly lacks: ReadonlySet<Place>;
  /** Whether the user may write; an accountant only reads. */
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
