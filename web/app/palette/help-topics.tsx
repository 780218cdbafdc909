import { Link } from '@tanstack/react-router';
import { useTranslations } from '../../locales/language.ts';
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

/** Answers to the most common questions, each with a link. */
export function HelpTopics({ onClose }: { onClose: () => void }) {
  const { help } = useTranslations('palette');
  const names = Object.keys(TO) as (keyof typeof TO)[];
  return (
    <section aria-label={help.title}>
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
