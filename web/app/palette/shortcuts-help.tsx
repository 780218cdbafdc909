import { useLanguage, useTranslations } from '../../locales/language.ts';
import { Dialog } from '../components/dialog.tsx';
import { Version } from '../version.tsx';
import { HelpTopics } from './help-topics.tsx';
import { useSingleKeys } from './keyboard-shortcuts.ts';

/** Help: common tasks, the list of shortcuts, and the switch for single keys. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  const words = useTranslations('app');
  const language = useLanguage();
  const [isOn, setOn] = useSingleKeys();
  const { shortcuts } = words;
  const create = { fr: 'c, f d c p a', en: 'c, i e c p a' }[language];
  const go = { fr: 'g, a d f c p k e', en: 'g, h e i c p k y' }[language];
  const rows = [
    ['Ctrl K', shortcuts.palette],
    ['?', shortcuts.sheet],
    ['/', shortcuts.here],
    [create, shortcuts.create],
    [go, shortcuts.go],
    ['j k', shortcuts.move],
    [shortcuts.enter, shortcuts.open],
    ['x', shortcuts.tick],
    ['e', shortcuts.edit],
    [`Ctrl ${shortcuts.enter}`, shortcuts.finalize],
    ['Ctrl S', shortcuts.save],
    ['Ctrl Z', shortcuts.undo],
    [shortcuts.escape, shortcuts.close],
  ] as const;
  return (
    <Dialog
      title={words.help}
      onClose={onClose}
      footer={
        <button type="button" className="btn" onClick={onClose}>
          {words.close}
        </button>
      }
    >
      <HelpTopics onClose={onClose} />
      <h2>{shortcuts.title}</h2>
      <p className="quiet">{shortcuts.said}</p>
      <label className="choice">
        <input type="checkbox" className="switch" checked={isOn} onChange={(event) => setOn(event.target.checked)} />
        <span>{shortcuts.on}</span>
      </label>
      <dl className="pairs left keys">
        {rows.map(([key, said]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{said}</dd>
          </div>
        ))}
      </dl>
      <Version />
    </Dialog>
  );
}
