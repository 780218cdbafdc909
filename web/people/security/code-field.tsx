import { Field } from '../../app/components/field.tsx';
import { useTranslations } from '../../locales/language.ts';

/** Field for an authenticator or recovery code, next to the password. */
export function CodeField({
  value,
  onChange,
  error,
}: {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}) {
  const words = useTranslations('access').security;
  return (
    <Field
      label={words.codeNow}
      autoComplete="one-time-code"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      error={error}
    />
  );
}
