import { useState } from 'react';
import { CountryField } from '../../../app/components/country-field.tsx';
import { ErrorMessage } from '../../../app/components/error-message.tsx';
import { Field } from '../../../app/components/field.tsx';
import { call } from '../../../client/call.ts';
import { isProblem } from '../../../client/problem.ts';
import { ADDRESS_PARTS, addressOf, isUnusualAddress, parseAddress } from '../../../customers/parse-address.ts';
import { useTranslations } from '../../../locales/language.ts';
import type { FoundCustomer } from './search.tsx';

type Kind = 'organization' | 'contact';
type Form = Readonly<Record<(typeof fields)[number], string>>;
const fields = ['name', 'firstname', 'siret', 'vatNumber', 'emails', ...ADDRESS_PARTS] as const;

export type KnownCustomer = {
  readonly kind: Kind;
  readonly id?: string | undefined;
  /** The version that was read, so that changes by others are not overwritten. */
  readonly version?: string | undefined;
  readonly form: Form;
};

export const emptyForm = (name: string): Form => ({
  ...{ name, firstname: '', siret: '', vatNumber: '', emails: '' },
  ...parseAddress(undefined),
});

/** The customer fields an invoice requires; creates or updates the customer. */
export function CustomerForm({
  known,
  onDone,
  onClose,
}: {
  known: KnownCustomer;
  onDone: (customer: FoundCustomer) => void;
  onClose: () => void;
}) {
  const words = useTranslations('editor').customer;
  const [kind, setKind] = useState(known.kind);
  const [form, setForm] = useState(known.form);
  const [error, setError] = useState<unknown>();
  const problem = isProblem(error) ? error : undefined;
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      onDone(await saved({ ...known, kind, form }));
    } catch (failed) {
      setError(failed);
      setBusy(false);
    }
  };
  const shown = shownOf(kind, known.form);
  return (
    <form
      className="customer-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {known.id === undefined && <Kinds kind={kind} setKind={setKind} />}
      <div className="fields">
        {shown.map((field) =>
          field === 'country' ? (
            <CountryField
              key={field}
              label={words.fields.country}
              code={form.country}
              onChoose={(country) => setForm({ ...form, country })}
            />
          ) : (
            <Field
              key={field}
              label={words.fields[kind === 'contact' && field === 'name' ? 'lastname' : field]}
              error={problem?.at(propertyOf(field, kind)) ?? problem?.at(`${propertyOf(field, kind)}.0`)}
              autoComplete="off"
              value={form[field]}
              onChange={({ target }) => setForm({ ...form, [field]: target.value })}
            />
          ),
        )}
      </div>
      <ErrorMessage error={error} shown={['emails.0', ...shown.map((field) => propertyOf(field, kind))]} />
      <footer>
        <button type="button" className="btn" onClick={onClose}>
          {words.back}
        </button>
        <button type="submit" className="btn primary" disabled={isBusy}>
          {known.id === undefined ? words.makeIt : words.save}
        </button>
      </footer>
    </form>
  );
}

function Kinds({ kind, setKind }: { kind: Kind; setKind: (kind: Kind) => void }) {
  const words = useTranslations('editor').customer;
  return (
    <fieldset className="kinds">
      <legend className="screen-reader-only">{words.kind}</legend>
      {(['organization', 'contact'] as const).map((each) => (
        <label key={each} className="choice">
          <input type="radio" className="check" name="kind" checked={kind === each} onChange={() => setKind(each)} />
          <span>{words.kinds[each]}</span>
        </label>
      ))}
    </fieldset>
  );
}

const shownOf = (kind: Kind, before: Form): readonly (typeof fields)[number][] =>
  fields.filter((field) =>
    isUnusualAddress(field)
      ? before[field] !== ''
      : kind === 'organization'
        ? field !== 'firstname'
        : field !== 'siret' && field !== 'vatNumber',
  );

const propertyOf = (field: (typeof fields)[number], kind: Kind): string => {
  if (field === 'name' && kind === 'contact') return 'lastname';
  return ADDRESS_PARTS.some((part) => part === field) ? `billingAddress.${field}` : field;
};

async function saved({ kind, id, version, form }: KnownCustomer): Promise<FoundCustomer> {
  const { name, firstname, siret, vatNumber } = form;
  const billingAddress = addressOf(form);
  const emails = form.emails.split(/[,;\s]+/).filter((email) => email !== '');
  const common = { emails, ...(billingAddress && { billingAddress }) };
  if (kind === 'contact') {
    const body = { firstname, lastname: name, ...common };
    const made = id
      ? await call('update-contact', { contactId: id, body }, { version })
      : await call('create-contact', { body });
    return { id: made.id, name: `${made.firstname} ${made.lastname}`.trim() };
  }
  const body = { name, siret, vatNumber, ...common };
  const made = id
    ? await call('update-organization', { organizationId: id, body }, { version })
    : await call('create-organization', { body });
  return { id: made.id, name: made.name };
}
