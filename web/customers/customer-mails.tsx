import { type Column, DataTable } from '../app/components/data-table.tsx';
import { Section } from '../app/components/section.tsx';
import { Status } from '../app/components/status.tsx';
import { Moment } from '../app/formats/dates.tsx';
import { useOperation } from '../client/use-query.ts';
import { useTranslations } from '../locales/language.ts';
import { mailStatusDots } from '../mail/mail-status-dots.ts';

/** Number of latest emails shown. */
const LATEST = 8;

/** The latest emails to a customer, each with a link to its document. */
export function CustomerMails({ id }: { id: string }) {
  const words = useTranslations('customers').page.mails;
  const { states } = useTranslations('finalized').mails;
  const { data } = useOperation('get-customer-emails', { customerId: id, query: { limit: LATEST } });
  type Row = NonNullable<typeof data>['docs'][number];
  const columns: readonly Column<Row>[] = [
    {
      name: 'subject',
      head: words.subject,
      cell: ({ subject }) => subject,
      isLink: true,
      narrowPlace: 'first-line-start',
      className: 'truncated',
    },
    { name: 'to', head: words.to, cell: to, narrowPlace: 'second-line-start', className: 'to-whom quiet' },
    {
      name: 'at',
      head: words.at,
      cell: ({ createdAt }) => <Moment when={createdAt} />,
      isFigure: true,
      narrowPlace: 'second-line-end',
    },
    {
      name: 'state',
      head: words.state,
      cell: ({ state }) => <Status state={mailStatusDots[state]}>{states[state]}</Status>,
      narrowPlace: 'first-line-end',
    },
  ];
  return (
    <Section title={words.title}>
      {data && data.docs.length === 0 && <p className="quiet">{words.none}</p>}
      {data && data.docs.length > 0 && (
        <DataTable<Row>
          caption={words.title}
          columns={columns}
          groups={[{ rows: data.docs }]}
          idOf={(row) => row.id}
          nameOf={({ subject }) => subject}
          linkOf={({ billingId }) => ({ to: '/documents/$id', params: { id: billingId ?? '' } })}
        />
      )}
    </Section>
  );
}

const to = ({ recipients }: { recipients: readonly { email: string }[] }): string =>
  recipients.map(({ email }) => email).join(', ');
