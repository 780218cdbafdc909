import { Link } from '@tanstack/react-router';
import { type Column, DataTable } from '../app/components/data-table.tsx';
import { Loading } from '../app/components/loading.tsx';
import { Section } from '../app/components/section.tsx';
import { Day } from '../app/formats/dates.tsx';
import { Money } from '../app/formats/money.tsx';
import { useSession } from '../app/session/session.ts';
import { useColumns } from '../billing/lists/columns.tsx';
import { type ListName, registers } from '../billing/lists/list-definitions.ts';
import type { Listed } from '../billing/lists/list-row.ts';
import { useDocuments } from '../billing/lists/use-documents.ts';
import { useOperation } from '../client/use-query.ts';
import { useTranslations } from '../locales/language.ts';
import type { Kind } from './customer-form.ts';
import { CustomerMails } from './customer-mails.tsx';
import type { CustomerSearch } from './customer-url.ts';
import { CustomerDocumentGroups } from './related-documents.tsx';

/** Documents of a customer by group, then the latest ones; or payments, or emails. */
export function CustomerDocuments({ id, kind, vue }: { id: string; kind: Kind; vue: CustomerSearch['vue'] }) {
  const words = useTranslations('customers').page;
  if (vue === 'paiements') return <Payments id={id} />;
  if (vue === 'e-mails') return <CustomerMails id={id} />;
  return (
    <>
      <CustomerDocumentGroups id={id} kind={kind} />
      <Documents id={id} kind={kind} register="estimates" all={words.allEstimates} />
      <Documents id={id} kind={kind} register="invoices" all={words.allInvoices} />
    </>
  );
}

function Documents({ id, kind, register, all }: { id: string; kind: Kind; register: ListName; all: string }) {
  const words = useTranslations('lists');
  const own = useTranslations('customers').page;
  const { mode } = useSession();
  const who = kind === 'person' ? { customerId: id } : { organizationId: id };
  const { data, isPending } = useDocuments(
    { ...who, test: mode === 'test', type: registers[register].types },
    { by: 'emittedAt', direction: 'DESC' },
  );
  const columns = useColumns(register).filter(({ name }) => name !== 'customer' && name !== 'emitted');
  const rows = data?.pages[0]?.rows.slice(0, LATEST) ?? [];
  const search = { ...(kind === 'person' ? { client: id } : { organisation: id }), archives: 'avec' } as never;
  return (
    <Section
      title={words[register].title}
      aside={
        rows.length > 0 && (
          <Link to={registers[register].to} search={search} className="link push small">
            {all}
          </Link>
        )
      }
    >
      {isPending ? (
        <Loading rows={3} />
      ) : rows.length === 0 ? (
        <p className="quiet">{own.noDocuments}</p>
      ) : (
        <DataTable<Listed>
          caption={words[register].caption}
          columns={columns.map((column) => ({ ...column, ...PLACES[column.name] }))}
          groups={[{ rows }]}
          idOf={(row) => row.id}
          nameOf={(row) => row.number ?? words.draftOf(row.customerName)}
          linkOf={(row) => ({ to: '/documents/$id', params: { id: row.id } })}
          isOff={(row) => row.isCanceled || row.isArchived}
        />
      )}
    </Section>
  );
}

const LATEST = 8;
/** On phones the customer is already known: number, with the subject below. */
const PLACES: Readonly<Record<string, { narrowPlace: 'first-line-start' | 'second-line-start' }>> = {
  number: { narrowPlace: 'first-line-start' },
  subject: { narrowPlace: 'second-line-start' },
};

function Payments({ id }: { id: string }) {
  const words = useTranslations('customers').page;
  const { mode } = useSession();
  const { heads, methods } = useTranslations('payments');
  const { data } = useOperation('get-payments-of-account', {
    query: { customerId: id, test: mode === 'test', limit: LATEST },
  });
  type Row = NonNullable<typeof data>['docs'][number];
  const columns: readonly Column<Row>[] = [
    {
      name: 'number',
      head: heads.document,
      cell: ({ number }) => number,
      isLink: true,
      narrowPlace: 'first-line-start',
    },
    {
      name: 'on',
      head: heads.receivedOn,
      cell: ({ receivedOn }) => <Day date={receivedOn} />,
      isFigure: true,
      narrowPlace: 'second-line-start',
    },
    {
      name: 'method',
      head: heads.method,
      cell: ({ method }) => methods[method],
      className: 'truncated quiet',
      narrowPlace: 'second-line-end',
    },
    {
      name: 'amount',
      head: heads.amount,
      cell: ({ amount, currency }) => <Money cents={amount} currency={currency} />,
      isFigure: true,
      narrowPlace: 'first-line-end',
    },
  ];
  return (
    <Section title={words.payments}>
      {data && data.docs.length === 0 && <p className="quiet">{words.noPayments}</p>}
      {data && data.docs.length > 0 && (
        <DataTable<Row>
          caption={words.payments}
          columns={columns}
          groups={[{ rows: data.docs }]}
          idOf={(row) => row.id}
          nameOf={({ number }) => number}
          linkOf={({ billingId }) => ({ to: '/documents/$id', params: { id: billingId } })}
        />
      )}
    </Section>
  );
}
