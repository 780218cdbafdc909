import './editor.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { Loading } from '../../app/components/loading.tsx';
import { useTitle } from '../../app/components/page.tsx';
import { IconArrowLeft } from '../../app/icons.tsx';
import { useSession } from '../../app/session/session.ts';
import { sheetStyle } from '../../app/sheet-style.ts';
import { call } from '../../client/call.ts';
import { useOperation } from '../../client/use-query.ts';
import { useTranslations } from '../../locales/language.ts';
import { themeOfKind } from '../../themes/theme-of-kind.ts';
import { CustomerForm, emptyForm } from './customer/form.tsx';
import { CustomerSearch } from './customer/search.tsx';
import { FullWindow } from './full-window.tsx';

const kinds = {
  '/devis/nouveau': 'estimate',
  '/devis/commande': 'purchase_order',
  '/factures/nouvelle': 'invoice',
  '/factures/avoir': 'asset',
} as const;
export type NewKind = (typeof kinds)[keyof typeof kinds];

/**
 * New document: a blank sheet that asks only for the customer. The answer creates the draft with
 * that customer's defaults; `?client=` in the address answers in advance.
 */
export function Screen() {
  const { pathname, search } = useLocation();
  const kind: NewKind = kinds[pathname.replace(/\/$/, '') as keyof typeof kinds] ?? 'invoice';
  const words = useTranslations('editor');
  const { notYours } = useTranslations('app');
  const { may } = useSession();
  const [made, setMade] = useState<string>();
  const { client, projet } = search as { client?: string; projet?: string };
  const making = useMaking(kind, projet);
  const { mutate } = making;
  // Only once, even if the screen renders twice.
  const isAsked = useRef(false);
  useEffect(() => {
    if (client === undefined || isAsked.current) return;
    isAsked.current = true;
    mutate(client);
  }, [client, mutate]);
  const isAnswered = client !== undefined && !making.error;
  useTitle(words.newTitle[kind]);
  const theme = themeOfKind(useOperation('list-themes', {}).data?.docs ?? [], kind);
  const isOffer = kind === 'estimate' || kind === 'purchase_order';
  const list = isOffer ? '/devis' : '/factures';
  return (
    <FullWindow>
      <header className="bar">
        <nav className="crumb" aria-label={words.bar.here}>
          <Link className="btn quiet square" to={list} aria-label={isOffer ? words.bar.toOffers : words.bar.toBills}>
            <IconArrowLeft />
          </Link>
          <h1>{words.newTitle[kind]}</h1>
        </nav>
      </header>
      <div className="work alone">
        <div className="table">
          <article className="paper unwritten" aria-label={words.newTitle[kind]} {...sheetStyle(theme)}>
            <div className="paper-band">
              <span className="what">
                {words.kinds[kind]} <small className="not-numbered">{words.noNumber}</small>
              </span>
            </div>
            <div className="paper-body">
              <h2>{words.customer.forWhom}</h2>
              {!may('billing:write') ? (
                <p>{notYours}</p>
              ) : isAnswered ? (
                <Loading rows={4} />
              ) : made === undefined ? (
                <CustomerSearch onChoose={({ id }) => making.mutate(id)} onMake={setMade} />
              ) : (
                <CustomerForm
                  known={{ kind: 'organization', form: emptyForm(made) }}
                  onDone={({ id }) => making.mutate(id)}
                  onClose={() => setMade(undefined)}
                />
              )}
              <ErrorMessage error={making.error} />
            </div>
          </article>
        </div>
      </div>
    </FullWindow>
  );
}

/** Creates the draft and replaces this screen, so that the back button skips it. */
function useMaking(kind: NewKind, projet: string | undefined) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (customerId: string) => {
      const body = { ...(projet && { opportunityId: projet }) };
      if (kind === 'asset') return call('create-free-asset', { body: { billingCustomerId: customerId, ...body } });
      if (kind === 'invoice') return call('create-invoice', { customerOrInvoiceId: customerId, body });
      return call('create-estimate', { customerOrEstimateId: customerId, body: { estimateType: kind, ...body } });
    },
    onSuccess: async ({ id }) => {
      void queries.invalidateQueries();
      await navigate({ to: '/documents/$id', params: { id }, replace: true });
    },
  });
}
