import { Link } from '@tanstack/react-router';
import { type Billing, customerName } from './document-queries.ts';

/** A sentence with the customer's name, which links to the customer. */
export function CustomerMention({ of, said }: { of: Pick<Billing, 'customer'>; said: (who: string) => string }) {
  const who = customerName(of);
  const sentence = said(who);
  const at = sentence.indexOf(who);
  if (who === '' || at < 0) return sentence;
  const { customer } = of;
  const isPerson = !customer.parent && customer.firstname !== undefined;
  return (
    <>
      {sentence.slice(0, at)}
      <Link
        to="/clients/$id"
        params={{ id: customer.parent?.id ?? customer.id }}
        search={isPerson ? { est: 'personne' } : {}}
        className="link"
      >
        {who}
      </Link>
      {sentence.slice(at + who.length)}
    </>
  );
}
