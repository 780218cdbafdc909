import type { ReactNode } from 'react';
import type { Issuer } from '../../account/setup/step.tsx';
import { useTitle } from '../../app/components/page.tsx';
import { Mark } from '../../app/logo.tsx';
import type { Theme } from '../../client/schemas.ts';
import { useTranslations } from '../../locales/language.ts';
import { BlankInvoice } from './blank-invoice-art.tsx';
import './signed-out-page.css';

/** A screen for those who are not signed in: one question at the left, a sheet that waits to be written at the right. */
export function Outside({
  title,
  said,
  before,
  aside,
  issuer,
  theme,
  children,
}: {
  title: string;
  said?: ReactNode;
  /** Over the title: the steps. */
  before?: ReactNode;
  /** At the top, beside the name of the product. */
  aside?: ReactNode;
  /** Who is written on the sheet, as far as it is known. */
  issuer?: Issuer | undefined;
  /** The design the sheet is drawn in, once one was chosen. */
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
          {said && <p className="said">{said}</p>}
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
