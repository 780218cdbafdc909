import { type ComponentProps, useState } from 'react';
import { CountryField } from '../app/components/country-field.tsx';
import { Field } from '../app/components/field.tsx';
import type { Problem } from '../client/problem.ts';
import { useTranslations } from '../locales/language.ts';
import { CompanySearch } from './company-search.tsx';
import type { Kind, Typed } from './customer-form.ts';
import { ADDRESS_PARTS } from './parse-address.ts';
import { RoutingFields } from './routing-fields.tsx';

/** Members with a field in this form; their errors are shown there. */
export const SHOWN = [
  'name',
  'commercialName',
  'firstname',
  'lastname',
  'jobTitle',
  'emails',
  'emails.0',
  'phone',
  'siret',
  'vatNumber',
  'electronicAddress',
  'requiredReferences',
  'platformSending',
  'notes',
  ...ADDRESS_PARTS.map((part) => `billingAddress.${part}`),
];

/** The fields of an organization, a person, or a contact of an organization. */
export function CustomerFields({
  kind,
  typed,
  problem,
  hasAddress = true,
  onType,
}: {
  kind: Kind;
  typed: Typed;
  problem: Problem | undefined;
  hasAddress?: boolean;
  onType: (typed: Typed) => void;
}) {
  const words = useTranslations('customers').form;
  const text = (name: keyof Typed, member: string = name) => ({
    label: words[name],
    name,
    value: typed[name],
    error: problem?.at(member) ?? problem?.at(`${member}.0`),
    onChange: ({ target }: { target: { value: string } }) => onType({ ...typed, [name]: target.value }),
  });
  const isOrganization = kind === 'organization';
  return (
    <>
      {isOrganization ? (
        <>
          <Field {...text('name')} required autoComplete="off" />
          <CompanySearch typed={typed} onType={onType} />
        </>
      ) : (
        <div className="two">
          <Field {...text('firstname')} autoComplete="off" />
          <Field {...text('lastname')} label={words.lastname} required autoComplete="off" />
        </div>
      )}
      <div className="two">
        <Field {...text('emails')} inputMode="email" hint={words.emailsHint} />
        <Field {...text('phone')} type="tel" />
      </div>
      {isOrganization && (
        <div className="two">
          <Field {...text('siret')} inputMode="numeric" hint={words.siretHint} />
          <Field {...text('vatNumber')} />
        </div>
      )}
      {isOrganization && <RoutingFields typed={typed} address={text('electronicAddress')} onType={onType} />}
      {!isOrganization && hasAddress && <p className="hint">{words.routing.person}</p>}
      {!isOrganization && !hasAddress && <Field {...text('jobTitle')} />}
      {hasAddress && <AddressFields typed={typed} text={text} choose={(country) => onType({ ...typed, country })} />}
      <div className="field">
        <label htmlFor="customer-notes">{words.notes}</label>
        <textarea
          id="customer-notes"
          className="input"
          rows={2}
          value={typed.notes}
          onChange={({ target }) => onType({ ...typed, notes: target.value })}
        />
      </div>
    </>
  );
}

type FieldOf = (name: keyof Typed, member: string) => ComponentProps<typeof Field>;

/** Rare address parts have a field only if they are filled. */
function AddressFields({ typed, text, choose }: { typed: Typed; text: FieldOf; choose: (country: string) => void }) {
  const words = useTranslations('customers').form;
  const [before] = useState(typed);
  return (
    <>
      <Field {...text('address', 'billingAddress.address')} />
      {before.complement !== '' && <Field {...text('complement', 'billingAddress.complement')} />}
      <div className="two">
        <Field {...text('zipCode', 'billingAddress.zipCode')} />
        <Field {...text('city', 'billingAddress.city')} />
      </div>
      {before.state !== '' && <Field {...text('state', 'billingAddress.state')} />}
      <CountryField label={words.country} code={typed.country} onChoose={choose} />
    </>
  );
}
