import { Link } from '@tanstack/react-router';
import { Page } from '../app/components/page.tsx';
import { Section } from '../app/components/section.tsx';
import { useTranslations } from '../locales/language.ts';
import './book-parts.css';

/** The books by what they are for, in the order of the work. */
const groups = {
  keep: [
    { name: 'receipts', to: '/livres/recettes' },
    { name: 'purchases', to: '/livres/achats' },
    { name: 'received', to: '/factures-recues' },
    { name: 'mileage', to: '/livres/kilometres' },
  ],
  declare: [
    { name: 'vat', to: '/livres/tva' },
    { name: 'urssaf', to: '/livres/urssaf' },
    { name: 'eReporting', to: '/reglages/e-reporting' },
  ],
  hand: [
    { name: 'closings', to: '/livres/clotures' },
    { name: 'journals', to: '/livres/journaux' },
    { name: 'accountant', to: '/livres/comptable' },
  ],
} as const;

/** All books, declarations and files. */
export function Screen() {
  const words = useTranslations('books').all;
  return (
    <Page title={words.title}>
      <p className="quiet book-intro">{words.intro}</p>
      {(['keep', 'declare', 'hand'] as const).map((group) => (
        <Section key={group} title={words.groups[group]}>
          <ul className="book-list">
            {groups[group].map(({ name, to }) => {
              const { name: title, about } = words.books[name];
              return (
                <li key={name}>
                  <Link to={to} className="link">
                    {title}
                  </Link>
                  <p className="quiet small">{about}</p>
                </li>
              );
            })}
          </ul>
        </Section>
      ))}
    </Page>
  );
}
