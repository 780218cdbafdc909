import { Link, type LinkProps } from '@tanstack/react-router';
import { Settings } from '../account/settings/settings-page.tsx';
import { useTranslations } from '../locales/language.ts';
import { Duties, type Readiness, useReadiness } from './readiness.tsx';

/** On the platform screen: each duty of the reform, how far it is, and what is missing. */
export function ReadinessSettings() {
  const words = useTranslations('platform').readiness;
  const readiness = useReadiness();
  if (!readiness) return null;
  return (
    <Settings title={words.title}>
      <Duties duties={readiness.duties} />
      <Gaps gaps={readiness.gaps} />
      <p className="small quiet">{words.sanctions}</p>
    </Settings>
  );
}

const GAP_SCREENS: Readonly<Record<Readiness['gaps'][number]['gap'], NonNullable<LinkProps['to']>>> = {
  company_siren: '/reglages/entreprise',
  company_address: '/reglages/entreprise',
  customers_siren: '/clients',
};

function Gaps({ gaps }: Pick<Readiness, 'gaps'>) {
  const words = useTranslations('platform').readiness;
  if (gaps.length === 0) return null;
  return (
    <div className="duty-gaps">
      <p>{words.missing}</p>
      <ul>
        {gaps.map(({ gap, count = 0 }) => (
          <li key={gap}>
            <Link to={GAP_SCREENS[gap]} className="link">
              {words.gaps[gap](count)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
