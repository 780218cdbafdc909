import { useEditor } from '../context.ts';
import type { Draft } from '../draft/draft.ts';
import { type TypedField, updateUnreadable } from './unreadable-input.ts';

/** State of a number or date field: its unreadable text, and setters for a value or such a text. */
export function useTypedField(field: TypedField) {
  const { saving, draft, edit } = useEditor();
  return {
    unread: draft.unread[field],
    put(change: Partial<Draft>, text: string | undefined): void {
      edit(field, { ...change, unread: updateUnreadable(saving.state().draft.unread, field, text) });
    },
  };
}
