import { type FormEvent, useState } from 'react';
import type { Act } from '../ground/act.ts';
import { Field } from '../ground/parts/field.tsx';
import { Refusal } from '../ground/parts/refusal.tsx';
import { useWords } from '../words/language.ts';
import { Outside } from './outside.tsx';

/** The second factor: six digits, or a recovery code. */
export function CodeStep({ act, onBack }: { act: Act<[code?: string]>; onBack: () => void }) {
  const words = useWords('account').code;
  const [code, setCode] = useState('');
  const [recovers, setRecovers] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void act.run(code.replaceAll(/\s/g, ''));
  };
  return (
    <Outside title={words.title} said={words.said}>
      <form onSubmit={submit} noValidate>
        <Field
          // Another field altogether: a manager offers something else in it.
          key={recovers ? 'recovery' : 'code'}
          label={recovers ? words.recoveryLabel : words.label}
          hint={recovers ? words.recoveryHint : words.hint}
          className={recovers ? undefined : 'otp'}
          inputMode={recovers ? 'text' : 'numeric'}
          autoComplete={recovers ? 'off' : 'one-time-code'}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          wrong={act.problem?.at('code')}
        />
        <Refusal error={act.error} shown={['code']} />
        <div className="ways">
          <button type="submit" className="btn primary big wide" aria-disabled={act.isRunning}>
            {words.go}
          </button>
        </div>
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
      </form>
    </Outside>
  );
}
