import { useTranslations } from '../../../locales/language.ts';
import { useEditor } from '../context.ts';
import { SettingDialog } from './setting-dialog.tsx';

/** Design of the document: the default of its kind, or another one. */
export function ThemeDialog({ close }: { close: () => void }) {
  const { draft, document, themes, edit } = useEditor();
  const words = useTranslations('editor');
  const usual = themes.find(({ defaultFor }) => defaultFor.includes(document.type)) ?? themes[0];
  const choices = [{ id: null, name: words.usualTheme(usual?.name ?? ''), colour: usual?.colours.accent }].concat(
    themes.map(({ id, name, colours }) => ({ id: id as never, name, colour: colours.accent })),
  );
  return (
    <SettingDialog title={words.panel.theme} close={close}>
      <fieldset>
        <legend className="screen-reader-only">{words.panel.theme}</legend>
        {choices.map(({ id, name, colour }) => (
          <label key={id ?? ''} className="choice">
            <input
              type="radio"
              className="check"
              name="theme"
              checked={draft.themeId === id}
              onChange={() => edit('themeId', { themeId: id })}
            />
            <i className="swatch" style={{ background: colour }} aria-hidden="true" />
            <span>{name}</span>
          </label>
        ))}
      </fieldset>
    </SettingDialog>
  );
}
