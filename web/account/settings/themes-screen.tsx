import { useQueryClient } from '@tanstack/react-query';
import { type Answer, call } from '../../client/call.ts';
import { useAnswer } from '../../client/use-answer.ts';
import { useAct } from '../../ground/act.ts';
import { Refusal } from '../../ground/parts/refusal.tsx';
import { toast } from '../../ground/parts/toasts.tsx';
import { Waiting } from '../../ground/parts/waiting.tsx';
import { useSession } from '../../ground/session.ts';
import { useWords } from '../../words/language.ts';
import { Settings, SettingsPage } from './settings-page.tsx';
import { ThemePreview } from './theme-preview.tsx';

type Theme = Answer<'list-themes'>['docs'][number];
const TYPES = ['estimate', 'purchase_order', 'invoice', 'advance', 'asset'] as const;

/** How documents look: the designs there are, which is used for what, and those one made of them. */
export function Screen() {
  const words = useWords('settings').themes;
  const { data, error } = useAnswer('list-themes', {});
  return (
    <SettingsPage title={words.title} intro={words.intro}>
      <Refusal error={error} />
      {!data && !error && <Waiting rows={8} />}
      {data && <Uses themes={data.docs} />}
      {data && (
        <Settings title={words.title}>
          <ul className="themes-of">
            {data.docs.map((theme) => (
              <OneTheme key={theme.id} theme={theme} />
            ))}
          </ul>
        </Settings>
      )}
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

function OneTheme({ theme }: { theme: Theme }) {
  const words = useWords('settings').themes;
  const queries = useQueryClient();
  const mayChange = useSession().may('account:admin');
  const again = (): Promise<void> => queries.invalidateQueries({ queryKey: ['list-themes'] });
  const copy = useAct(async () => {
    await call('duplicate-theme', { themeId: theme.id, body: {} });
    await again();
    toast(words.copied);
  });
  const remove = useAct(async () => {
    await call('delete-theme', { themeId: theme.id });
    await again();
    toast(words.removed);
  });
  const colour = useAct(async (accent: string) => {
    await call('update-theme', { themeId: theme.id, body: { colours: { accent } } });
    await again();
  });
  return (
    <li className="theme-of">
      <ThemePreview theme={theme} />
      <p>
        <b>{theme.name}</b>{' '}
        <span className="quiet">
          {theme.isBuiltIn ? words.builtIn : words.own} · {theme.typeface}
        </span>
      </p>
      {mayChange && (
        <div className="acts-of">
          <button
            type="button"
            className="btn"
            aria-label={`${words.copy} : ${theme.name}`}
            onClick={() => void copy.run()}
          >
            {words.copy}
          </button>
          {!theme.isBuiltIn && (
            <>
              <label className="btn">
                <span>{words.accent}</span>
                <input
                  type="color"
                  className="swatch"
                  aria-label={`${words.accent} : ${theme.name}`}
                  defaultValue={theme.colours.accent}
                  onBlur={({ target }) => target.value !== theme.colours.accent && void colour.run(target.value)}
                />
              </label>
              <button
                type="button"
                className="btn"
                aria-label={`${words.remove} : ${theme.name}`}
                onClick={() => void remove.run()}
              >
                {words.remove}
              </button>
            </>
          )}
        </div>
      )}
      <Refusal error={copy.error ?? remove.error ?? colour.error} />
    </li>
  );
}
