import { type FocusEvent, useId, useState } from 'react';
import { CountryField } from '../../app/components/country-field.tsx';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { type Act, useAction } from '../../app/use-action.ts';
import { useTranslations } from '../../locales/language.ts';

type Texts<F> = Record<keyof F, string>;

/**
 * Fields saved together once the required ones are filled: an address, a bank account. If all are
 * empty, the value is removed.
 */
export function GroupSetting<F extends Readonly<Record<string, string>>>({
  legend,
  hint,
  fields,
  value,
  optional = [],
  country,
  faultOf,
  disabled,
  save,
}: {
  legend: string;
  hint?: string;
  /** Labels, in display order. */
  fields: F;
  value: Partial<Record<keyof F, string | undefined>>;
  optional?: readonly (keyof F)[];
  /** The country field, shown as a select. */
  country?: keyof F;
  /** Validates a value while it is typed; an invalid value is not saved. */
  faultOf?: (name: keyof F, text: string) => string | undefined;
  disabled?: boolean;
  save: (value: Texts<F> | null) => Promise<void>;
}) {
  const words = useTranslations('settings');
  const names = Object.keys(fields) as (keyof F & string)[];
  const [typed, setTyped] = useState<Partial<Texts<F>>>({});
  const now = Object.fromEntries(names.map((name) => [name, typed[name] ?? value[name] ?? ''])) as Texts<F>;
  const isEmpty = names.every((name) => now[name].trim() === '');
  const act = useAction(async () => {
    await save(isEmpty ? null : now);
    setTyped({});
  });
  const isChanged = names.some((name) => typed[name] !== undefined && typed[name] !== (value[name] ?? ''));
  const missing = names.filter((name) => !isEmpty && !optional.includes(name) && now[name].trim() === '');
  const faults = new Map(names.flatMap((name) => faultAt(name, typed[name], faultOf)));
  const canBeSaved = missing.length === 0 && faults.size === 0;
  const leave = (event: FocusEvent): void => {
    if (!event.currentTarget.contains(event.relatedTarget) && isChanged && canBeSaved) void act.run();
  };
  const wrongs = wrongsOf(act, names);
  return (
    <fieldset className="set-row" disabled={disabled} onBlur={leave}>
      <legend>{legend}</legend>
      <div className="several">
        {names.map((name) => {
          const label = fields[name] ?? name;
          const write = (text: string): void => setTyped({ ...typed, [name]: text });
          if (name === country) return <CountryField key={name} label={label} code={now[name]} onChoose={write} />;
          const wrong = faults.get(name) ?? wrongs.get(name)?.text;
          return <OneField key={name} label={label} value={now[name]} error={wrong} write={write} />;
        })}
        {isChanged && !canBeSaved && (
          <p className="unsaved" role="status">
            {missing.length > 0 ? words.notSavedWithout(missing.map((name) => fields[name] ?? name)) : words.notSaved}
          </p>
        )}
        {hint && <p className="hint">{hint}</p>}
        <ErrorMessage error={act.error} shown={[...wrongs.values()].map(({ property }) => property)} />
      </div>
    </fieldset>
  );
}

/** Validates typed values only, not saved ones. */
const faultAt = <N extends string>(
  name: N,
  typed: string | undefined,
  faultOf: ((name: N, text: string) => string | undefined) | undefined,
): [N, string][] => {
  const fault = typed === undefined ? undefined : faultOf?.(name, typed);
  return fault === undefined ? [] : [[name, fault]];
};

function OneField({
  label,
  value,
  error,
  write,
}: {
  label: string;
  value: string;
  error: string | undefined;
  write: (text: string) => void;
}) {
  const id = useId();
  return (
    <div>
      <label className="small-label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="input"
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-wrong` : undefined}
        onChange={({ target }) => write(target.value)}
      />
      {error && (
        <p className="field-error" id={`${id}-wrong`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

/** Refusals by field. */
const wrongsOf = (act: Act<[]>, names: readonly string[]): ReadonlyMap<string, { property: string; text: string }> =>
  new Map(
    names.flatMap((name) => {
      const fault = act.problem?.faults.find(({ property }) => property.endsWith(`.${name}`));
      return fault ? [[name, fault] as const] : [];
    }),
  );
