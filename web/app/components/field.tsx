import { type InputHTMLAttributes, type ReactNode, useId } from 'react';

/** Input with label, hint and error (`problem?.at('email')`), all linked for screen readers. */
export function Field({
  label,
  hint,
  error,
  aside,
  end,
  ...input
}: InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Content next to the label. */
  aside?: ReactNode;
  /** Button inside the field, at the end. */
  end?: ReactNode;
}) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-wrong`].filter(Boolean).join(' ');
  const field = (
    <input
      {...input}
      id={id}
      className={`input ${input.className ?? ''}`}
      aria-invalid={error ? true : undefined}
      aria-describedby={describedBy || undefined}
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
      {error && (
        <p className="field-error" id={`${id}-wrong`}>
          {error}
        </p>
      )}
    </div>
  );
}
