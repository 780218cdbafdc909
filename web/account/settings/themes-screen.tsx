import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../client/call.ts';
import { useAnswer } from '../../client/use-answer.ts';
import { useAct } from '../../ground/act.ts';
import { Refusal } from '../../ground/parts/refusal.tsx';
import { toast } from '../../ground/parts/toasts.tsx';
import { Waiting } from '../../ground/parts/waiting.tsx';
import { useSession } from '../../ground/session.ts';
import { useWords } from '../../words/language.ts';
import { ThemePicture } from '../theme-picture.tsx';
import { Settings, SettingsPage } from './settings-page.tsx';
import { type Theme, ThemeEditor } from './theme-editor.tsx';

const TYPES = ['estimate', 'purchase_order', 'invoice', 'advance', 'asset'] as const;

/** How documents look: the designs there are, which is used for what, and those one made of them. */
export function Screen() {
  const words = useWords('settings').themes;
  const { data, error } = useAnswer('list-themes', {});
  const [edited, edit] = useState<string>();
  const theme = data?.docs.find(({ id }) => id === edited);
  return (
    <SettingsPage title={words.title} intro={words.intro}>
      <Refusal error={error} />
      {!data && !error && <Waiting rows={8} />}
      {data && <Uses themes={data.docs} />}
      {data && (
        <Settings title={words.title}>
          <ul className="themes-of">
            {data.docs.map((theme) => (
              <OneTheme key={theme.id} theme={theme} edit={edit} />
            ))}
          </ul>
        </Settings>
      )}
      {theme && <ThemeEditor key={theme.id} theme={theme} onClose={() => edit(undefined)} />}
    </SettingsPage>
  );
}

function Uses({ themes }: { themes: readonly Theme[] }) {
  const words = useWords('settings').themes;
  const queries = useQueryClient();
  const mayChange = useSession().may('account:admin');
  const act = useAct(async (type: (typeof TYPES)[number], themeId: string) => {
    await call('update-theme-assignments', { body: { [type]: themeId } });
    await queries.invalidateQueries({ queryKey: ['list-themes'] });
  });
  return (
    <Settings title={words.uses}>
      {TYPES.map((type) => (
        <div key={type} className="set-row">
          <label htmlFor={`theme-${type}`}>{words.types[type]}</label>
          <select
            id={`theme-${type}`}
            className="input"
            disabled={!mayChange}
            value={themes.find(({ defaultFor }) => defaultFor.includes(type))?.id ?? ''}
            onChange={({ target }) => void act.run(type, target.value)}
          >
            {themes.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </div>
      ))}
      <Refusal error={act.error} />
    </Settings>
  );
}

function OneTheme({ theme, edit }: { theme: Theme; edit: (themeId: string) => void }) {
  const words = useWords('settings').themes;
  const queries = useQueryClient();
  const mayChange = useSession().may('account:admin');
  const again = (): Promise<void> => queries.invalidateQueries({ queryKey: ['list-themes'] });
  const copy = useAct(async () => {
    const { id } = await call('duplicate-theme', { themeId: theme.id, body: { name: words.copyOf(theme.name) } });
    await again();
    edit(id);
  });
  const remove = useAct(async () => {
    await call('delete-theme', { themeId: theme.id });
    await again();
    toast(words.removed);
  });
  return (
    <li className="theme-of">
      <ThemePicture themeId={theme.id} said={words.preview(theme.name)} />
      <p>
        <b>{theme.name}</b>{' '}
        <span className="quiet">
          {theme.isBuiltIn ? words.builtIn : words.own} · {theme.typeface}
        </span>
      </p>
      {mayChange && (
        <div className="acts-of">
          {!theme.isBuiltIn && (
            <button
              type="button"
              className="btn"
              aria-label={`${words.edit} : ${theme.name}`}
              onClick={() => edit(theme.id)}
            >
              {words.edit}
            </button>
          )}
          <button
            type="button"
            className="btn"
            aria-label={`${words.copy} : ${theme.name}`}
            aria-disabled={copy.isRunning}
            onClick={() => void copy.run()}
          >
            {words.copy}
          </button>
          {!theme.isBuiltIn && (
            <button
              type="button"
              className="btn"
              aria-label={`${words.remove} : ${theme.name}`}
              onClick={() => void remove.run()}
            >
              {words.remove}
            </button>
          )}
        </div>
      )}
      <Refusal error={copy.error ?? remove.error} />
    </li>
  );
}
