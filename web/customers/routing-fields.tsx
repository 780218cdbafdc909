import { type ComponentProps, useId, useState } from 'react';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Field } from '../app/components/field.tsx';
import { Options } from '../app/components/select-options.tsx';
import { useAction } from '../app/use-action.ts';
import { type Answer, call } from '../client/call.ts';
import { useTranslations } from '../locales/language.ts';
import { REFERENCES, type Typed } from './customer-form.ts';

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
  const { routing: words, requiredReferences } = useTranslations('customers').form;
  const [isOpen, setOpen] = useState(typed.electronicAddress !== '' || typed.requiredReferences !== '');
  const id = useId();
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
        <div className="field">
          <label htmlFor={id}>{requiredReferences}</label>
          <select
            id={id}
            className="input"
            value={typed.requiredReferences}
            onChange={({ target }) => onType({ ...typed, requiredReferences: target.value })}
          >
            <Options
              options={[
                { value: '', text: words.none },
                ...REFERENCES.map((value) => ({ value, text: words.references[value] })),
              ]}
            />
          </select>
        </div>
      </div>
    </details>
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
