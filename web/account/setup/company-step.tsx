import { type ChangeEventHandler, type FormEvent, useState } from 'react';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { Field } from '../../app/components/field.tsx';
import { loadMe } from '../../app/session/session.ts';
import { useAction } from '../../app/use-action.ts';
import { call } from '../../client/call.ts';
import type { Problem } from '../../client/problem.ts';
import { useTranslations } from '../../locales/language.ts';
import { StepFoot, type StepProps } from './step.tsx';

/** Parses a French postcode and city, in either order, with or without brackets. */
const CODE_FIRST = /^(?<zipCode>\d{2}\s?\d{3})[\s,-]*(?<city>\p{L}.*)$/u;
const NAME_FIRST = /^(?<city>\p{L}.*?)[\s,(-]+(?<zipCode>\d{2}\s?\d{3})\)?$/u;
const SHOWN = ['siret', 'name', 'address', 'address.line1', 'address.zipCode', 'address.city'];

/** Company step: the issuer details required on every document. */
export function SetupCompany({ company, onDone, onTyped }: StepProps) {
  const words = useTranslations('account').setup;
  const [given, setGiven] = useState({
    siret: company.siret ?? '',
    name: company.address ? company.name : '',
    line1: company.address?.line1 ?? '',
    town: company.address ? `${company.address.zipCode} ${company.address.city}` : '',
  });
  const [isSent, send] = useState(false);
  const town = townOf(given.town);
  const act = useAction(async () => {
    await call('update-company', {
      body: {
        ...{ siret: given.siret.replaceAll(/\s/g, ''), name: given.name },
        ...(town && { address: { line1: given.line1, ...town, country: 'FR' } }),
      },
    });
    // The account is named after the company from now on.
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
    send(true);
    if (town || !isPlaceSaid) void act.run();
  };
  const { problem } = act;
  const isPlaceSaid = [given.line1, given.town].some((said) => said.trim() !== '');
  const isTownWrong = isSent && isPlaceSaid && !town;
  return (
    <form onSubmit={submit} noValidate>
      <Field
        {...change('siret')}
        label={words.company.siret}
        hint={words.company.siretHint}
        inputMode="numeric"
        autoComplete="off"
        error={problem?.at('siret')}
      />
      <Field
        {...change('name')}
        label={words.company.name}
        hint={words.company.nameHint}
        autoComplete="organization"
        error={problem?.at('name')}
      />
      <Place line1={change('line1')} town={change('town')} problem={problem} isTownWrong={isTownWrong} />
      <ErrorMessage error={act.error} shown={SHOWN} />
      <StepFoot isRunning={act.isRunning} />
    </form>
  );
}

type Changing = { name: string; value: string; required: boolean; onChange: ChangeEventHandler<HTMLInputElement> };

function Place({
  line1,
  town,
  problem,
  isTownWrong,
}: {
  line1: Changing;
  town: Changing;
  problem: Problem | undefined;
  isTownWrong: boolean;
}) {
  const words = useTranslations('account').setup.company;
  return (
    <>
      <Field {...line1} label={words.line1} autoComplete="address-line1" error={problem?.at('address.line1')} />
      <Field
        {...town}
        label={words.town}
        placeholder={words.townExample}
        autoComplete="off"
        error={isTownWrong ? words.townWrong : (problem?.at('address.zipCode') ?? problem?.at('address.city'))}
      />
    </>
  );
}

/** Undefined if unreadable: a half understood address must not be saved. */
function townOf(typed: string): { zipCode: string; city: string } | undefined {
  const { zipCode, city } = (CODE_FIRST.exec(typed.trim()) ?? NAME_FIRST.exec(typed.trim()))?.groups ?? {};
  return zipCode && city ? { zipCode: zipCode.replace(/\s/g, ''), city: city.trim() } : undefined;
}
