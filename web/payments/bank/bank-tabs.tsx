import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useOperation } from '../../client/use-query.ts';
import { useTranslations } from '../../locales/language.ts';
import type { BankSearch } from './bank-url.ts';

/** Tabs and account filter of the bank screen, both stored in the address. */
export function Views() {
  const { views, viewsLabel } = useTranslations('bank');
  const { compte } = useSearch({ strict: false }) as BankSearch;
  const all = [
    [undefined, views.confirm],
    ['restants', views.left],
    ['depenses', views.debits],
    ['rapproches', views.matched],
    ['releves', views.statements],
  ] as const;
  return (
    <div className="bank-narrowed">
      <nav className="segmented-control bank-views" aria-label={viewsLabel}>
        {all.map(([vue, name]) => (
          <Link
            key={name}
            to="/paiements/banque"
            search={{ ...(vue && { vue }), ...(compte !== undefined && { compte }) }}
            replace
            resetScroll={false}
            activeOptions={{ exact: true }}
          >
            {name}
          </Link>
        ))}
      </nav>
      <OfAccount />
    </div>
  );
}

/** Account select, hidden if there is only one. */
function OfAccount() {
  const words = useTranslations('bank');
  const search = useSearch({ strict: false }) as BankSearch;
  const navigate = useNavigate();
  const { data } = useOperation('list-bank-accounts', {});
  const { vue, compte } = search;
  const choose = (id: string | undefined): void =>
    void navigate({
      to: '/paiements/banque',
      search: { ...(vue && { vue }), ...(id && { compte: id }) },
      replace: true,
      resetScroll: false,
    });
  // If the last statement of the selected account is removed, all accounts are shown.
  const isGone = data !== undefined && compte !== undefined && data.bankAccounts.every(({ id }) => id !== compte);
  useEffect(() => {
    if (isGone) choose(undefined);
  });
  if (!data || data.bankAccounts.length < 2) return null;
  return (
    <select
      className="input pick"
      aria-label={words.ofAccount}
      value={compte ?? ''}
      onChange={({ target }) => choose(target.value)}
    >
      <option value="">{words.anyAccount}</option>
      {data.bankAccounts.map(({ id, iban, number, currency }) => (
        <option key={id} value={id}>
          {iban ?? number ?? currency}
        </option>
      ))}
    </select>
  );
}
