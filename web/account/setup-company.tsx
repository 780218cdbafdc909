import { type FormEvent, useState } from 'react';
import { call } from '../client/call.ts';
import { useAct } from '../ground/act.ts';
import { Field } from '../ground/parts/field.tsx';
import { Refusal } from '../ground/parts/refusal.tsx';
import { loadMe } from '../ground/session.ts';
import { useWords } from '../words/language.ts';
import { StepFoot, type StepProps } from './setup-step.tsx';

const FRENCH_TOWN = /^(\d{5})\s+(\S.*)$/;
const SHOWN = ['siret', 'name', 'address', 'address.line1', 'address.zipCode', 'address.city'];

/** Who bills: what every document has to say of its issuer. */
export function SetupCompany({ company, onDone, onTyped }: StepProps) {
  const words = useWords('account').setup;
  const [given, setGiven] = useState({
    siret: company.siret ?? '',
    name: company.address ? company.name : '',
    line1: company.address?.line1 ?? '',
    town: company.address ? `${company.address.zipCode} ${company.address.city}` : '',
  });
  const act = useAct(async () => {
    const [, zipCode = '', city = ''] = FRENCH_TOWN.exec(given.town.trim()) ?? [];
    await call('update-company', {
      body: {
        ...{ siret: given.siret.replaceAll(/\s/g, ''), name: given.name },
        address: { line1: given.line1, zipCode, city, country: 'FR' },
      },
    });
    // The account goes by this name from here on, in every menu.
    await loadMe();
    await onDone();
  });
  const change = (name: keyof typeof given) => ({
    name,
    value: given[name],
    required: true,
    onChange: (event: { target: { value: string } }) => {
      const next = { ...given, [name]: event.target.value };
      setGiven(next);
      onTyped({ name: next.name, lines: [next.line1, next.town], ids: [next.siret] });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void act.run();
  };
  const { problem } = act;
  return (
    <form onSubmit={submit} noValidate>
      <Field
        {...change('siret')}
        label={words.company.siret}
        hint={words.company.siretHint}
        inputMode="numeric"
        autoComplete="off"
        wrong={problem?.at('siret')}
      />
      <Field
        {...change('name')}
        label={words.company.name}
        hint={words.company.nameHint}
        autoComplete="organization"
        wrong={problem?.at('name')}
      />
      <Field
        {...change('line1')}
        label={words.company.line1}
        autoComplete="address-line1"
        wrong={problem?.at('address.line1')}
      />
      <Field
        {...change('town')}
        label={words.company.town}
        placeholder={words.company.townExample}
        autoComplete="off"
        wrong={problem?.at('address.zipCode') ?? problem?.at('address.city')}
      />
      <Refusal error={act.error} shown={SHOWN} />
      <StepFoot isRunning={act.isRunning} />
    </form>
  );
}
