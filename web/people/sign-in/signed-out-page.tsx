import type { ReactNode } from 'react';
import type { Issuer } from '../../account/setup/step.tsx';
import { useTitle } from '../../app/components/page.tsx';
import { Mark } from '../../app/logo.tsx';
import type { Theme } from '../../client/schemas.ts';
import { useTranslations } from '../../locales/language.ts';
import { BlankInvoice } from './blank-invoice-art.tsx';
import './signed-out-page.css';

/** Layout for signed-out users: a form on the left, a blank invoice on the right. */
export function Outside({
  title,
  description,
  before,
  aside,
  issuer,
  theme,
  children,
}: {
  title: string;
  description?: ReactNode;
  /** Above the title: the steps. */
  before?: ReactNode;
  /** Next to the product name. */
  aside?: ReactNode;
  /** The known issuer details for the blank invoice. */
  issuer?: Issuer | undefined;
  /** The design of the invoice, once chosen. */
  theme?: Theme | undefined;
  children: ReactNode;
}) {
  useTitle(title);
  const { product } = useTranslations('app');
  const { signIn } = useTranslations('people');
  return (
    <main className={before ? 'welcome' : 'welcome signin'} id="contenu" tabIndex={-1}>
      <div className="left">
        <div className="top">
          <Mark /> {product} {aside}
        </div>
        <section className="step">
          {before}
          <h1>{title}</h1>
          {description && <p className="description">{description}</p>}
          {children}
        </section>
        <p className="tiny faint where">{signIn.hosted(location.host)}</p>
      </div>
      <div className="right" aria-hidden="true" inert>
        <BlankInvoice issuer={issuer} theme={theme} />
      </div>
    </main>
  );
}
