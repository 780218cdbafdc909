import { type ComponentProps, useId, useState } from 'react';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Field } from '../app/components/field.tsx';
import { Options } from '../app/components/select-options.tsx';
import { useAction } from '../app/use-action.ts';
import { type Answer, call } from '../client/call.ts';
import { useTranslations } from '../locales/language.ts';
import { REFERENCES, SENDINGS, type Typed } from './customer-form.ts';

/** A form with one of them filled in shows them. */
const ROUTING = ['electronicAddress', 'requiredReferences', 'platformSending'] as const;
type Found = Answer<'search-directory'>;

/**
 * Where electronic invoices go, and what a public body requires on them: folded unless it differs
 * from the SIREN.
 */
export function RoutingFields({
  typed,
  address,
  onType,
}: {
  typed: Typed;
  address: ComponentProps<typeof Field>;
  onType: (typed: Typed) => void;
}) {
  const { routing: words, requiredReferences, platformSending } = useTranslations('customers').form;
  const [isOpen, setOpen] = useState(ROUTING.some((name) => typed[name] !== ''));
  return (
    <details
      className="routing"
      open={isOpen || address.error !== undefined}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{words.title}</summary>
      <div className="fields">
        {typed.country === 'FR' ? <DirectoryPicker typed={typed} onType={onType} /> : <p>{words.foreign}</p>}
        <Field {...address} hint={words.addressHint} autoComplete="off" spellCheck={false} />
        <Choice
          label={requiredReferences}
          value={typed.requiredReferences}
          options={[
            { value: '', text: words.none },
            ...REFERENCES.map((value) => ({ value, text: words.references[value] })),
          ]}
          choose={(value) => onType({ ...typed, requiredReferences: value })}
        />
        <Choice
          label={platformSending}
          value={typed.platformSending}
          options={[
            { value: '', text: words.accountSending },
            ...SENDINGS.map((value) => ({ value, text: words.sendings[value] })),
          ]}
          choose={(value) => onType({ ...typed, platformSending: value })}
        />
      </div>
    </details>
  );
}

type OfChoice = { label: string; value: string; choose: (value: string) => void } & ComponentProps<typeof Options>;

function Choice({ label, value, options, choose }: OfChoice) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="input" value={value} onChange={({ target }) => choose(target.value)}>
        <Options options={options} />
      </select>
    </div>
  );
}

/** Searches the directory by the SIRET of the form, and takes over the chosen line. */
function DirectoryPicker({ typed, onType }: { typed: Typed; onType: (typed: Typed) => void }) {
  const words = useTranslations('customers').form.routing;
  const [found, setFound] = useState<Found>();
  const number = typed.siret.replace(/\s/g, '');
  const act = useAction(async () => {
    setFound(undefined);
    // All lines of the business: an establishment may receive its invoices at another address.
    setFound(await call('search-directory', { query: { number: number.slice(0, SIREN_DIGITS) } }));
  });
  const choose = ({ electronicAddress, requiredReferences }: Found['lines'][number]): void =>
    onType({
      ...typed,
      electronicAddress: electronicAddress === number.slice(0, SIREN_DIGITS) ? '' : electronicAddress,
      requiredReferences: requiredReferences ?? '',
    });
  if (number === '') return <p className="hint">{words.siretFirst}</p>;
  return (
    <div className="search-here">
      <button type="button" className="btn" aria-disabled={act.isRunning} onClick={() => void act.run()}>
        {words.search}
      </button>
      <ErrorMessage error={act.error} />
      <div role="status">
        {found && found.reachability !== 'reachable' && <p>{words.unreachable[found.reachability]}</p>}
        {found && found.reachability === 'reachable' && <p className="hint">{words.choose(found.companyName)}</p>}
        {found?.hasMore && <p className="hint">{words.hasMore}</p>}
      </div>
      {found && found.lines.length > 0 && (
        <ul className="found-list">
          {found.lines.map((line) => (
            <li key={line.electronicAddress}>
              <button type="button" onClick={() => choose(line)}>
                <span className="long-word">{line.electronicAddress}</span>
                <span className="quiet small">
                  {[line.establishmentName, line.routingCodeName].filter(Boolean).join(', ') || words.wholeBusiness}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const SIREN_DIGITS = 9;
