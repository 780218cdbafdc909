import type { ReactNode } from 'react';
import { Dialog } from '../../../app/components/dialog.tsx';
import { type Offered, Options } from '../../../app/components/select-options.tsx';
import { useTranslations } from '../../../locales/language.ts';

/** Dialog of a document setting. Changes are saved automatically; one button closes it. */
export function SettingDialog({ title, close, children }: { title: string; close: () => void; children: ReactNode }) {
  const words = useTranslations('editor');
  return (
    <Dialog
      title={title}
      onClose={close}
      footer={
        <button type="button" className="btn primary" onClick={close}>
          {words.done}
        </button>
      }
    >
      <div className="setting">{children}</div>
    </Dialog>
  );
}

/** Select with its label. */
export function Choice<V extends string>({
  label,
  value,
  options,
  others,
  onChange,
  hint,
}: {
  label: string;
  value: V;
  onChange: (value: V) => void;
  hint?: string | undefined;
} & Offered<V>) {
  return (
    <div className="field">
      <label>
        <span className="label">{label}</span>
        <select className="input" value={value} onChange={({ target }) => onChange(target.value as V)}>
          <Options options={options} others={others} />
        </select>
      </label>
      {hint && <p className="hint">{hint}</p>}
    </div>
  );
}

/** Text area with its label. */
export function LongText({
  label,
  value,
  onChange,
  rows = 3,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  rows?: number;
}) {
  return (
    <div className="field">
      <label>
        <span className="label">{label}</span>
        <textarea className="input" rows={rows} value={value} onChange={({ target }) => onChange(target.value)} />
      </label>
    </div>
  );
}

/** Checkbox. */
export function Switch({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (on: boolean) => void }) {
  return (
    <label className="choice">
      <input
        type="checkbox"
        className="switch"
        role="switch"
        aria-checked={isOn}
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>{label}</span>
    </label>
  );
}
