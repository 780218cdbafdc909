import type { ReactNode } from 'react';
import { Dialog } from '../../../app/components/dialog.tsx';
import { type Offered, Options } from '../../../app/components/select-options.tsx';
import { useTranslations } from '../../../locales/language.ts';

/** A setting of the document: what is chosen holds at once and is saved like everything else; one button to go back. */
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

/** A choice with its label above. */
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

/** A longer text with its label above. */
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

/** Something that is or is not. */
export function Switch({ label, on, onChange }: { label: string; on: boolean; onChange: (on: boolean) => void }) {
  return (
    <label className="choice">
      <input
        type="checkbox"
        className="switch"
        role="switch"
        aria-checked={on}
        checked={on}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>{label}</span>
    </label>
  );
}
