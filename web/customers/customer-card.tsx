import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../app/components/dialog.tsx';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { toast } from '../app/components/toasts.tsx';
import { Money } from '../app/formats/money.tsx';
import { useSession } from '../app/session/session.ts';
import { useAction } from '../app/use-action.ts';
import { call, callWithVersion } from '../client/call.ts';
import { useOperation } from '../client/use-query.ts';
import { useTranslations } from '../locales/language.ts';
import { AgencyRegistration } from '../payments/agency/agency-registration.tsx';
import { useRefreshCustomers } from './customer-dialog.tsx';
import { CustomerFields, SHOWN } from './customer-fields.tsx';
import { blank, type Contact, change, type Kind, type Organization, typedOf, writeContact } from './customer-form.ts';

/** Details of a customer, editable in place. */
export function CustomerCard({ customer, kind }: { customer: Organization | Contact; kind: Kind }) {
  const words = useTranslations('customers').page;
  const { may } = useSession();
  const [isEdited, edit] = useState(false);
  if (isEdited) return <Edited id={customer.id} kind={kind} onClose={() => edit(false)} />;
  const { billingAddress: at, emails, phone, notes } = customer;
  const lines = at
    ? [at.address, at.complement, at.state, [at.zipCode, at.city].filter(Boolean).join(' ')].filter(Boolean)
    : [];
  return (
    <aside aria-label={words.aside}>
      <section>
        <h2>{words.billing}</h2>
        {lines.length === 0 && <p>{words.noAddress}</p>}
        <p>
          {lines.map((line) => (
            <span key={line} className="line">
              {line}
            </span>
          ))}
          {emails.map((email) => (
            <a key={email} href={`mailto:${email}`} className="line link">
              {email}
            </a>
          ))}
          {phone && <span className="line">{phone}</span>}
        </p>
        {may('customers:write') && (
          <button type="button" className="section-action" onClick={() => edit(true)}>
            {words.edit}
          </button>
        )}
      </section>
      {'name' in customer ? <Contacts organization={customer} /> : <OrganizationOf contact={customer} />}
      {kind === 'person' && <AgencyRegistration id={customer.id} />}
      {'name' in customer && <Identity organization={customer} />}
      {may('billing:read') && <KeptMoney customerId={customer.id} />}
      {notes && (
        <section>
          <h2>{words.notes}</h2>
          <p>{notes}</p>
        </section>
      )}
    </aside>
  );
}

function Identity({
  organization: { siret, vatNumber, electronicAddress, platformSending },
}: {
  organization: Organization;
}) {
  const words = useTranslations('customers');
  if (!siret && !vatNumber && !electronicAddress && !platformSending) return null;
  return (
    <section>
      <h2>{words.page.identity}</h2>
      <dl className="pairs">
        {siret && (
          <>
            <dt>{words.form.siret}</dt>
            <dd>{siret.replace(/(\d{3})(\d{3})(\d{3})(\d{5})/, '$1\u00a0$2\u00a0$3\u00a0$4')}</dd>
          </>
        )}
        {vatNumber && (
          <>
            <dt>{words.form.vatNumber}</dt>
            <dd>{vatNumber}</dd>
          </>
        )}
        {electronicAddress && (
          <>
            <dt>{words.form.electronicAddress}</dt>
            <dd className="long-word">{electronicAddress}</dd>
          </>
        )}
        {platformSending && (
          <>
            <dt>{words.form.platformSending}</dt>
            <dd>{words.form.routing.sendings[platformSending]}</dd>
          </>
        )}
      </dl>
    </section>
  );
}

/** Overpayments of the customer, with a link to apply or return them. */
function KeptMoney({ customerId }: { customerId: string }) {
  const words = useTranslations('customers').page;
  const { data } = useOperation('list-online-payments', { query: { unapplied: true, customerId } });
  if (!data || data.totalDocs === 0) return null;
  return (
    <section>
      <h2>{words.kept}</h2>
      {data.totals.map(({ currency, unappliedAmount }) => (
        <p key={currency}>
          <Money cents={unappliedAmount} currency={currency} />
        </p>
      ))}
      <Link to="/paiements/en-ligne" className="section-action">
        {words.useKept}
      </Link>
    </section>
  );
}

function OrganizationOf({ contact: { organization } }: { contact: Contact }) {
  const words = useTranslations('customers').page;
  if (!organization) return null;
  return (
    <section>
      <h2>{words.of}</h2>
      <p>
        <Link to="/clients/$id" params={{ id: organization.id }} className="link">
          {organization.name}
        </Link>
      </p>
    </section>
  );
}

/** The contacts of an organization, and the default recipient of its documents. */
function Contacts({ organization: { id } }: { organization: Organization }) {
  const words = useTranslations('customers').page;
  const { may } = useSession();
  const refresh = useRefreshCustomers();
  const [open, setOpen] = useState<{ contactId?: string }>();
  const { data = [] } = useOperation('list-organization-contacts', { organizationId: id });
  const act = useAction(async (defaultContactId: string) => {
    await call('set-default-contact', { organizationId: id, body: { defaultContactId } });
    await refresh();
  });
  return (
    <section>
      <h2>{words.contacts}</h2>
      <ul>
        {data.map((contact) => (
          <li key={contact.id} className="who-line">
            <span>
              <Link to="/clients/$id" params={{ id: contact.id }} search={{ est: 'personne' } as never}>
                {contact.fullname}
              </Link>
              <br />
              <span className="quiet">{contact.emails[0]}</span>
            </span>
            {contact.defaultContact ? (
              <span className="tag">{words.byDefault}</span>
            ) : (
              may('customers:write') && (
                <button type="button" className="section-action" onClick={() => void act.run(contact.id)}>
                  {words.makeDefault}
                </button>
              )
            )}
          </li>
        ))}
      </ul>
      <ErrorMessage error={act.error} />
      {may('customers:write') && (
        <button type="button" className="section-action" onClick={() => setOpen({})}>
          {words.add}
        </button>
      )}
      {open && <NewContact organizationId={id} onClose={() => setOpen(undefined)} />}
    </section>
  );
}

function NewContact({ organizationId, onClose }: { organizationId: string; onClose: () => void }) {
  const words = useTranslations('customers');
  const refresh = useRefreshCustomers();
  const [typed, type] = useState(blank);
  const [isDefault, setDefault] = useState(false);
  const act = useAction(async () => {
    await writeContact(organizationId, undefined, typed, isDefault);
    await refresh();
    onClose();
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void act.run();
  };
  return (
    <Dialog title={words.newContact} onClose={onClose}>
      <form className="fields" onSubmit={submit} noValidate>
        <CustomerFields kind="person" typed={typed} problem={act.problem} hasAddress={false} onType={type} />
        <label className="choice">
          <input
            type="checkbox"
            className="check"
            checked={isDefault}
            onChange={({ target }) => setDefault(target.checked)}
          />
          {words.form.isDefault}
        </label>
        <ErrorMessage error={act.error} shown={SHOWN} />
        <footer>
          <button type="button" className="btn quiet" onClick={onClose}>
            {words.form.cancel}
          </button>
          <button type="submit" className="btn primary" aria-disabled={act.isRunning}>
            {words.form.create}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

/** The card as a form. Changes by other users are not overwritten. */
function Edited({ id, kind, onClose }: { id: string; kind: Kind; onClose: () => void }) {
  const words = useTranslations('customers');
  const refresh = useRefreshCustomers();
  const [read, setRead] = useState<{ typed: ReturnType<typeof typedOf>; version: string | undefined }>();
  const reading = useAction(async () => {
    const { answer, version } =
      kind === 'organization'
        ? await callWithVersion('get-organization', { organizationId: id })
        : await callWithVersion('get-contact', { contactId: id });
    setRead({ typed: typedOf(answer), version });
  });
  const act = useAction(async () => {
    if (!read) return;
    await change(kind, id, read.typed, read.version);
    await refresh();
    toast(words.saved);
    onClose();
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void act.run();
  };
  if (!read && !reading.isRunning && !reading.error) void reading.run();
  return (
    <aside aria-label={words.page.aside}>
      <ErrorMessage error={reading.error} />
      {read && (
        <form className="fields" onSubmit={submit} noValidate>
          <CustomerFields
            kind={kind}
            typed={read.typed}
            problem={act.problem}
            onType={(typed) => setRead({ ...read, typed })}
          />
          <ErrorMessage error={act.error} shown={SHOWN} />
          <p className="buttons-row">
            <button type="submit" className="btn primary" aria-disabled={act.isRunning}>
              {words.form.save}
            </button>
            <button type="button" className="btn quiet" onClick={onClose}>
              {words.form.cancel}
            </button>
          </p>
        </form>
      )}
    </aside>
  );
}
