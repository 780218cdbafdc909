import { type FormEvent, useState } from 'react';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { Field } from '../../app/components/field.tsx';
import { useIbanError } from '../../app/formats/iban-error.ts';
import { useAction } from '../../app/use-action.ts';
import { call } from '../../client/call.ts';
import { useTranslations } from '../../locales/language.ts';
import { StepFoot, type StepProps } from './step.tsx';

/** Payment step: the bank account printed on invoices. It can wait: an empty IBAN is not saved. */
export function SetupPayment({ company, onDone, onBack }: StepProps) {
  const words = useTranslations('account').setup;
  const errorOf = useIbanError();
  const { bankInformation: bank, name } = company;
  const [iban, setIban] = useState(bank?.iban ?? '');
  const [bic, setBic] = useState(bank?.bic ?? '');
  const typedIban = iban.replaceAll(/\s/g, '');
  const act = useAction(async () => {
    if (typedIban !== '') {
      const bankInformation = { holder: bank?.holder ?? name, iban: typedIban, ...(bic.trim() && { bic: bic.trim() }) };
      await call('update-company', { body: { bankInformation } });
    }
    await onDone();
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void act.run();
  };
  const shown = { autoComplete: 'off', spellCheck: false, autoCapitalize: 'characters' } as const;
  return (
    <form onSubmit={submit} noValidate>
      <Field
        {...shown}
        label={words.payment.iban}
        hint={words.payment.ibanHint}
        value={iban}
        onChange={({ target }) => setIban(target.value)}
        error={act.problem?.at('bankInformation.iban') ?? errorOf(iban)}
      />
      <Field
        {...shown}
        label={words.payment.bic}
        hint={words.payment.bicHint}
        value={bic}
        onChange={({ target }) => setBic(target.value)}
        error={act.problem?.at('bankInformation.bic')}
      />
      <ErrorMessage error={act.error} shown={['bankInformation.iban', 'bankInformation.bic']} />
      <StepFoot isRunning={act.isRunning} onBack={onBack} />
    </form>
  );
}
