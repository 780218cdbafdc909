import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { Loading } from '../../app/components/loading.tsx';
import type { CompanySettings, Theme } from '../../client/schemas.ts';
import { useOperation } from '../../client/use-query.ts';
import { useTranslations } from '../../locales/language.ts';
import { Outside } from '../../people/sign-in/signed-out-page.tsx';
import { themeOfKind } from '../../themes/theme-of-kind.ts';
import { SetupCompany } from './company-step.tsx';
import { SetupPaper } from './design-step.tsx';
import { SetupDone } from './done-step.tsx';
import { SetupPayment } from './payment-step.tsx';
import type { Issuer } from './step.tsx';
import { SetupVat } from './vat-step.tsx';
import './setup.css';

const steps = [SetupCompany, SetupVat, SetupPaper, SetupPayment, SetupDone] as const;

/** First-run setup: company, VAT, design, payment, first document. Answers are saved at once. */
export function Setup() {
  const words = useTranslations('account').setup;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const me = useOperation('get-me', {});
  const [place, setPlace] = useState(0);
  const [typed, setTyped] = useState<Issuer>();
  const [chosen, setTheme] = useState<Theme>();
  const themes = useOperation('list-themes', {});
  const theme = chosen ?? themeOfKind(themes.data?.docs ?? [], 'invoice');
  if (!me.data)
    return (
      <Outside title={words.company.title}>
        <ErrorMessage error={me.error} />
        <Loading rows={4} />
      </Outside>
    );
  const company = me.data.settings;
  const Step = steps[place] ?? SetupDone;
  const name = (['company', 'vat', 'paper', 'payment', 'done'] as const)[place] ?? 'done';
  return (
    <Outside
      title={words[name].title}
      description={words[name].said}
      before={<Steps place={place} />}
      issuer={typed ?? issuerOf(company)}
      theme={theme}
      aside={
        <button type="button" className="link small" onClick={() => void navigate({ to: '/' })}>
          {words.later}
        </button>
      }
    >
      <Step
        key={place}
        company={company}
        proposedVatNumber={me.data.proposedVatNumber}
        onTyped={setTyped}
        onChosen={setTheme}
        onBack={() => setPlace(place - 1)}
        onDone={async () => {
          await queries.invalidateQueries({ queryKey: ['get-me'] });
          setTyped(undefined);
          setPlace(place + 1);
        }}
      />
    </Outside>
  );
}

function Steps({ place }: { place: number }) {
  const words = useTranslations('account').setup;
  return (
    <ol className="steps" aria-label={words.steps}>
      {[words.company.step, words.vat.step, words.paper.step, words.payment.step, words.done.step].map((step, at) => (
        <li
          key={step}
          className={at === place ? 'here' : at < place ? 'done' : undefined}
          aria-current={at === place ? 'step' : undefined}
        >
          {step}
        </li>
      ))}
    </ol>
  );
}

const issuerOf = ({ name, address, siret, vatNumber }: CompanySettings): Issuer => ({
  name: address ? name : '',
  lines: address ? [address.line1, `${address.zipCode} ${address.city}`] : [],
  ids: [siret, vatNumber].filter((each) => each !== undefined),
});
