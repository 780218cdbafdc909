import { type InputHTMLAttributes, type ReactNode, useState } from 'react';
import { Field } from '../../app/components/field.tsx';
import { IconEye } from '../../app/icons.tsx';
import { useTranslations } from '../../locales/language.ts';

/** Password field with a show button. Pasting and password managers work. */
export function PasswordField(
  props: InputHTMLAttributes<HTMLInputElement> & {
    label: string;
    hint?: ReactNode;
    error?: string | undefined;
    aside?: ReactNode;
  },
) {
  const { signIn } = useTranslations('people');
  const [shown, show] = useState(false);
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      end={
        <button
          type="button"
          className="btn quiet square"
          aria-pressed={shown}
          aria-label={signIn.show}
          onClick={() => show(!shown)}
        >
          <IconEye />
        </button>
      }
    />
  );
}
