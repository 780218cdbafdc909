import { useState } from 'react';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { useAction } from '../app/use-action.ts';
import { type Answer, call } from '../client/call.ts';
import { useTranslations } from '../locales/language.ts';
import type { Typed } from './customer-form.ts';

type Found = Answer<'search-companies'>;
type Company = Found['companies'][number];

/** Searches companies by the name or the SIRET of the form, and fills it in from the chosen one. */
export function CompanySearch({ typed, onType }: { typed: Typed; onType: (typed: Typed) => void }) {
  const words = useTranslations('customers').form.company;
  const [found, setFound] = useState<Found>();
  const search = typed.name.trim() || typed.siret.trim();
  const act = useAction(async () => {
    setFound(undefined);
    setFound(await call('search-companies', { query: { search } }));
  });
  const choose = (company: Company): void => {
    setFound(undefined);
    onType(filledFrom(typed, company));
  };
  return (
    <div className="search-here">
      <button
        type="button"
        className="btn"
        aria-disabled={act.isRunning || search === ''}
        onClick={() => {
          if (search !== '') void act.run();
        }}
      >
        {words.search}
      </button>
      <p className="hint">{words.hint}</p>
      <ErrorMessage error={act.error} />
      <div role="status">{found?.companies.length === 0 && <p>{words.none}</p>}</div>
      {found && found.companies.length > 0 && (
        <ul className="found-list" aria-label={words.results}>
          {found.companies.map((company) => (
            <li key={company.siret ?? company.siren}>
              <button type="button" onClick={() => choose(company)}>
                <span>{company.name}</span>
                <span className="quiet small">
                  {[company.siret ?? company.siren, company.address?.city, !company.isActive && words.closed]
                    .filter(Boolean)
                    .join(', ')}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {found?.hasMore && <p className="hint">{words.hasMore}</p>}
    </div>
  );
}

/** The form with what the register says. */
const filledFrom = (typed: Typed, { name, commercialName, siret, vatNumber, address }: Company): Typed => ({
  ...typed,
  name,
  commercialName: commercialName ?? typed.commercialName,
  siret: siret ?? typed.siret,
  vatNumber,
  // Those of another business.
  ...{ electronicAddress: '', requiredReferences: '' },
  ...(address && { ...address, complement: '', state: '' }),
});
