import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Field } from '../../../app/components/field.tsx';
import { call } from '../../../client/call.ts';
import { useTranslations } from '../../../locales/language.ts';
import { useEditor } from '../context.ts';
import { SettingDialog } from './setting-dialog.tsx';

const SHOWN_MAX = 12;

/** The project of the document. */
export function ProjectDialog({ close }: { close: () => void }) {
  const { draft, document, edit } = useEditor();
  const words = useTranslations('editor');
  const [search, setSearch] = useState('');
  const projects = useQuery({
    queryKey: ['projects', 'of-document', search, document.test],
    queryFn: ({ signal }) =>
      call(
        'get-projects',
        { query: { search: search || undefined, limit: SHOWN_MAX, test: document.test, isArchived: false } },
        { signal },
      ),
    placeholderData: (before) => before,
  });
  const found = projects.data?.docs ?? [];
  // Always include the selected project, even beyond the limit.
  const { opportunity } = document;
  const own = opportunity && draft.projectId === opportunity.id && !found.some(({ id }) => id === opportunity.id);
  const choices = [{ id: null, name: words.noneOf.project }, ...(own ? [opportunity] : []), ...found];
  return (
    <SettingDialog title={words.panel.project} close={close}>
      <Field
        label={words.searchProject}
        type="search"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <fieldset>
        <legend className="screen-reader-only">{words.panel.project}</legend>
        {choices.map(({ id, name }) => (
          <label key={id ?? ''} className="choice">
            <input
              type="radio"
              className="check"
              name="project"
              checked={draft.projectId === id}
              onChange={() => edit('projectId', { projectId: id })}
            />
            <span>{name}</span>
          </label>
        ))}
      </fieldset>
    </SettingDialog>
  );
}
