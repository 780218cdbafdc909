import type { ReactNode } from 'react';
import { Mark } from '../ground/mark.tsx';
import { useTitle } from '../ground/parts/page.tsx';
import { useWords } from '../words/language.ts';
import { BlankInvoice } from './blank-invoice.tsx';
import './outside.css';

/** A screen for those who are not signed in: one question at the left, a sheet that waits to be written at the right. */
export function Outside({ title, said, children }: { title: string; said?: ReactNode; children: ReactNode }) {
  useTitle(title);
  const { product } = useWords('ground');
  const { signIn } = useWords('account');
  return (
    <main className="welcome signin" id="contenu" tabIndex={-1}>
      <div className="left">
        <div className="top">
          <Mark /> {product}
        </div>
        <section className="step">
          <h1>{title}</h1>
          {said && <p className="said">{said}</p>}
          {children}
        </section>
        <p className="tiny faint where">{signIn.hosted(location.host)}</p>
      </div>
      <div className="right" aria-hidden="true" inert>
        <BlankInvoice />
      </div>
    </main>
  );
}
