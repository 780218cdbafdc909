import { useTranslations } from '../../../locales/language.ts';
import { useEditor } from '../context.ts';
import type { Billing } from '../draft/draft.ts';

/** Seller and customer. The customer is chosen and completed in place. */
export function SheetParties() {
  return (
    <div className="parties">
      <Seller />
      <Customer />
    </div>
  );
}

function Seller() {
  const { document, company } = useEditor();
  const words = useTranslations('editor').parties;
  const { emitter } = document;
  const address = company?.settings.address;
  return (
    <div className="party">
      <div className="tag-line">{words.seller}</div>
      <b>{emitter.commercialName ?? emitter.name}</b>
      <div>
        {emitter.commercialName && emitter.name !== emitter.commercialName && <div>{emitter.name}</div>}
        <Address address={address} />
      </div>
      <div className="identifiers">
        {emitter.siret && <div>{words.siret(emitter.siret)}</div>}
        {emitter.vatNumber && <div>{words.vatNumber(emitter.vatNumber)}</div>}
      </div>
    </div>
  );
}

function Customer() {
  const { document, open, lacks } = useEditor();
  const words = useTranslations('editor').parties;
  const { customer } = document;
  const isLacking = lacks.has('place-customer');
  const isOrganization = customer.organizationId !== undefined || customer.parent !== undefined;
  const own = customer.parent ?? customer;
  // A document created from another keeps its customer.
  const isFixed = 'parent' in document && document.parent !== undefined;
  return (
    <div className="party to">
      <div className="tag-line">{document.type === 'asset' ? words.credited : words.billed}</div>
      <b>
        {isFixed ? (
          nameOf(customer)
        ) : (
          <button type="button" id="place-customer" className="inline-input fit" onClick={() => open('customer')}>
            {nameOf(customer) || words.choose}
          </button>
        )}
      </b>
      {customer.parent && customer.name !== own.name && <div>{words.attention(customer.name)}</div>}
      <Address address={customer.billingAddress} />
      <div className="identifiers">
        {own.siret ? <div>{words.siret(own.siret)}</div> : own.siren && <div>{words.siren(own.siren)}</div>}
        {own.vatNumber && <div>{words.vatNumber(own.vatNumber)}</div>}
        {customer.id !== '' && (isLacking || isOrganization) && (
          <button
            type="button"
            className={isLacking ? 'inline-input fit missing' : 'link'}
            onClick={() => open('customer-details')}
          >
            {isLacking ? words.complete : words.change}
          </button>
        )}
      </div>
    </div>
  );
}

const nameOf = ({ parent, name }: Billing['customer']): string => parent?.name ?? name;

type AddressShown = { line1?: string; line2?: string | undefined; zipCode?: string; city?: string };

function Address({ address }: { address: AddressShown | undefined }) {
  const { line1, line2, zipCode, city } = address ?? {};
  const lines = [line1, line2, [zipCode, city].filter(Boolean).join(' ')].filter(Boolean);
  return (
    <div>
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </div>
  );
}
