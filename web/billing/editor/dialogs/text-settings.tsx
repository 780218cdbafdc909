import { Field } from '../../../app/components/field.tsx';
import { useTranslations } from '../../../locales/language.ts';
import { useEditor } from '../context.ts';
import { isOneLine, textFieldsOf, textOf } from '../draft/draft-texts.ts';
import { LongText } from './setting-dialog.tsx';

/** The text fields that a dialog of the editor shows, in the order of their table. */
export function TextSettings({ dialog }: { dialog: 'notes' | 'terms' }) {
  const { document, draft, edit } = useEditor();
  const { fieldNames, fieldHints } = useTranslations('editor');
  const hints: Partial<Record<string, string>> = fieldHints;
  return textFieldsOf(document.type, ({ edited }) => edited === dialog).map((field) =>
    isOneLine(field) ? (
      <Field
        key={field}
        label={fieldNames[field]}
        hint={hints[field]}
        value={textOf(draft, field)}
        onChange={({ target }) => edit(field, { [field]: target.value })}
      />
    ) : (
      <LongText
        key={field}
        label={fieldNames[field]}
        value={textOf(draft, field)}
        onChange={(text) => edit(field, { [field]: text })}
      />
    ),
  );
}
