import { useState } from 'react';
import { type Column, DataTable, type Sorted } from '../../../web/app/components/data-table.tsx';
import { EmptyState } from '../../../web/app/components/empty-state.tsx';
import { PagedList } from '../../../web/app/components/paged-list.tsx';
import { SearchField } from '../../../web/app/components/search-field.tsx';
import { Status } from '../../../web/app/components/status.tsx';
import { Money } from '../../../web/app/formats/money.tsx';
import { CustomerViews } from '../../../web/customers/customer-tabs.tsx';
import { type Parts, Reported } from './part.tsx';

type Row = { readonly id: string; readonly customer: string; readonly cents: number; readonly isLate: boolean };

const rows: readonly Row[] = [
  { id: 'F-2026-0070', customer: 'Boulangerie Lemaire', cents: 120_000, isLate: true },
  { id: 'F-2026-0071', customer: 'Atelier Nord', cents: 45_000, isLate: false },
];

const columns: readonly Column<Row>[] = [
  { name: 'customer', head: 'Client', cell: ({ customer }) => customer, isLink: true, narrowPlace: 'first-line-start' },
  { name: 'subject', head: 'Objet', cell: () => 'Pose', hiddenBelow: '70rem' },
  {
    name: 'state',
    head: 'État',
    cell: ({ isLate }) => <Status state={isLate ? 'late' : 'sent'}>{isLate ? 'En retard' : 'Envoyée'}</Status>,
    narrowPlace: 'second-line-end',
  },
  {
    name: 'amount',
    head: 'Montant',
    cell: ({ cents }) => <Money cents={cents} />,
    isFigure: true,
    sort: 'amount',
    narrowPlace: 'first-line-end',
  },
];

/** A list of one page, or of none. */
const listed = (docs: readonly string[], hasNextPage = false) => ({
  data: { pages: [{ docs }] },
  error: undefined,
  hasNextPage,
});

export const listParts: Parts = {
  DataTable: () => {
    const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
    const [sorted, setSorted] = useState<Sorted>({ by: 'amount', direction: 'desc' });
    return (
      <>
        <DataTable
          caption="Factures"
          columns={columns}
          groups={[{ title: 'Novembre 2026', sum: <Money cents={165_000} />, rows }]}
          idOf={({ id }) => id}
          nameOf={({ id }) => id}
          linkOf={({ id }) => ({ to: `/documents/${id}` }) as never}
          ticked={ticked}
          onTick={setTicked}
          sorted={sorted}
          onSort={setSorted}
          bulk={<button type="button">Finaliser</button>}
        />
        <Reported value={{ ticked: [...ticked], ...sorted }} />
      </>
    );
  },

  EmptyState: () => (
    <EmptyState
      title="Votre première facture"
      description="Elle apparaît ici."
      columns={[
        { head: 'Client', ghost: 'Boulangerie Lemaire' },
        { head: 'Montant', ghost: '450,00 €', isFigure: true },
      ]}
      actions={<button type="button">Créer une facture</button>}
    />
  ),

  PagedList: () => {
    const [docs, setDocs] = useState<readonly string[]>(['Clé 1']);
    const list = {
      ...listed(docs, docs.length < 2),
      fetchNextPage: async () => setDocs(['Clé 1', 'Clé 2']),
    };
    return (
      <PagedList listed={list} emptyText="Aucune clé.">
        {(found) => (
          <ul>
            {found.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        )}
      </PagedList>
    );
  },
  EmptyPagedList: () => (
    <PagedList listed={{ ...listed([]), fetchNextPage: async () => {} }} emptyText="Aucune clé.">
      {() => <ul />}
    </PagedList>
  ),

  SearchField: () => {
    const [words, setWords] = useState<readonly string[]>([]);
    return (
      <>
        <SearchField value="" label="Rechercher une facture" onSearch={(text) => setWords([...words, text])} />
        <Reported value={words} />
      </>
    );
  },

  Tabs: () => {
    const [search, setSearch] = useState<'paiements'>();
    return (
      <>
        <CustomerViews id="1" search={search ? { vue: search } : {}} />
        <button type="button" onClick={() => setSearch('paiements')}>
          Paiements du client
        </button>
      </>
    );
  },
};
