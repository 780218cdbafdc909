import { Link, useLocation } from '@tanstack/react-router';
import { useLanguage, useTranslations } from '../../locales/language.ts';
import { IconLifebuoy } from '../icons.tsx';
import { manualAddress } from '../manual/manual-address.ts';
import { manualPageOf } from '../manual/page-of-screen.ts';
import './help.css';

/** Where each topic leads. */
const TO = {
  invoice: '/factures/nouvelle',
  correct: '/factures',
  advance: '/devis',
  paid: '/reglages/paiement',
  late: '/reglages/paiement',
  logo: '/reglages/entreprise',
  vat: '/reglages/tva',
  accountant: '/reglages/personnes',
  export: '/reglages/donnees',
} as const;

/** The page of the manual about this screen, and answers to the most common questions. */
export function HelpTopics({ onClose }: { onClose: () => void }) {
  const { help } = useTranslations('palette');
  const language = useLanguage();
  const page = useLocation({ select: ({ href }) => manualPageOf(href) });
  const names = Object.keys(TO) as (keyof typeof TO)[];
  return (
    <section aria-label={help.title}>
      <p className="manual-links">
        {page !== '' && (
          <a className="btn" href={manualAddress(page, language)} target="_blank" rel="noopener">
            <IconLifebuoy /> {help.screen}
          </a>
        )}
        <a className="btn" href={manualAddress('', language)} target="_blank" rel="noopener">
          {help.manual}
        </a>
      </p>
      <p className="quiet">{help.said}</p>
      <ul className="help-topics">
        {names.map((name) => {
          const { title, said } = help.topics[name];
          return (
            <li key={name}>
              <details>
                <summary>{title}</summary>
                <p>{said}</p>
                <Link to={TO[name] as '/'} className="link" onClick={onClose} aria-label={`${help.open} : ${title}`}>
                  {help.open}
                </Link>
              </details>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
