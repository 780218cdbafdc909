import { useState } from 'react';
import { ChoiceSetting, RadioSetting, Setting, SwitchSetting } from '../../../web/account/settings/setting-fields.tsx';
import { CountryField } from '../../../web/app/components/country-field.tsx';
import { Field } from '../../../web/app/components/field.tsx';
import { parted } from '../../../web/app/components/select-options.tsx';
import { parseAmount, parsePercentage } from '../../../web/app/formats/parse-number.ts';
import { formatCents, formatPercentage } from '../../../web/billing/editor/fields/format-numbers.ts';
import { InlineDate } from '../../../web/billing/editor/fields/inline-date-field.tsx';
import { InlineNumber, InlineSelect, InlineText } from '../../../web/billing/editor/fields/inline-field.tsx';
import type { Day } from '../../../web/billing/editor/fields/parse-date.ts';
import { Problem } from '../../../web/client/problem.ts';
import { CustomerPicker } from '../../../web/customers/customer-picker.tsx';
import { type Parts, Reported } from './part.tsx';

const TODAY: Day = '2026-11-12';

type Typed = { readonly value?: number | undefined; readonly unread?: string | undefined };

const refusal = new Problem(422, { code: 'request.invalid', detail: 'Le SIRET est invalide.' });

export const fieldParts: Parts = {
  Field: () => <Field label="SIRET" hint="14 chiffres" />,
  FieldWithError: () => <Field label="SIRET" hint="14 chiffres" error="Le SIRET a 14 chiffres." />,
  FieldWithButton: () => (
    <Field
      label="Mot de passe"
      type="password"
      end={
        <button type="button" className="btn quiet square" aria-label="Afficher">
          …
        </button>
      }
    />
  ),

  DateInForm: () => {
    const [sent, setSent] = useState(0);
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setSent(sent + 1);
        }}
      >
        <Field label="Reçu le" type="date" name="day" />
        <button type="submit">Enregistrer</button>
        <Reported value={sent} />
      </form>
    );
  },

  TextField: () => {
    const [value, setValue] = useState('Pose');
    return (
      <>
        <InlineText label="Désignation" value={value} onChange={setValue} />
        <Reported value={value} />
      </>
    );
  },

  AmountField: () => {
    const [typed, setTyped] = useState<Typed>({ value: 45_000 });
    return (
      <>
        <InlineNumber
          label="Montant"
          value={typed.value}
          unread={typed.unread}
          parse={parseAmount}
          format={(cents) => formatCents(cents, 'fr')}
          errorText="Écrivez un montant, par exemple 450,00."
          onChange={(value, unread) => setTyped({ value, unread })}
        />
        <Reported value={typed} />
      </>
    );
  },

  PercentageField: () => {
    const [typed, setTyped] = useState<Typed>({ value: 3_000 });
    return (
      <>
        <InlineNumber
          label="Acompte"
          value={typed.value}
          unread={typed.unread}
          parse={parsePercentage}
          format={(basisPoints) => formatPercentage(basisPoints, 'fr')}
          errorText="Écrivez un pourcentage, par exemple 30."
          onChange={(value, unread) => setTyped({ value, unread })}
        />
        <Reported value={typed} />
      </>
    );
  },

  DateField: () => {
    const [typed, setTyped] = useState<{ day?: Day | undefined; unread?: string | undefined }>({ day: TODAY });
    return (
      <>
        <InlineDate
          label="Date d’échéance"
          value={typed.day}
          unread={typed.unread}
          today={TODAY}
          onChange={(day, unread) => setTyped({ day, unread })}
        />
        <Reported value={typed} />
      </>
    );
  },

  Select: () => {
    const [value, setValue] = useState('FR_2000');
    const offered = parted(
      [
        { value: 'FR_1000', text: '10 %', fits: true },
        { value: 'EXPORT', text: 'Exonéré', fits: false },
        { value: 'FR_2000', text: '20 %', fits: true },
      ],
      'Autres taux',
    );
    return (
      <>
        <InlineSelect label="TVA" value={value} onChange={setValue} ofMany {...offered} />
        <Reported value={value} />
      </>
    );
  },

  CountryField: () => {
    const [code, setCode] = useState('FR');
    return (
      <>
        <CountryField label="Pays" code={code} onChoose={setCode} />
        <Reported value={code} />
      </>
    );
  },

  Combobox: () => {
    const [name, setName] = useState('');
    return (
      <>
        <CustomerPicker label="Client" onChoose={(customer) => setName(customer.name)} />
        <Reported value={name} />
      </>
    );
  },

  Setting: () => {
    const [saved, setSaved] = useState<readonly string[]>([]);
    const save = async (text: string) => {
      if (text === '123') throw refusal;
      setSaved([...saved, text]);
    };
    return (
      <>
        <Setting label="SIRET" value={saved.at(-1) ?? '52510325000011'} save={save} />
        <Reported value={saved} />
      </>
    );
  },

  ChoiceSetting: () => {
    const [value, setValue] = useState<'fr' | 'en' | ''>('');
    return (
      <>
        <ChoiceSetting
          label="Langue des documents"
          value={value}
          options={[
            { value: '', name: 'Choisissez' },
            { value: 'fr', name: 'Français' },
            { value: 'en', name: 'Anglais' },
          ]}
          save={async (chosen: 'fr' | 'en') => setValue(chosen)}
        />
        <Reported value={value} />
      </>
    );
  },

  RadioSetting: () => {
    const [value, setValue] = useState<'monthly' | 'quarterly'>('monthly');
    return (
      <>
        <RadioSetting
          legend="Déclaration"
          value={value}
          options={[
            { value: 'monthly', name: 'Mensuelle', description: 'Avant le 24' },
            { value: 'quarterly', name: 'Trimestrielle' },
          ]}
          save={async (chosen) => setValue(chosen)}
        />
        <Reported value={value} />
      </>
    );
  },

  SwitchSetting: () => {
    const [value, setValue] = useState(false);
    const [isRefused, setRefused] = useState(false);
    return (
      <>
        <SwitchSetting
          label="Relances"
          description="Relancer automatiquement"
          value={value}
          save={async (is) => {
            if (isRefused) throw refusal;
            setValue(is);
          }}
        />
        <button type="button" onClick={() => setRefused(true)}>
          Refuser
        </button>
        <Reported value={value} />
      </>
    );
  },
};
