import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Dialog } from '../../../app/components/dialog.tsx';
import { ErrorMessage } from '../../../app/components/error-message.tsx';
import { toast } from '../../../app/components/toasts.tsx';
import { shortDay } from '../../../app/formats/dates.tsx';
import { money } from '../../../app/formats/money.tsx';
import { call } from '../../../client/call.ts';
import { isProblem, Offline } from '../../../client/problem.ts';
import { useOperation } from '../../../client/use-query.ts';
import { useLanguage, useTranslations } from '../../../locales/language.ts';
import { pageOf } from '../../lists/use-documents.ts';
import { useEditor } from '../context.ts';
import type { Billing } from '../draft/draft.ts';
import { dayOfSeconds } from '../fields/parse-date.ts';

const BEFORE_SHOWN = 2;

/**
 * Confirms a finalization: shows the next number below the previous ones, what becomes immutable,
 * how to correct it, and what happens next.
 */
export function FinalizeDialog({ close, reload }: { close: () => void; reload: () => void }) {
  const { document, draft } = useEditor();
  const words = useTranslations('editor').finalize;
  const next = useNextNumber();
  const { finalize, error, isBusy, isUnsaved, sends, setSends, canSend } = useFinalizing({ close, reload });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat || isBusy) return;
      event.preventDefault();
      event.stopPropagation();
      void finalize();
    };
    // On keydown: the keys that opened the dialog are still being released and must not finalize.
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  });
  const name = document.customer.parent?.name ?? document.customer.name;
  return (
    <Dialog
      title={words.title[document.type](name)}
      onClose={close}
      footer={
        <>
          <button type="button" className="btn" onClick={close}>
            {words.back}
          </button>
          <button type="button" className="btn primary" disabled={isBusy} onClick={() => void finalize()}>
            {words.finalize} {next && <span className="nowrap">{next}</span>}{' '}
            <span className="wide-only">
              <kbd>{words.ctrl}</kbd> <kbd>{words.enter}</kbd>
            </span>
          </button>
        </>
      }
    >
      <p className="quiet under-title">{words.said[document.type]}</p>
      <LastNumbers next={next} />
      <p>
        <b>{words.then}</b> {words.frozen[document.type]}
      </p>
      {draft.framework === 'already_paid' && <p>{words.recordsPayment}</p>}
      <Way />
      <Then sends={sends} setSends={setSends} canSend={canSend} />
      {isUnsaved && (
        <p className="field-error" role="alert">
          {words.notSaved}
        </p>
      )}
      <ErrorMessage error={error} />
    </Dialog>
  );
}

/** By which way the customer gets the document; nothing for offers, which no platform takes. */
function Way() {
  const { document } = useEditor();
  const words = useTranslations('editor').finalize.ways;
  const { data } = useQuery({
    queryKey: ['get-transmission', document.id, 'way'],
    queryFn: ({ signal }) => call('get-transmission', { billingId: document.id }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  if (!data || data.outsideReason === 'estimate') return null;
  return (
    <p role="status">
      {data.way === 'outside' ? words.outside[data.outsideReason ?? 'not_connected'] : words[data.way]}
    </p>
  );
}

/** What happens next: send the email now, if there is a recipient, or later. */
function Then({ sends, setSends, canSend }: { sends: boolean; setSends: (sends: boolean) => void; canSend: boolean }) {
  const { document } = useEditor();
  const words = useTranslations('editor').finalize;
  const to = mailOf(document);
  if (to === undefined) return <p className="quiet">{words.noMail}</p>;
  if (!canSend)
    return (
      <p className="notice warn" role="status">
        {words.noMailServer}
      </p>
    );
  return (
    <fieldset>
      <legend className="label">{words.after}</legend>
      {isSignatureAsked(document) && <p className="quiet">{words.signatureAsked}</p>}
      {[true, false].map((each) => (
        <label key={String(each)} className="choice">
          <input type="radio" className="check" name="then" checked={sends === each} onChange={() => setSends(each)} />
          <span>
            {each ? words.send : words.later}
            {each && <small>{words.to(to)}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** The signature email already contains the document, so no second email is sent by default. */
const isSignatureAsked = (document: Billing): boolean =>
  'electronicSignature' in document && document.withElectronicSignature;

const mailOf = ({ customer }: Billing): string | undefined => customer.emails[0] ?? customer.parent?.emails[0];

/** The last numbers of the series, and the next one. */
function LastNumbers({ next }: { next: string | undefined }) {
  const { document, draft, zone } = useEditor();
  const words = useTranslations('editor').finalize;
  const language = useLanguage();
  const before = useBefore();
  const { customer, total, currencyCode, type } = document;
  return (
    <table className="register">
      <caption className="screen-reader-only">{words.register}</caption>
      <tbody>
        {before.map((each) => (
          <tr key={each.id}>
            <td className="document-number">{each.number}</td>
            <td className="day">{shortDay(each.emittedOn, language)}</td>
            <td className="who">{each.customerName}</td>
            <td className="numeric">{money(each.total, each.currency, language)}</td>
          </tr>
        ))}
        <tr className="next">
          <td className="document-number">{next ?? words.nextNumber}</td>
          <td className="day">{shortDay(dayOfSeconds(draft.emittedAt, zone), language)}</td>
          <td className="who">{customer.parent?.name ?? customer.name}</td>
          <td className="numeric">{money(signOf(type) * total.amountWithTaxAfterDiscount, currencyCode, language)}</td>
        </tr>
      </tbody>
    </table>
  );
}

const signOf = (type: Billing['type']): number => (type === 'asset' ? -1 : 1);

/** Invoices and advances share a series; every other kind has its own. */
const inSeries = (type: Billing['type']): readonly Billing['type'][] =>
  type === 'invoice' || type === 'advance' ? ['invoice', 'advance'] : [type];

/** The last documents of the series by number, the highest last. */
function useBefore() {
  const { document } = useEditor();
  const filter = { type: inSeries(document.type), test: document.test };
  const { data } = useQuery({
    queryKey: ['get-billings', 'series', filter],
    queryFn: async ({ signal }) =>
      (await pageOf(filter, { by: 'number', direction: 'DESC' }, undefined, signal, BEFORE_SHOWN)).rows,
    staleTime: 0,
  });
  return (data ?? []).filter(({ number }) => number !== undefined).reverse();
}

/** The next number, unless another document takes it first. */
function useNextNumber(): string | undefined {
  const { document, draft, zone } = useEditor();
  const asked = { type: document.type, date: dayOfSeconds(draft.emittedAt, zone) };
  const { data } = useQuery({
    queryKey: ['get-next-number', asked, document.test],
    queryFn: ({ signal }) => call('get-next-number', { query: asked }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  return data?.number;
}

/**
 * Saves, finalizes and sends. If only the email fails, the user is told: the document is finalized
 * anyway.
 */
function useFinalizing({ close, reload }: { close: () => void; reload: () => void }) {
  const { document, saving } = useEditor();
  const words = useTranslations('editor').finalize;
  const queries = useQueryClient();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const [isUnsaved, setUnsaved] = useState(false);
  const [wantsMail, setSends] = useState(mailOf(document) !== undefined && !isSignatureAsked(document));
  const canSend = useMailServer();
  const sends = wantsMail && canSend;
  const finalize = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    setUnsaved(false);
    try {
      if (!(await saving.saveNow())) {
        if (saving.state().phase === 'offline') throw new Offline();
        setBusy(false);
        return setUnsaved(true);
      }
      const finalized = await call('finalize-billing', { billingId: document.id }, { version: saving.state().version });
      saving.stop();
      const number = finalized.number ?? '';
      const isFeminine = document.type === 'invoice' || document.type === 'advance';
      const to = mailOf(finalized as unknown as Billing);
      if (sends && to)
        await sent(document.id, document.type, to).catch(() => toast(words.mailFailed(number, isFeminine)));
      toast(words.done(number, isFeminine));
      await queries.invalidateQueries();
      close();
      reload();
    } catch (failed) {
      setBusy(false);
      setError(failed);
      if (isProblem(failed)) await saving.refresh();
    }
  };
  return { finalize, error, isBusy, isUnsaved, sends, setSends, canSend };
}

/** Milliseconds before the mail configuration is checked again. */
const MAIL_SERVER_KNOWN_MS = 600_000;

/**
 * Whether email can be sent. Test mode always can, into the test mailbox. Assume yes until the
 * service has answered.
 */
function useMailServer(): boolean {
  const { document } = useEditor();
  const { data } = useOperation('get-usage', {}, { freshMs: MAIL_SERVER_KNOWN_MS });
  return document.test || data?.sendsMail !== false;
}

async function sent(billingId: string, type: Billing['type'], to: string): Promise<void> {
  const isOffer = type === 'estimate' || type === 'purchase_order';
  const emailType = isOffer ? 'estimate_simple' : 'invoice_simple';
  const { subject, content } = await call('render-billing-email', { billingId, emailType, query: {} });
  await call('send-billing-by-email', { billingId, body: { emails: [to], subject, content } });
}
