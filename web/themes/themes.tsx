import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Settings, SettingsPage } from '../account/settings/settings-page.tsx';
import { ConfirmDialog } from '../app/components/confirm-dialog.tsx';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Loading } from '../app/components/loading.tsx';
import { toast } from '../app/components/toasts.tsx';
import { useSession } from '../app/session/session.ts';
import { useAction } from '../app/use-action.ts';
import { call } from '../client/call.ts';
import { useOperation } from '../client/use-query.ts';
import { useTranslations } from '../locales/language.ts';
import { type Theme, ThemeEditor } from './theme-editor.tsx';
import { ThemePreview } from './theme-preview.tsx';

const TYPES = ['estimate', 'purchase_order', 'invoice', 'advance', 'asset'] as const;

/** Document designs: the available ones, their use, and custom copies. */
export function Screen() {
  const words = useTranslations('themes');
  const { data, error } = useOperation('list-themes', {});
  const [edited, edit] = useState<Edited>();
  const theme = data?.docs.find(({ id }) => id === edited?.id);
  return (
    <SettingsPage title={words.title} intro={words.intro}>
      <ErrorMessage error={error} />
      {!data && !error && <Loading rows={8} />}
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
      {theme && edited && (
        <ThemeEditor key={theme.id} theme={theme} isCopy={edited.isCopy} onClose={() => edit(undefined)} />
      )}
    </SettingsPage>
  );
}

/** The edited design: itself, or a copy of it. */
type Edited = { readonly id: string; readonly isCopy: boolean };

function Uses({ themes }: { themes: readonly Theme[] }) {
  const words = useTranslations('themes');
  const queries = useQueryClient();
  const mayChange = useSession().may('account:admin');
  const act = useAction(async (type: (typeof TYPES)[number], themeId: string) => {
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
      <ErrorMessage error={act.error} />
    </Settings>
  );
}

function OneTheme({ theme, edit }: { theme: Theme; edit: (edited: Edited) => void }) {
  const words = useTranslations('themes');
  const queries = useQueryClient();
  const mayChange = useSession().may('account:admin');
  const [isAsked, ask] = useState(false);
  const remove = useAction(async () => {
    await call('delete-theme', { themeId: theme.id });
    await queries.invalidateQueries({ queryKey: ['list-themes'] });
    toast(words.removed);
  });
  return (
    <li className="theme-of">
      <ThemePreview themeId={theme.id} label={words.preview(theme.name)} />
      <p>
        <b>{theme.name}</b>{' '}
        <span className="quiet">
          {theme.isBuiltIn ? words.builtIn : words.own} · {theme.typeface}
        </span>
      </p>
      {mayChange && (
        <div className="row-actions">
          {!theme.isBuiltIn && (
            <button
              type="button"
              className="btn"
              aria-label={words.named(words.edit, theme.name)}
              onClick={() => edit({ id: theme.id, isCopy: false })}
            >
              {words.edit}
            </button>
          )}
          <button
            type="button"
            className="btn"
            aria-label={words.named(words.copy, theme.name)}
            onClick={() => edit({ id: theme.id, isCopy: true })}
          >
            {words.copy}
          </button>
          {!theme.isBuiltIn && (
            <button
              type="button"
              className="btn"
              aria-label={words.named(words.remove, theme.name)}
              onClick={() => ask(true)}
            >
              {words.remove}
            </button>
          )}
        </div>
      )}
      {isAsked && (
        <ConfirmDialog
          title={words.removeTitle(theme.name)}
          description={words.removeSaid}
          cancelLabel={words.abandon}
          submitLabel={words.remove}
          action={remove}
          onClose={() => ask(false)}
          isDangerous
        />
      )}
    </li>
  );
}
