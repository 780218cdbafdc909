import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useId, useMemo, useState } from 'react';
import { Dialog } from '../app/components/dialog.tsx';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Loading } from '../app/components/loading.tsx';
import { Status } from '../app/components/status.tsx';
import { toast } from '../app/components/toasts.tsx';
import { longDay, Moment } from '../app/formats/dates.tsx';
import { money } from '../app/formats/money.tsx';
import { IconSend } from '../app/icons.tsx';
import { useAction } from '../app/use-action.ts';
import { DialogButtons } from '../billing/finalized/actions/dialog-buttons.tsx';
import {
  type Billing,
  customerName,
  isClaim,
  isOffer,
  useMails,
  useRefresh,
} from '../billing/finalized/document-queries.ts';
import { call } from '../client/call.ts';
import { useTranslations } from '../locales/language.ts';
import { Letter } from './message-editor.tsx';
import { type LetterPart, letterOf, partsOf } from './message-parts.ts';
import { Recipients } from './recipients.tsx';

export type Kind = 'invoice_simple' | 'invoice_reminder' | 'estimate_simple';

/** Sends a document by email: recipients, text, attachments. Previous emails are listed below. */
export function SendDialog({
  billing,
  isReminder,
  onClose,
}: {
  billing: Billing;
  isReminder: boolean;
  onClose: () => void;
}) {
  const form = useId();
  const words = useTranslations('finalized').send;
  const kinds = kindsFor(billing);
  const [kind, setKind] = useState<Kind>(isReminder ? 'invoice_reminder' : (kinds[0] as Kind));
  const letter = useLetter(billing.id, kind);
  const [emails, setEmails] = useState<readonly string[]>(emailsOf(billing));
  const [isCopied, setCopied] = useState(false);
  const [missingRecipient, setMissingRecipient] = useState<string>();
  const act = useSending(billing, onClose);
  const submit = (event?: FormEvent): void => {
    event?.preventDefault();
    setMissingRecipient(emails.length === 0 ? words.noRecipient : undefined);
    if (emails.length > 0 && letter.parts)
      void act.run({ emails: [...emails], subject: letter.subject, content: letterOf(letter.parts), inCopy: isCopied });
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
  };
  return (
    <Dialog
      title={words.title(billing.number ?? '')}
      onClose={onClose}
      wide
      footer={
        <DialogButtons form={form} isBusy={act.isRunning || !letter.parts} onClose={onClose}>
          <IconSend /> {words.go(emails.length)}{' '}
          <span className="wide-only">
            <kbd>Ctrl</kbd> <kbd>↵</kbd>
          </span>
        </DialogButtons>
      }
    >
      <p className="quiet">{saidOf(billing, words)}</p>
      {billing.test && <p className="notice">{words.test}</p>}
      <form id={form} onSubmit={submit} onKeyDown={onKey} noValidate>
        <div className="send-cols">
          {letter.parts ? <Letter emitter={billing.emitter} {...letter} parts={letter.parts} /> : <Loading rows={8} />}
          <div className="send-side">
            <Recipients emails={emails} setEmails={setEmails} error={missingRecipient ?? act.problem?.at('emails')} />
            <Copy email={billing.emitter.email} isCopied={isCopied} setCopied={setCopied} />
            <Files billing={billing} />
            {kinds.length > 1 && <KindOfLetter kinds={kinds} kind={kind} setKind={setKind} />}
          </div>
        </div>
      </form>
      <ErrorMessage error={letter.error ?? act.error} shown={['emails']} />
      <Before id={billing.id} />
    </Dialog>
  );
}

const kindsFor = (billing: Billing): readonly Kind[] => {
  if (isOffer(billing)) return ['estimate_simple'];
  return isClaim(billing) ? ['invoice_simple', 'invoice_reminder'] : ['invoice_simple'];
};

type Written = { readonly subject: string; readonly parts: readonly LetterPart[] };

/** The default email from the service, with the user's edits. */
function useLetter(billingId: string, emailType: Kind) {
  const { data, error } = useQuery({
    queryKey: ['render-billing-email', billingId, emailType],
    queryFn: () => call('render-billing-email', { billingId, emailType }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const [changed, setChanged] = useState<{ of: unknown; written: Written }>();
  const asked = useMemo(() => data && { subject: data.subject, parts: partsOf(data.content) }, [data]);
  const now: Written | undefined = changed?.of === data ? changed?.written : asked;
  const change = (to: Partial<Written>): void => {
    if (now) setChanged({ of: data, written: { ...now, ...to } });
  };
  return {
    subject: now?.subject ?? '',
    setSubject: (subject: string) => change({ subject }),
    parts: now?.parts,
    setParts: (parts: readonly LetterPart[]) => change({ parts }),
    error,
  };
}

function useSending(billing: Billing, onClose: () => void) {
  const words = useTranslations('finalized').send;
  const refresh = useRefresh();
  return useAction(async (body: { emails: string[]; subject: string; content: string; inCopy: boolean }) => {
    await call('send-billing-by-email', { billingId: billing.id, body });
    await refresh();
    onClose();
    toast(words.done(body.emails.length));
  });
}

function saidOf(
  billing: Billing,
  words: { to: (who: string) => string; rest: (sum: string, day: string) => string },
): string {
  const to = words.to(customerName(billing));
  if (!isClaim(billing) || billing.dueAt === undefined || billing.total.remainingReconciliateAmount <= 0) return to;
  return `${to} ${words.rest(money(billing.total.remainingReconciliateAmount, billing.currencyCode), longDay(billing.dueAt))}`;
}

const emailsOf = ({ customer }: Billing): readonly string[] =>
  customer.emails.length > 0 ? customer.emails : (customer.parent?.emails ?? []);

function Copy({
  email,
  isCopied,
  setCopied,
}: {
  email: string | undefined;
  isCopied: boolean;
  setCopied: (isCopied: boolean) => void;
}) {
  const words = useTranslations('finalized').send;
  if (!email) return null;
  return (
    <label className="choice">
      <input type="checkbox" className="check" checked={isCopied} onChange={() => setCopied(!isCopied)} />
      <span>
        {words.copy}
        <small>{email}</small>
      </span>
    </label>
  );
}

function Files({ billing }: { billing: Billing }) {
  const words = useTranslations('finalized').send;
  return (
    <div>
      <p className="label">{words.files}</p>
      <ul className="files-of">
        <li>
          <span className="nowrap">{billing.number}.pdf</span>
          <small className="quiet">{words.paper}</small>
        </li>
        {billing.attachments.map(({ id, name, extension }) => (
          <li key={id}>
            <span>{name.endsWith(`.${extension}`) ? name : `${name}.${extension}`}</span>
            <small className="quiet">{words.attached}</small>
          </li>
        ))}
      </ul>
    </div>
  );
}

function KindOfLetter({ kinds, kind, setKind }: { kinds: readonly Kind[]; kind: Kind; setKind: (kind: Kind) => void }) {
  const id = useId();
  const words = useTranslations('finalized').send;
  return (
    <div className="field">
      <label htmlFor={id}>{words.kind}</label>
      <select id={id} className="input" value={kind} onChange={({ target }) => setKind(target.value as Kind)}>
        {kinds.map((each) => (
          <option key={each} value={each}>
            {words.kinds[each]}
          </option>
        ))}
      </select>
    </div>
  );
}

function Before({ id }: { id: string }) {
  const words = useTranslations('finalized');
  const { data: mails = [] } = useMails(id);
  if (mails.length === 0) return null;
  return (
    <section className="send-attempts" aria-label={words.send.tried}>
      <h2>{words.send.tried}</h2>
      <ul>
        {mails.map((mail) => (
          <li key={mail.id}>
            <span className="quiet nowrap tabular">
              <Moment when={mail.createdAt} />
            </span>
            <span className="to">{mail.recipients.map(({ email }) => email).join(', ')}</span>
            <Status state={mail.state === 'given_up' ? 'failed' : mail.state === 'waiting' ? 'retry' : 'ok'}>
              {words.mails.states[mail.state]}
            </Status>
          </li>
        ))}
      </ul>
    </section>
  );
}
