import { Link } from '@tanstack/react-router';
import { type Billing, customerName } from './document-queries.ts';

/** A sentence with the customer's name, which links to the customer. */
export function CustomerMention({
  billing,
  sentence,
}: {
  billing: Pick<Billing, 'customer'>;
  sentence: (who: string) => string;
}) {
  const who = customerName(billing);
  const text = sentence(who);
  const at = text.indexOf(who);
  if (who === '' || at < 0) return text;
  const { customer } = billing;
  const isPerson = !customer.parent && customer.firstname !== undefined;
  return (
    <>
      {text.slice(0, at)}
      <Link
        to="/clients/$id"
        params={{ id: customer.parent?.id ?? customer.id }}
        search={isPerson ? { est: 'personne' } : {}}
        className="link"
      >
        {who}
      </Link>
      {text.slice(at + who.length)}
    </>
  );
}
