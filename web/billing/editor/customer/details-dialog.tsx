import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Dialog } from '../../../app/components/dialog.tsx';
import { Loading } from '../../../app/components/loading.tsx';
import { callWithVersion } from '../../../client/call.ts';
import { parseAddress } from '../../../customers/parse-address.ts';
import { useTranslations } from '../../../locales/language.ts';
import { useEditor } from '../context.ts';
import { CustomerForm, emptyForm, type KnownCustomer } from './form.tsx';

/**
 * Completes the missing details of the document's customer. The draft always shows the current
 * customer.
 */
export function CustomerDetails({ close }: { close: () => void }) {
  const { document, saving } = useEditor();
  const words = useTranslations('editor').customer;
  const queries = useQueryClient();
  const { organizationId, id } = document.customer;
  const known = useQuery({
    queryKey: ['customer-of-document', organizationId ?? id],
    queryFn: () => (organizationId ? organization(organizationId) : contact(id)),
    staleTime: 0,
    gcTime: 0,
  });
  const done = async (): Promise<void> => {
    close();
    await Promise.all([saving.refresh(), queries.invalidateQueries({ queryKey: ['customers'] })]);
  };
  return (
    <Dialog title={words.details} onClose={close}>
      {known.data ? (
        <CustomerForm known={known.data} onDone={() => void done()} onClose={close} />
      ) : (
        <Loading rows={4} />
      )}
    </Dialog>
  );
}

async function organization(organizationId: string): Promise<KnownCustomer> {
  const { answer, version } = await callWithVersion('get-organization', { organizationId });
  const { name, siret, vatNumber, emails, billingAddress } = answer;
  const form = { ...emptyForm(name), siret, vatNumber, emails: emails.join(', '), ...parseAddress(billingAddress) };
  return { kind: 'organization', id: organizationId, version, form };
}

async function contact(contactId: string): Promise<KnownCustomer> {
  const { answer, version } = await callWithVersion('get-contact', { contactId });
  const { firstname, lastname, emails, billingAddress } = answer;
  const form = { ...emptyForm(lastname), firstname, emails: emails.join(', '), ...parseAddress(billingAddress) };
  return { kind: 'contact', id: contactId, version, form };
}
