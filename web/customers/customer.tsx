import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Dialog } from '../app/components/dialog.tsx';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Loading } from '../app/components/loading.tsx';
import { Page } from '../app/components/page.tsx';
import { toast } from '../app/components/toasts.tsx';
import { shortDay } from '../app/formats/dates.tsx';
import { IconPlus } from '../app/icons.tsx';
import { useSession } from '../app/session/session.ts';
import { useAction } from '../app/use-action.ts';
import { call } from '../client/call.ts';
import { useOperation } from '../client/use-query.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';
import { CustomerCard } from './customer-card.tsx';
import { useRefreshCustomers } from './customer-dialog.tsx';
import { CustomerDocuments } from './customer-documents.tsx';
import { CustomerFigures } from './customer-figures.tsx';
import type { Contact, Kind, Organization } from './customer-form.ts';
import { CustomerViews } from './customer-tabs.tsx';
import type { CustomerSearch } from './customer-url.ts';
import { StatementDialog } from './statement-dialog.tsx';
import './customers.css';

/** A customer: figures, documents and payments, with details on the side. */
export function Screen() {
  const { id } = useParams({ strict: false }) as { id: string };
  const search = useSearch({ strict: false }) as CustomerSearch;
  const { est } = search;
  const words = useTranslations('customers');
  const organization = useOperation('get-organization', { organizationId: id }, { enabled: est !== 'personne' });
  // A link without the kind of customer may lead to a person.
  const isPerson = est === 'personne' || organization.error !== null;
  const person = useOperation('get-contact', { contactId: id }, { enabled: isPerson });
  const found = isPerson ? person : organization;
  if (found.error) throw found.error;
  if (!found.data)
    return (
      <Page title={words.title}>
        <Loading rows={12} />
      </Page>
    );
  return <Shown customer={found.data} kind={isPerson ? 'person' : 'organization'} search={search} />;
}

const nameOf = (customer: Organization | Contact): string =>
  'name' in customer ? customer.name : `${customer.firstname} ${customer.lastname}`.trim();

type Given = { customer: Organization | Contact; kind: Kind; search: CustomerSearch };

function Shown({ customer, kind, search }: Given) {
  const words = useTranslations('customers').page;
  const language = useLanguage();
  const name = nameOf(customer);
  return (
    <Page
      title={name}
      back={{ to: '/clients', label: words.back }}
      actions={<Actions customer={customer} kind={kind} name={name} />}
    >
      <p className="small quiet">
        {words.since(shortDay(customer.createdAt, language))}
        {customer.archivedAt ? ` · ${words.archived}` : ''}
      </p>
      <CustomerFigures id={customer.id} kind={kind} />
      <CustomerViews id={customer.id} search={search} />
      <div className="person">
        <div>
          <CustomerDocuments id={customer.id} kind={kind} vue={search.vue} />
        </div>
        <CustomerCard customer={customer} kind={kind} />
      </div>
    </Page>
  );
}

function Actions({ customer, kind, name }: { customer: Organization | Contact; kind: Kind; name: string }) {
  const words = useTranslations('customers').page;
  const { may } = useSession();
  const [isAsked, ask] = useState(false);
  const [isTold, tell] = useState(false);
  const { statement } = useTranslations('customers');
  const archiving = useArchiving(customer.id, kind, name);
  const isArchived = Boolean(customer.archivedAt);
  return (
    <>
      <ErrorMessage error={archiving.error} />
      {may('billing:read') && (
        <button type="button" className="btn quiet" onClick={() => tell(true)}>
          {statement.act}
        </button>
      )}
      {isTold && <StatementDialog id={customer.id} onClose={() => tell(false)} />}
      {may('customers:write') && (
        <>
          <button
            type="button"
            className="btn quiet"
            aria-disabled={archiving.isRunning}
            onClick={() => void archiving.run(!isArchived)}
          >
            {isArchived ? words.unarchive : words.archive}
          </button>
          {!customer.hasBillings && (
            <button type="button" className="btn quiet" onClick={() => ask(true)}>
              {words.remove}
            </button>
          )}
        </>
      )}
      {may('billing:write') && !isArchived && (
        <>
          <Link to={'/devis/nouveau' as '/'} search={{ client: customer.id } as never} className="btn wide-only">
            {words.newEstimate}
          </Link>
          <Link to={'/factures/nouvelle' as '/'} search={{ client: customer.id } as never} className="btn primary">
            <IconPlus /> {words.newInvoice}
          </Link>
        </>
      )}
      {isAsked && <Remove id={customer.id} kind={kind} name={name} onClose={() => ask(false)} />}
    </>
  );
}

/** Archives or unarchives the customer, with undo. */
function useArchiving(id: string, kind: Kind, name: string) {
  const words = useTranslations('customers').page;
  const refresh = useRefreshCustomers();
  const set = async (isArchived: boolean): Promise<void> => {
    if (kind === 'organization')
      await call(isArchived ? 'archive-organization' : 'unarchive-organization', { organizationId: id });
    else await call(isArchived ? 'archive-contact' : 'unarchive-contact', { contactId: id });
    await refresh();
  };
  return useAction(async (isArchived: boolean) => {
    await set(isArchived);
    toast(isArchived ? words.archivedNow(name) : words.unarchivedNow(name), {
      label: words.undo,
      run: () => void set(!isArchived),
    });
  });
}

function Remove({ id, kind, name, onClose }: { id: string; kind: Kind; name: string; onClose: () => void }) {
  const words = useTranslations('customers');
  const navigate = useNavigate();
  const refresh = useRefreshCustomers();
  const act = useAction(async () => {
    if (kind === 'organization') await call('delete-organization', { organizationId: id });
    else await call('delete-contact', { contactId: id });
    await navigate({ to: '/clients', search: (kind === 'person' ? { vue: 'personnes' } : {}) as never });
    await refresh();
  });
  return (
    <Dialog
      title={words.page.removeTitle(name)}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="btn quiet" onClick={onClose}>
            {words.form.cancel}
          </button>
          <button type="button" className="btn primary" aria-disabled={act.isRunning} onClick={() => void act.run()}>
            {words.page.remove}
          </button>
        </>
      }
    >
      <p>{words.page.removeSaid}</p>
      <ErrorMessage error={act.error} />
    </Dialog>
  );
}
