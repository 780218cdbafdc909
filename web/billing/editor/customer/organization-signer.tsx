import { type FormEvent, useId, useRef, useState } from 'react';
import { Dialog } from '../../../app/components/dialog.tsx';
import { ErrorMessage } from '../../../app/components/error-message.tsx';
import { Field } from '../../../app/components/field.tsx';
import { useAction } from '../../../app/use-action.ts';
import { call } from '../../../client/call.ts';
import { useOperation } from '../../../client/use-query.ts';
import { useTranslations } from '../../../locales/language.ts';
import { useEditor } from '../context.ts';

const SHOWN = ['firstname', 'lastname', 'emails', 'emails.0'];

/**
 * Online signature by an organization: choose or create the person who signs. The document is then
 * addressed to that person, which is impossible after finalization.
 */
export function SignerOfOrganization({ organizationId, close }: { organizationId: string; close: () => void }) {
  const form = useId();
  const words = useTranslations('editor').signing.person;
  const { document } = useEditor();
  const known = useOperation('list-organization-contacts', { organizationId });
  const [given, give] = useState({ firstname: '', lastname: '', email: document.customer.emails[0] ?? '' });
  const address = useAddressed();
  const made = useRef<{ readonly said: string; readonly id: string }>(undefined);
  const { problem } = address;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const { firstname, lastname, email } = given;
    void address.run(async () => {
      const emails = email.trim() === '' ? [] : [email.trim()];
      const body = { firstname: firstname.trim(), lastname: lastname.trim(), emails };
      const said = JSON.stringify(body);
      // A person already created is not created again if updating the draft failed.
      if (made.current?.said !== said)
        made.current = { said, id: (await call('create-organization-contact', { organizationId, body })).id };
      return made.current.id;
    });
  };
  const field = (name: keyof typeof given) => ({
    label: words[name],
    value: given[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => give({ ...given, [name]: target.value }),
  });
  return (
    <Dialog
      title={words.title}
      onClose={close}
      footer={
        <>
          <button type="button" className="btn" onClick={close}>
            {words.abandon}
          </button>
          <button type="submit" form={form} className="btn primary" aria-disabled={address.isRunning}>
            {words.go}
          </button>
        </>
      }
    >
      <form id={form} className="fields" onSubmit={submit} noValidate>
        <p>{words.said}</p>
        {known.data?.map(({ id, fullname, emails }) => (
          <button key={id} type="button" className="btn" onClick={() => void address.run(() => Promise.resolve(id))}>
            {words.choose(fullname, emails[0])}
          </button>
        ))}
        <div className="two">
          <Field {...field('firstname')} error={problem?.at('firstname')} />
          <Field {...field('lastname')} required error={problem?.at('lastname')} />
        </div>
        <Field {...field('email')} type="email" error={problem?.at('emails.0') ?? problem?.at('emails')} />
        <ErrorMessage error={address.error ?? known.error} shown={SHOWN} />
      </form>
    </Dialog>
  );
}

/** Addresses the draft to a person and saves it. */
function useAddressed() {
  const { edit, saving } = useEditor();
  return useAction(async (who: () => Promise<string>) => {
    edit('customerId', { customerId: await who() });
    await saving.saveNow();
  });
}
