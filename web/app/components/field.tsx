import { type InputHTMLAttributes, type ReactNode, useId } from 'react';

/**
 * A field with its label, its hint, and what is wrong with it where something is (`problem?.at('email')`): readers hear all three.
 */
export function Field({
  label,
  hint,
  wrong,
  aside,
  end,
  ...input
}: InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  hint?: ReactNode;
  wrong?: string | undefined;
  /** Beside the label. */
  aside?: ReactNode;
  /** A button inside, at the end. */
  end?: ReactNode;
}) {
  const id = useId();
  const told = [hint && `${id}-hint`, wrong && `${id}-wrong`].filter(Boolean).join(' ');
  const field = (
    <input
      {...input}
      id={id}
      className={`input ${input.className ?? ''}`}
      aria-invalid={wrong ? true : undefined}
      aria-describedby={told || undefined}
    />
  );
  return (
    <div className="field">
      {aside ? (
        <span className="label-row">
          <label className="label" htmlFor={id}>
            {label}
          </label>
          {aside}
        </span>
      ) : (
        <label htmlFor={id}>{label}</label>
      )}
      {end ? (
        <span className="input-end">
          {field}
          {end}
        </span>
      ) : (
        field
      )}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {wrong && (
        <p className="wrong" id={`${id}-wrong`}>
          {wrong}
        </p>
      )}
    </div>
  );
}
