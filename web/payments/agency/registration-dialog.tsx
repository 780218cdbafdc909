import { type FormEvent, useState } from 'react';
import { Dialog } from '../../app/components/dialog.tsx';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { Loading } from '../../app/components/loading.tsx';
import { toast } from '../../app/components/toasts.tsx';
import { useSession } from '../../app/session/session.ts';
import { useAction } from '../../app/use-action.ts';
import { type Answer, call } from '../../client/call.ts';
import { useOperation } from '../../client/use-query.ts';
import { useTranslations } from '../../locales/language.ts';
import { RegistrationFields, SHOWN } from './registration-fields.tsx';
import { registrationBody, typedRegistration } from './registration-form.ts';

/** The registration form, prefilled with the customer's details. */
export function RegistrationDialog({
  id,
  onClose,
  onDone,
}: {
  id: string;
  onClose: () => void;
  onDone: () => Promise<unknown>;
}) {
  const words = useTranslations('agency').customer;
  const { data, error } = useOperation('get-agency-registration-draft', { contactId: id });
  return (
    <Dialog title={words.dialog} onClose={onClose} wide>
      <ErrorMessage error={error} />
      {data ? <Form id={id} draft={data} onClose={onClose} onDone={onDone} /> : <Loading rows={6} />}
    </Dialog>
  );
}

type OfForm = {
  id: string;
  draft: Answer<'get-agency-registration-draft'>;
  onClose: () => void;
  onDone: () => Promise<unknown>;
};

function Form({ id, draft, onClose, onDone }: OfForm) {
  const words = useTranslations('agency').customer;
  const { mode } = useSession();
  const [typed, type] = useState(() => typedRegistration(draft));
  const act = useAction(async () => {
    await call('register-agency-customer', { contactId: id, body: registrationBody(typed) });
    await onDone();
    onClose();
    toast(words.done);
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void act.run();
  };
  return (
    <form className="fields" onSubmit={submit} noValidate>
      <p className="quiet">{mode === 'test' ? words.standIn : words.intro}</p>
      <RegistrationFields typed={typed} problem={act.problem} onType={type} />
      <ErrorMessage error={act.error} shown={SHOWN} />
      <footer>
        <button type="button" className="btn quiet" onClick={onClose}>
          {words.cancel}
        </button>
        <button type="submit" className="btn primary" aria-disabled={act.isRunning}>
          {words.go}
        </button>
      </footer>
    </form>
  );
}
