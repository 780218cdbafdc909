import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { toast } from '../../app/components/toasts.tsx';
import { copied } from '../../app/copy-text.ts';
import { longDay, Moment } from '../../app/formats/dates.tsx';
import { IconCopy } from '../../app/icons.tsx';
import { useAction } from '../../app/use-action.ts';
import { call } from '../../client/call.ts';
import { useTranslations } from '../../locales/language.ts';
import { documentKey, useMayWrite, useRefresh } from './document-queries.ts';
import { Part } from './panel-section.tsx';

/**
 * The link by which the customer reads the document without an account: create, revoke, number of
 * visits.
 */
export function CustomerLink({ billingId }: { billingId: string }) {
  const id = useId();
  const words = useTranslations('finalized').link;
  const mayWrite = useMayWrite();
  const refresh = useRefresh();
  const { data: links } = useLinks(billingId);
  const standing = links?.find(({ purpose, revokedAt }) => purpose === 'document' && revokedAt === undefined);
  const copy = useAction(async () => {
    const { url } = await call('link-billing', { billingId });
    const isCopied = url !== null && (await copied(url));
    await refresh();
    toast(isCopied ? words.copied : words.made);
  });
  const revoke = useAction(async () => {
    await call('revoke-billing-link', { billingId });
    await refresh();
    toast(words.revoked);
  });
  if (!links || (!standing && !mayWrite)) return null;
  const former = links.filter(({ purpose, revokedAt }) => purpose === 'document' && revokedAt !== undefined).length;
  return (
    <Part title={words.title}>
      {!standing && <p className="quiet">{words.said}</p>}
      {standing && (
        <p>
          {standing.views === 0 ? words.unseen : words.seen(standing.views)}
          {standing.lastViewedAt !== undefined && (
            <>
              , {words.last} <Moment when={standing.lastViewedAt} />
            </>
          )}
          <br />
          <span className="quiet">{words.until(longDay(standing.endsAt))}</span>
        </p>
      )}
      {standing?.url && (
        <div className="field">
          <label className="screen-reader-only" htmlFor={id}>
            {words.address}
          </label>
          <input id={id} className="input" readOnly value={standing.url} onFocus={({ target }) => target.select()} />
        </div>
      )}
      {former > 0 && <p className="small quiet">{words.former(former)}</p>}
      {mayWrite && (
        <div className={standing ? 'buttons' : 'buttons one'}>
          <button type="button" className="btn" aria-disabled={copy.isRunning} onClick={() => void copy.run()}>
            <IconCopy /> {words.copy}
          </button>
          {standing && (
            <button type="button" className="btn quiet" onClick={() => void revoke.run()}>
              {words.revoke}
            </button>
          )}
        </div>
      )}
      <ErrorMessage error={copy.error ?? revoke.error} />
    </Part>
  );
}

const useLinks = (billingId: string) =>
  useQuery({
    queryKey: [...documentKey(billingId), 'links'],
    queryFn: async () => (await call('list-billing-links', { billingId })).links,
  });
