import { useState } from 'react';
import { Field } from '../../app/components/field.tsx';
import type { Act } from '../../app/use-action.ts';
import { useTranslations } from '../../locales/language.ts';
import { SignedOutForm } from './signed-out-form.tsx';

/** Two-factor step: six digits, or a recovery code. */
export function CodeStep({ action, onBack }: { action: Act<[code?: string]>; onBack: () => void }) {
  const words = useTranslations('people').code;
  const [code, setCode] = useState('');
  const [recovers, setRecovers] = useState(false);
  return (
    <SignedOutForm
      title={words.title}
      description={words.said}
      submitLabel={words.go}
      action={action}
      submit={() => action.run(code.replaceAll(/\s/g, ''))}
      shown={['code']}
      after={
        <ul className="other-ways">
          <li>
            <button type="button" className="link" onClick={() => setRecovers(!recovers)}>
              {recovers ? words.app : words.recovery}
            </button>
          </li>
          <li>
            <button type="button" className="link" onClick={onBack}>
              {words.back}
            </button>
          </li>
        </ul>
      }
    >
      <Field
        // A separate field, so that password managers do not offer the wrong value.
        key={recovers ? 'recovery' : 'code'}
        label={recovers ? words.recoveryLabel : words.label}
        hint={recovers ? words.recoveryHint : words.hint}
        className={recovers ? undefined : 'otp'}
        inputMode={recovers ? 'text' : 'numeric'}
        autoComplete={recovers ? 'off' : 'one-time-code'}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        error={action.problem?.at('code')}
      />
    </SignedOutForm>
  );
}
