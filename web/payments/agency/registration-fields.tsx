import type { ReactNode } from 'react';
import { Field } from '../../app/components/field.tsx';
import type { Problem } from '../../client/problem.ts';
import { useTranslations } from '../../locales/language.ts';
import { places, type TypedRegistration } from './registration-form.ts';

/** Members with a field in this form. */
export const SHOWN = places;

type Place = keyof TypedRegistration;
type OfFields = { typed: TypedRegistration; problem: Problem | undefined; onType: (typed: TypedRegistration) => void };

/** The fields of a registration, with their errors. */
export function RegistrationFields({ typed, problem, onType }: OfFields) {
  const words = useTranslations('agency').customer;
  const field = (place: Place) => ({
    name: place,
    autoComplete: 'off',
    value: typed[place],
    error: problem?.at(place),
    onChange: ({ target }: { target: { value: string } }) => onType({ ...typed, [place]: target.value }),
  });
  const choice = (place: Place, label: string, options: Readonly<Record<string, string>>) => (
    <Choice
      label={label}
      value={typed[place]}
      options={options}
      onChange={(value) => onType({ ...typed, [place]: value })}
    />
  );
  return (
    <>
      <Group name={words.groups.person}>
        {choice('civility', words.civility, words.civilities)}
        <Field {...field('firstNames')} label={words.firstNames} required />
        <Field {...field('birthName')} label={words.birthName} hint={words.birthNameHint} required />
        <Field {...field('usageName')} label={words.usageName} />
      </Group>
      <Group name={words.groups.birth}>
        <Field {...field('bornOn')} label={words.bornOn} type="date" required />
        <Field {...field('birthPlace.country')} label={words.birthCountry} hint={words.countryHint} required />
        <Field {...field('birthPlace.townCode')} label={words.birthTownCode} hint={words.townCodeHint} />
        <Field {...field('birthPlace.town')} label={words.birthTown} />
      </Group>
      <Group name={words.groups.reach}>
        <Field {...field('mobilePhone')} label={words.mobilePhone} type="tel" required />
        <Field {...field('email')} label={words.email} inputMode="email" required />
      </Group>
      <Group name={words.groups.address}>
        <Field {...field('address.number')} label={words.number} inputMode="numeric" />
        {choice('address.letter', words.letter, words.letters)}
        <Field {...field('address.streetType')} label={words.streetType} hint={words.streetTypeHint} />
        <Field {...field('address.street')} label={words.street} />
        <Field {...field('address.complement')} label={words.complement} />
        <Field {...field('address.locality')} label={words.locality} />
        <Field {...field('address.postalCode')} label={words.postalCode} inputMode="numeric" required />
        <Field {...field('address.town')} label={words.town} required />
        <Field {...field('address.townCode')} label={words.townCode} hint={words.townCodeHint} required />
        <Field {...field('address.country')} label={words.country} hint={words.countryHint} required />
      </Group>
      <Group name={words.groups.bank}>
        <Field {...field('bank.holder')} label={words.holder} required />
        <Field {...field('bank.iban')} label={words.iban} required />
        <Field {...field('bank.bic')} label={words.bic} required />
      </Group>
    </>
  );
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <fieldset className="registration-group">
      <legend>{name}</legend>
      <div className="two">{children}</div>
    </fieldset>
  );
}

function Choice({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: string;
  options: Readonly<Record<string, string>>;
  onChange: (value: string) => void;
}) {
  return (
    <label className="field">
      <span className="label">{label}</span>
      <select className="input" value={value} onChange={({ target }) => onChange(target.value)}>
        {Object.entries(options).map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
