import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../app/components/confirm-dialog.tsx';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { type StateName, Status } from '../../app/components/status.tsx';
import { toast } from '../../app/components/toasts.tsx';
import { shortDay } from '../../app/formats/dates.tsx';
import { useSession } from '../../app/session/session.ts';
import { useAction } from '../../app/use-action.ts';
import { call } from '../../client/call.ts';
import { isProblem } from '../../client/problem.ts';
import { useOperation } from '../../client/use-query.ts';
import { useTranslations } from '../../locales/language.ts';
import { RegistrationDialog } from './registration-dialog.tsx';

const DOTS: Readonly<Record<string, StateName>> = {
  ...{ not_activated: 'waiting', active: 'ok', not_found: 'failed', blocked: 'failed', expired: 'expired' },
  unknown: 'retry',
};

/** Registration of a customer with the Urssaf. */
export function AgencyRegistration({ id }: { id: string }) {
  const words = useTranslations('agency');
  const said = words.customer;
  const { may } = useSession();
  const queries = useQueryClient();
  const [isAsked, ask] = useState<'register' | 'forget'>();
  const { data, error } = useOperation('get-agency-customer', { contactId: id });
  const fresh = () => queries.invalidateQueries({ queryKey: ['get-agency-customer'] });
  const forgetting = useAction(async () => {
    await call('forget-agency-customer', { contactId: id });
    ask(undefined);
    await fresh();
    toast(said.forgotten);
  });
  const isUnknown = isProblem(error, 'agency.customer_not_found');
  const known = isUnknown ? undefined : data;
  if (!known && !isUnknown) return <ErrorMessage error={error} />;
  return (
    <section>
      <h2>{words.title}</h2>
      {known ? (
        <>
          <p>
            <Status state={DOTS[known.state] ?? 'retry'}>{said.states[known.state]}</Status>
          </p>
          <p>{said.remedies[known.state]}</p>
          <p className="quiet">{said.since(shortDay(known.registeredAt))}</p>
        </>
      ) : (
        <p>{said.none}</p>
      )}
      {may('customers:write') && (
        <p className="buttons-row">
          <button type="button" className="section-action" onClick={() => ask('register')}>
            {known ? said.again : said.register}
          </button>
          {known && (
            <button type="button" className="section-action" onClick={() => ask('forget')}>
              {said.forget}
            </button>
          )}
        </p>
      )}
      {isAsked === 'register' && <RegistrationDialog id={id} onClose={() => ask(undefined)} onDone={fresh} />}
      {isAsked === 'forget' && (
        <ConfirmDialog
          title={said.forgetTitle}
          description={said.forgetSaid}
          cancelLabel={said.keep}
          submitLabel={said.forget}
          action={forgetting}
          onClose={() => ask(undefined)}
          isDangerous
        />
      )}
    </section>
  );
}
