import { DataTable } from '../app/components/data-table.tsx';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Section } from '../app/components/section.tsx';
import { type Listed, listed } from '../billing/lists/list-row.ts';
import type { Asked } from '../client/call.ts';
import { useOperation } from '../client/use-query.ts';
import { useTranslations } from '../locales/language.ts';
import { usePaymentColumns } from './payment-columns.tsx';

type Filter = NonNullable<Asked<'get-payments-totals'>['query']>;

/** Number of refunds shown; the totals count all of them. */
const SHOWN = 100;
/** Earlier than any refund. */
const FIRST_DAY = '1970-01-02';

/** Credit notes refunded in the period of the payments above, deducted from collected turnover. */
export function Refunds({ filter }: { filter: Filter }) {
  const words = useTranslations('payments');
  const { method, from, to, ...same } = filter;
  const { data, error } = useOperation(
    'get-billing-rows',
    {
      query: {
        ...same,
        type: ['asset'],
        rangeType: 'refundAt',
        range: [from ?? FIRST_DAY, ...(to === undefined ? [] : [to])],
        limit: SHOWN,
      },
    },
    { enabled: method === undefined },
  );
  const columns = usePaymentColumns<Listed>({
    head: words.refunds.on,
    on: ({ refundedOn }) => refundedOn,
    cents: ({ total }) => total,
  });
  // A refund has no method: hidden when filtering by method.
  if (method !== undefined) return null;
  const rows = (data?.docs ?? []).map(listed);
  if (rows.length === 0) return <ErrorMessage error={error} />;
  return (
    <Section title={words.refunds.title(data?.totalDocs ?? 0)}>
      <DataTable<Listed>
        caption={words.refunds.caption}
        columns={[columns.on, columns.customer, columns.document, columns.amount]}
        groups={[{ rows }]}
        idOf={({ id }) => id}
        nameOf={({ number = '' }) => number}
        linkOf={({ id }) => ({ to: '/documents/$id', params: { id } })}
      />
    </Section>
  );
}
