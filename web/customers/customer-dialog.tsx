import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../app/components/dialog.tsx';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { toast } from '../app/components/toasts.tsx';
import { useAction } from '../app/use-action.ts';
import { useTranslations } from '../locales/language.ts';
import { CustomerFields, SHOWN } from './customer-fields.tsx';
import { blank, create, type Kind } from './customer-form.ts';

/** Creates a customer, then opens their page. */
export function NewCustomer({ onClose }: { onClose: () => void }) {
  const words = useTranslations('customers');
  const navigate = useNavigate();
  const refresh = useRefreshCustomers();
  const [kind, setKind] = useState<Kind>('organization');
  const [typed, type] = useState(blank);
  const act = useAction(async () => {
    const id = await create(kind, typed);
    await refresh();
    toast(words.created(kind === 'organization' ? typed.name : `${typed.firstname} ${typed.lastname}`.trim()));
    await navigate({ to: '/clients/$id', params: { id }, search: kind === 'person' ? { est: 'personne' } : {} });
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void act.run();
  };
  return (
    <Dialog title={words.new} onClose={onClose} wide>
      <form className="fields" onSubmit={submit} noValidate>
        <fieldset className="segmented-fieldset">
          <legend className="screen-reader-only">{words.form.kind}</legend>
          <span className="segmented-control">
            {(['organization', 'person'] as const).map((each) => (
              <button key={each} type="button" aria-pressed={kind === each} onClick={() => setKind(each)}>
                {words.form[each]}
              </button>
            ))}
          </span>
        </fieldset>
        <CustomerFields kind={kind} typed={typed} problem={act.problem} onType={type} />
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

/** Invalidates all customer queries. */
export function useRefreshCustomers(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      ['list-organizations', 'list-contacts', 'get-organization', 'get-contact', 'list-organization-contacts'].map(
        (name) => queries.invalidateQueries({ queryKey: [name] }),
      ),
    );
}
