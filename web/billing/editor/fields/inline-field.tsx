import { type KeyboardEvent, useState } from 'react';
import { type Offered, Options } from '../../../app/components/select-options.tsx';
import type { ParsedNumber } from '../../../app/formats/parse-number.ts';
import { type Language, useLanguage } from '../../../locales/language.ts';
import { type TypingNumber, textOf, updateNumberInput } from './number-input.ts';

type Shared = {
  readonly label: string;
  readonly id?: string | undefined;
  readonly className?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly isMissing?: boolean | undefined;
  readonly role?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly onKeyDown?: ((event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) => void) | undefined;
};

/**
 * The text being typed stays as typed. `stands` is the value parsed from it, compared with the
 * incoming value.
 */
type Typing<V> = { readonly text: string; readonly stands: V };

const classes = (...names: readonly (string | false | undefined)[]): string => names.filter(Boolean).join(' ');

/** Inline text field. */
export function InlineText({
  value,
  onChange,
  rows,
  ...shared
}: Shared & { value: string; onChange: (value: string) => void; rows?: number; maxLength?: number }) {
  const [typing, setTyping] = useState<Typing<string>>();
  const shown = typing && typing.stands.trim() === value.trim() ? typing.text : value;
  const { label, className, isMissing, ...rest } = shared;
  const common = {
    ...rest,
    className: classes('inline-input', className, isMissing && 'missing'),
    'aria-label': label,
    'aria-invalid': isMissing || undefined,
    value: shown,
    onChange: ({ target }: { target: HTMLInputElement | HTMLTextAreaElement }) => {
      setTyping({ text: target.value, stands: target.value });
      onChange(target.value);
    },
    onBlur: () => setTyping(undefined),
  };
  return rows === undefined ? <input type="text" {...common} /> : <textarea rows={rows} {...common} />;
}

/**
 * Inline number field, formatted in the language of the page. Unreadable text stays as typed and is
 * marked; the value is then the one before typing, never that of the last readable keystroke.
 */
export function InlineNumber({
  value,
  unread,
  onChange,
  parse,
  format,
  errorText,
  ...shared
}: Shared & {
  value: number | undefined;
  /** The text of the field while it is unreadable. */
  unread: string | undefined;
  onChange: (value: number | undefined, unread: string | undefined) => void;
  parse: (text: string, language: Language) => ParsedNumber;
  format: (value: number) => string;
  /** Hint for an unreadable text. */
  errorText: string;
}) {
  const [typing, setTyping] = useState<TypingNumber>();
  const language = useLanguage();
  const shown = unread ?? textOf(typing, value) ?? (value === undefined ? '' : format(value));
  const { label, className, isMissing, ...rest } = shared;
  const isInvalid = isMissing || unread !== undefined;
  return (
    <input
      type="text"
      inputMode="decimal"
      autoComplete="off"
      {...rest}
      className={classes('inline-input', className, isInvalid && 'missing')}
      aria-label={label}
      aria-invalid={isInvalid || undefined}
      title={unread === undefined ? undefined : errorText}
      value={shown}
      onFocus={({ target }) => target.select()}
      onChange={({ target }) => {
        const after = updateNumberInput(parse(target.value, language), { text: target.value, typing, value });
        setTyping(after.typing);
        onChange(after.typing.stands, after.unread);
      }}
      onBlur={() => unread === undefined && setTyping(undefined)}
    />
  );
}

/**
 * Inline select. With `ofMany`, each renders only its selected option until the user approaches:
 * 200 lines with all their options are 14,000 elements to restyle.
 */
export function InlineSelect<V extends string>({
  value,
  onChange,
  options,
  others,
  label,
  className,
  isMissing,
  id,
  disabled,
  ofMany = false,
}: Omit<Shared, 'onKeyDown' | 'placeholder'> & {
  value: V;
  onChange: (value: V) => void;
  ofMany?: boolean;
} & Offered<V>) {
  const [isNear, setIsNear] = useState(!ofMany);
  const isChosen = (option: { value: V }): boolean => option.value === value;
  const come = isNear ? undefined : () => setIsNear(true);
  return (
    <select
      id={id}
      disabled={disabled}
      className={classes('inline-input', className, isMissing && 'missing')}
      aria-label={label}
      aria-invalid={isMissing || undefined}
      value={value}
      onFocus={come}
      onPointerEnter={come}
      onPointerDown={come}
      onChange={({ target }) => onChange(target.value as V)}
    >
      {isNear ? (
        <Options options={options} others={others} />
      ) : (
        <Options options={[...options, ...(others?.options ?? [])].filter(isChosen)} />
      )}
    </select>
  );
}
