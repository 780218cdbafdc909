import { Link } from '@tanstack/react-router';
import { useAnswer } from '../client/use-answer.ts';
import { IconInfoCircle } from '../ground/icons.tsx';
import { Money } from '../ground/money.tsx';
import { useWords } from '../words/language.ts';

/** Money of customers that no document could take: it stays in sight until it is given back. */
export function Apart() {
  const words = useWords('payments').online.apart;
  const { data } = useAnswer('list-online-payments', { query: { unapplied: true } });
  if (!data || data.onlinePayments.length === 0) return null;
  return (
    <section className="notice warn apart" aria-label={words.title}>
      <IconInfoCircle />
      <div>
        <p>
          <b>{words.title}</b>
          <br />
          {words.said}
        </p>
        <ul>
          {data.onlinePayments.map(({ id, billingId, number, customerName, unappliedAmount, currency }) => (
            <li key={id}>
              <Money cents={unappliedAmount} currency={currency} /> · {customerName} ·{' '}
              <Link to="/documents/$id" params={{ id: billingId }}>
                {number}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
