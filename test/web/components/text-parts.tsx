import { useState } from 'react';
import { ErrorMessage } from '../../../web/app/components/error-message.tsx';
import { Loading } from '../../../web/app/components/loading.tsx';
import { Page } from '../../../web/app/components/page.tsx';
import { Section } from '../../../web/app/components/section.tsx';
import { Status } from '../../../web/app/components/status.tsx';
import { Day, Moment } from '../../../web/app/formats/dates.tsx';
import { Money } from '../../../web/app/formats/money.tsx';
import { Offline, Problem } from '../../../web/client/problem.ts';
import type { Parts } from './part.tsx';

const problem = new Problem(422, {
  code: 'request.invalid',
  detail: 'La demande contient des erreurs.',
  errors: [
    { property: 'email', constraints: { format: 'L’adresse est invalide.' } },
    { property: 'customerId', constraints: { archived: 'Le client est archivé.' } },
  ],
});

export const textParts: Parts = {
  ErrorMessage: () => <ErrorMessage error={problem} shown={['email']} />,
  ErrorAtFields: () => (
    <>
      <p>Formulaire</p>
      <ErrorMessage error={problem} shown={['email', 'customerId']} />
    </>
  ),
  OfflineMessage: () => <ErrorMessage error={new Offline('unreachable')} />,

  Loading: () => {
    const [isLoading, setLoading] = useState(true);
    return (
      <>
        {isLoading ? <Loading rows={3} /> : <p>Chargé</p>}
        <button type="button" onClick={() => setLoading(false)}>
          Arriver
        </button>
      </>
    );
  },

  Page: () => (
    <Page title="Factures" actions={<button type="button">Créer</button>}>
      <Section title="À encaisser" aside={<a href="/factures">Tout voir</a>}>
        <p>1 200,00 €</p>
      </Section>
    </Page>
  ),

  Status: () => (
    <>
      <Status state="late">En retard</Status>
      <Status state="part" part={0.25}>
        Payée en partie
      </Status>
    </>
  ),

  Figures: () => (
    <>
      <Money cents={-123_456_789} />
      <Money cents={0} quietZero />
      <Day date="2026-11-01" long />
      <Moment when={Date.now() / 1000 - 86_400} />
    </>
  ),
};
