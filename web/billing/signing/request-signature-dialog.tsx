import { type FormEvent, useId, useState } from 'react';
import { Dialog } from '../../app/components/dialog.tsx';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { Field } from '../../app/components/field.tsx';
import { useAction } from '../../app/use-action.ts';
import type { Answer } from '../../client/call.ts';
import type { Words } from '../../locales/catalogues.ts';

type Offer = Pick<Answer<'get-estimate'>, 'number' | 'customer'>;
/** The signature request as the API accepts it. */
export type Asking = { readonly emails: string[]; readonly message?: string; readonly withCode: boolean };

/**
 * Requests an online signature: recipients, message, optional code. For a draft, it is sent on
 * finalization.
 */
export function RequestSignatureDialog({
  billing,
  words: { dialog: words },
  ask,
  onClose,
}: {
  billing: Offer;
  words: Words<'finalized'>['signing'];
  ask: (asking: Asking) => Promise<unknown>;
  onClose: () => void;
}) {
  const id = useId();
  const isDraft = billing.number === undefined;
  const [to, setTo] = useState(firstEmailOf(billing));
  const [message, setMessage] = useState('');
  const [withCode, setWithCode] = useState(true);
  const [fault, setFault] = useState<string>();
  const act = useAction(ask);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const emails = to.split(/[\s,;]+/).filter(Boolean);
    const wrong = emails.length === 0 ? words.noRecipient : emails.every(isAddress) ? undefined : words.notAnAddress;
    setFault(wrong);
    if (!wrong) void act.run({ emails, withCode, ...(message.trim() !== '' && { message }) });
  };
  return (
    <Dialog
      title={billing.number === undefined ? words.titleOfDraft : words.title(billing.number)}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {words.abandon}
          </button>
          <button type="submit" form={id} className="btn primary" aria-disabled={act.isRunning}>
            {isDraft ? words.goOfDraft : words.go}
          </button>
        </>
      }
    >
      <form id={id} className="fields" onSubmit={submit} noValidate>
        {isDraft && <p>{words.draftSaid}</p>}
        <Field
          label={words.to}
          hint={words.toHint}
          type="email"
          multiple
          value={to}
          onChange={({ target }) => setTo(target.value)}
          error={fault ?? act.problem?.at('emails')}
        />
        <Message text={message} setText={setMessage} label={words.message} error={act.problem?.at('message')} />
        <label className="choice">
          <input type="checkbox" className="check" checked={withCode} onChange={() => setWithCode(!withCode)} />
          <span>
            {words.withCode}
            <small>{words.withCodeHint}</small>
          </span>
        </label>
      </form>
      <ErrorMessage error={act.error} shown={['emails', 'message']} />
    </Dialog>
  );
}

function Message({
  text,
  setText,
  label,
  error,
}: {
  text: string;
  setText: (text: string) => void;
  label: string;
  error: string | undefined;
}) {
  return (
    <div className="field">
      <label>
        <span className="label">{label}</span>
        <textarea className="input" rows={4} value={text} onChange={({ target }) => setText(target.value)} />
      </label>
      {error && <p className="field-error">{error}</p>}
    </div>
  );
}

const firstEmailOf = ({ customer }: Offer): string => customer.emails[0] ?? customer.parent?.emails[0] ?? '';

/** Rejects only what is certainly not an address; the service checks the rest. */
const isAddress = (text: string): boolean => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text);
