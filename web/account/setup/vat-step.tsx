import { type FormEvent, useState } from 'react';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { Field } from '../../app/components/field.tsx';
import { useAction } from '../../app/use-action.ts';
import { call } from '../../client/call.ts';
import { useTranslations } from '../../locales/language.ts';
import { StepFoot, type StepProps } from './step.tsx';

/** VAT step: with or without VAT, and whether to track the micro-enterprise limits. */
export function SetupVat({ company, proposedVatNumber = '', onDone, onBack }: StepProps) {
  const words = useTranslations('account').setup;
  const [charges, setCharges] = useState(company.vatRegime !== 'franchise');
  const [isMicro, setMicro] = useState(company.legalStatus === 'micro_enterprise');
  const [vatNumber, setVatNumber] = useState(company.vatNumber ?? proposedVatNumber);
  const act = useAction(async () => {
    await call('update-company', {
      body: {
        vatRegime: charges ? 'normal' : 'franchise',
        ...(charges && vatNumber.trim() !== '' && { vatNumber: vatNumber.replaceAll(/\s/g, '') }),
        ...(isMicro
          ? { legalStatus: 'micro_enterprise' }
          : company.legalStatus === 'micro_enterprise' && { legalStatus: null }),
      },
    });
    await onDone();
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void act.run();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Charges charges={charges} onChange={setCharges} />
      {charges && (
        <Field
          label={words.vat.number}
          hint={words.vat.numberHint}
          autoComplete="off"
          value={vatNumber}
          onChange={(event) => setVatNumber(event.target.value)}
          error={act.problem?.at('vatNumber')}
        />
      )}
      <label className="choice">
        <input
          type="checkbox"
          className="check"
          checked={isMicro}
          onChange={(event) => setMicro(event.target.checked)}
        />
        <span>
          {words.vat.micro}
          <small>{words.vat.microSaid}</small>
        </span>
      </label>
      <ErrorMessage error={act.error} shown={['vatNumber']} />
      <StepFoot isRunning={act.isRunning} onBack={onBack} />
    </form>
  );
}

function Charges({ charges, onChange }: { charges: boolean; onChange: (charges: boolean) => void }) {
  const words = useTranslations('account').setup.vat;
  return (
    <fieldset>
      <legend className="screen-reader-only">{words.title}</legend>
      {[true, false].map((each) => (
        <label key={String(each)} className="choice">
          <input type="radio" className="check" name="vat" checked={charges === each} onChange={() => onChange(each)} />
          <span>
            {each ? words.yes : words.no}
            <small>{each ? words.yesSaid : words.noSaid}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
