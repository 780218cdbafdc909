import { Link, type LinkProps } from '@tanstack/react-router';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Section } from '../app/components/section.tsx';
import { toast } from '../app/components/toasts.tsx';
import { IconCircleCheck, IconCircleDashed } from '../app/icons.tsx';
import { useSession } from '../app/session/session.ts';
import { useAction } from '../app/use-action.ts';
import type { Dashboard } from '../client/schemas.ts';
import { useTranslations } from '../locales/language.ts';
import { changePerson } from '../people/security/access-requests.ts';

type Name = Dashboard['firstSteps'][number]['name'] | 'access';

/** The screen of each step, and the scope it requires; steps without permission are hidden. */
const STEPS: Readonly<Record<Name, { to: NonNullable<LinkProps['to']>; scope?: string }>> = {
  company: { to: '/bienvenue', scope: 'account:admin' },
  bank: { to: '/reglages/paiement', scope: 'account:admin' },
  customer: { to: '/clients', scope: 'customers:write' },
  document: { to: '/factures/nouvelle', scope: 'billing:write' },
  sent: { to: '/factures', scope: 'billing:write' },
  access: { to: '/reglages/securite' },
};

/** First steps, until all are done or hidden; the service says which are done. */
export function FirstSteps({ dashboard }: { dashboard: Dashboard }) {
  const words = useTranslations('home').steps;
  const { me, account, may } = useSession();
  const away = useAction((is: boolean) => changePerson({ firstStepsPutAway: is }));
  const isAway = me?.person.firstStepsPutAway === true;
  const isSafe = me?.person.secondFactor === true || me?.person.hasPasskey === true;
  const steps: { name: Name; done: boolean }[] = [...dashboard.firstSteps, { name: 'access', done: isSafe }];
  const own = steps.filter(({ name }) => {
    const { scope } = STEPS[name];
    return scope === undefined || may(scope);
  });
  const isShown = !isAway && !account?.isSample && may('billing:write') && own.some(({ done }) => !done);
  if (!isShown) return null;
  const done = own.filter((step) => step.done).length;
  const putAway = async (): Promise<void> => {
    await away.run(true);
    toast(words.isAway, { label: words.back, run: () => void away.run(false) });
  };
  return (
    <Section
      title={words.title}
      aside={
        <>
          <span className="quiet small">{words.said(done, own.length)}</span>
          <button
            type="button"
            className="link small push"
            aria-disabled={away.isRunning}
            onClick={() => void putAway()}
          >
            {words.putAway}
          </button>
        </>
      }
    >
      <ErrorMessage error={away.error} />
      <ul className="steps-left">
        {own.map((step) => (
          <li key={step.name}>
            {step.done ? <IconCircleCheck /> : <IconCircleDashed />}
            {step.done ? (
              <span className="quiet">
                {words.names[step.name]} <span className="screen-reader-only">({words.isDone})</span>
              </span>
            ) : (
              <Link to={STEPS[step.name].to} className="link">
                {words.names[step.name]}
              </Link>
            )}
          </li>
        ))}
      </ul>
      <p className="small">
        <Link to="/import" className="link">
          {words.moveIn}
        </Link>
      </p>
    </Section>
  );
}
