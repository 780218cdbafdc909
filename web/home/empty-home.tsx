import { Link } from '@tanstack/react-router';
import { IconPlus } from '../app/icons.tsx';
import { ExploreSample } from '../app/sample-data.tsx';
import { useSession } from '../app/session/session.ts';
import type { Dashboard } from '../client/schemas.ts';
import { useTranslations } from '../locales/language.ts';
import { FirstSteps } from './first-steps.tsx';

/** Home of a new account: one sentence and one button to start. */
export function Start({ dashboard }: { dashboard: Dashboard }) {
  const words = useTranslations('home').start;
  const { may } = useSession();
  const isCompanyKnown = dashboard.firstSteps.some(({ name, done }) => name === 'company' && done);
  return (
    <div className="teach">
      <h2>{words.title}</h2>
      <p>{words.said}</p>
      {may('billing:write') && (
        <div className="empty-actions">
          <Link to="/factures/nouvelle" className="btn primary big">
            <IconPlus /> {words.invoice}
          </Link>
          <Link to="/devis/nouveau" className="link">
            {words.estimate}
          </Link>
          <Link to="/import" className="link">
            {words.moveIn}
          </Link>
          {may('account:admin') && !isCompanyKnown && (
            <Link to="/bienvenue" className="link">
              {words.identity}
            </Link>
          )}
        </div>
      )}
      <ExploreSample />
      <FirstSteps dashboard={dashboard} />
    </div>
  );
}
