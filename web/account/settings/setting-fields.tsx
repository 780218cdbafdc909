import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { useAction } from '../../app/use-action.ts';
import { isProblem } from '../../client/problem.ts';

/** The full text of a refusal, for a single field. */
const saidOf = (error: unknown): string | undefined => {
  if (!isProblem(error)) return undefined;
  return error.faults.length > 0 ? error.faults.map(({ text }) => text).join(' ') : error.detail;
};

/** A field that saves on blur or Enter; Escape restores the saved value. */
export function Setting({
  label,
  hint,
  value,
  save,
  rows,
  ...input
}: Omit<InputHTMLAttributes<HTMLInputElement>, 'value'> & {
  label: string;
  hint?: ReactNode;
  value: string;
  save: (text: string) => Promise<void>;
  /** Text area instead of a single line. */
  rows?: number;
}) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const act = useAction(async (text: string) => {
    await save(text);
    setTyped(undefined);
  });
  const leave = (): void => {
    if (typed === undefined || typed === value) return setTyped(undefined);
    void act.run(typed);
  };
  const wrong = typed === undefined ? undefined : saidOf(act.error);
  const shared = {
    id,
    value: typed ?? value,
    className: `input ${input.className ?? ''}`,
    disabled: input.disabled,
    'aria-invalid': wrong ? true : undefined,
    'aria-describedby': [hint && `${id}-hint`, wrong && `${id}-wrong`].filter(Boolean).join(' ') || undefined,
    onBlur: leave,
    onChange: ({ target }: { target: { value: string } }) => setTyped(target.value),
  };
  return (
    <div className="set-row">
      <label htmlFor={id}>{label}</label>
      <div>
        {rows ? (
          <textarea {...shared} rows={rows} />
        ) : (
          <input
            {...input}
            {...shared}
            onKeyDown={({ key }) => {
              if (key === 'Enter') leave();
              if (key === 'Escape') {
                setTyped(undefined);
                act.forget();
              }
            }}
          />
        )}
        {hint && (
          <p className="hint" id={`${id}-hint`}>
            {hint}
          </p>
        )}
        {wrong && (
          <p className="field-error" id={`${id}-wrong`} role="alert">
            {wrong}
          </p>
        )}
        {typed !== undefined && !wrong && <ErrorMessage error={act.error} />}
      </div>
    </div>
  );
}

/** A select that saves on change. */
export function ChoiceSetting<V extends string>({
  label,
  hint,
  value,
  options,
  disabled,
  save,
}: {
  label: string;
  hint?: string;
  value: V | '';
  options: readonly { readonly value: V | ''; readonly name: string }[];
  disabled?: boolean;
  save: (value: V) => Promise<void>;
}) {
  const id = useId();
  const act = useAction(save);
  return (
    <div className="set-row">
      <label htmlFor={id}>{label}</label>
      <div>
        <select
          id={id}
          className="input"
          value={value}
          disabled={disabled}
          onChange={({ target }) => void act.run(target.value as V)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.value === ''}>
              {option.name}
            </option>
          ))}
        </select>
        {hint && <p className="hint">{hint}</p>}
        <ErrorMessage error={act.error} />
      </div>
    </div>
  );
}

/** Radio buttons with a description of each choice. */
export function RadioSetting<V extends string>({
  legend,
  value,
  options,
  disabled,
  save,
}: {
  legend: string;
  value: V | undefined;
  options: readonly { readonly value: V; readonly name: string; readonly description?: string }[];
  disabled?: boolean;
  save: (value: V) => Promise<void>;
}) {
  const name = useId();
  const act = useAction(save);
  return (
    <fieldset className="set-row" disabled={disabled}>
      <legend>{legend}</legend>
      <div>
        {options.map((option) => (
          <label key={option.value} className="choice">
            <input
              type="radio"
              className="check"
              name={name}
              checked={value === option.value}
              onChange={() => void act.run(option.value)}
            />
            <span>
              {option.name}
              {option.description && <small>{option.description}</small>}
            </span>
          </label>
        ))}
        <ErrorMessage error={act.error} />
      </div>
    </fieldset>
  );
}

/** A checkbox that saves on change. */
export function SwitchSetting({
  label,
  description,
  value,
  disabled,
  save,
}: {
  label: string;
  description: string;
  value: boolean;
  disabled?: boolean;
  save: (value: boolean) => Promise<void>;
}) {
  const act = useAction(save);
  return (
    <fieldset className="set-row" disabled={disabled}>
      <legend>{label}</legend>
      <div>
        <label className="choice">
          <input type="checkbox" className="check" checked={value} onChange={() => void act.run(!value)} />
          <span>{description}</span>
        </label>
        <ErrorMessage error={act.error} />
      </div>
    </fieldset>
  );
}
