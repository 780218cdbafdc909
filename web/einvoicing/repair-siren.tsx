import { type FormEvent, useState } from 'react';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Field } from '../app/components/field.tsx';
import { useAction } from '../app/use-action.ts';
import { call } from '../client/call.ts';
import { useTranslations } from '../locales/language.ts';

const SIREN_DIGITS = 9;

/** Form for the missing SIREN or SIRET of a customer, beside the document it blocks. */
export function RepairSiren({ organizationId, number }: { organizationId: string; number: string }) {
  const words = useTranslations('platform').rehearsal;
  const [value, setValue] = useState('');
  const [isDone, setDone] = useState(false);
  const act = useAction(async () => {
    const isSiren = value.replace(/\D/g, '').length === SIREN_DIGITS;
    await call('update-organization', { organizationId, body: isSiren ? { siren: value } : { siret: value } });
    setDone(true);
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void act.run();
  };
  if (isDone) return <p role="status">{words.siren.saved}</p>;
  const wrong = act.problem?.at('siret') ?? act.problem?.at('siren');
  return (
    <form className="rehearsal-form" onSubmit={submit} aria-label={words.siren.of(number)}>
      <Field
        label={words.siren.label}
        required
        autoComplete="off"
        inputMode="numeric"
        value={value}
        error={wrong}
        onChange={({ target }) => setValue(target.value)}
      />
      <button type="submit" className="btn" aria-disabled={act.isRunning}>
        {words.siren.save}
      </button>
      {wrong === undefined && <ErrorMessage error={act.error} />}
    </form>
  );
}
