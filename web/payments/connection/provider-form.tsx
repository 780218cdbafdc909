import { useState } from 'react';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { Field } from '../../app/components/field.tsx';
import { useAction } from '../../app/use-action.ts';
import type { Asked } from '../../client/call.ts';
import { isProblem } from '../../client/problem.ts';
import { useTranslations } from '../../locales/language.ts';
import { ConnectButtons } from './connect-buttons.tsx';

type Connecting = Asked<'connect-payment-account'>['body'];
type Provider = Connecting['provider'];
const providers = ['stripe_connect', 'mollie'] as const satisfies readonly Provider[];

/** The keys of a provider account: write-only, stored encrypted. */
export function ProviderForm({
  connect,
  cancel,
}: {
  connect: (body: Connecting) => Promise<void>;
  cancel?: () => void;
}) {
  const words = useTranslations('settings').payment.online;
  const [provider, choose] = useState<Provider>('stripe_connect');
  const [apiKey, setKey] = useState('');
  const [besides, setBesides] = useState('');
  const isStripe = provider === 'stripe_connect';
  const act = useAction(async () => {
    const second = besides.trim() === '' ? {} : isStripe ? { webhookSecret: besides } : { payoutKey: besides };
    await connect({ provider, apiKey, ...second });
  });
  const wrong = (property: string): string | undefined => (isProblem(act.error) ? act.error.at(property) : undefined);
  return (
    <form
      className="provider-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void act.run();
      }}
    >
      <fieldset className="set-row">
        <legend>{words.which}</legend>
        <div>
          <Which
            chosen={provider}
            choose={(each) => {
              choose(each);
              setBesides('');
            }}
          />
          <Field
            {...secret}
            label={words.key}
            hint={words.keyHints[provider]}
            error={wrong('apiKey')}
            required
            value={apiKey}
            onChange={({ target }) => setKey(target.value)}
          />
          <Field
            {...secret}
            label={isStripe ? words.webhookSecret : words.payoutKey}
            hint={isStripe ? words.webhookHint : words.payoutHint}
            error={wrong(isStripe ? 'webhookSecret' : 'payoutKey')}
            value={besides}
            onChange={({ target }) => setBesides(target.value)}
          />
          <p className="hint">{words.kept}</p>
          <ErrorMessage error={act.error} shown={['apiKey', 'webhookSecret', 'payoutKey']} />
          <ConnectButtons words={words} isRunning={act.isRunning} cancel={cancel} />
        </div>
      </fieldset>
    </form>
  );
}

const secret = { type: 'text', autoComplete: 'off', spellCheck: false, autoCapitalize: 'off' } as const;

function Which({ chosen, choose }: { chosen: Provider; choose: (provider: Provider) => void }) {
  const words = useTranslations('settings').payment.online;
  return providers.map((each) => (
    <label key={each} className="choice">
      <input type="radio" className="check" name="provider" checked={chosen === each} onChange={() => choose(each)} />
      <span>{words.providers[each]}</span>
    </label>
  ));
}
