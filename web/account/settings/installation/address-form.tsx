import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorMessage } from '../../../app/components/error-message.tsx';
import { Field } from '../../../app/components/field.tsx';
import { toast } from '../../../app/components/toasts.tsx';
import { useAction } from '../../../app/use-action.ts';
import { type Answer, call } from '../../../client/call.ts';
import { useTranslations } from '../../../locales/language.ts';
import { Settings } from '../settings-page.tsx';
import { Removal } from './removal.tsx';
import { useServiceSetting } from './use-installation.ts';

type Setting = Answer<'get-public-address'>;

/** The public address of the service: its form, or what the environment sets. */
export function PublicAddress() {
  const words = useTranslations('installation');
  const queries = useQueryClient();
  const { data, error } = useServiceSetting('get-public-address');
  const known = (): Promise<void> => queries.invalidateQueries({ queryKey: ['get-public-address'] });
  return (
    <Settings title={words.address.title}>
      <p className="description quiet">{words.address.said}</p>
      <ErrorMessage error={error} />
      {data?.source === 'environment' && (
        <>
          <p className="description">{words.fromEnvironment(data.variable ?? '')}</p>
          <dl className="pairs left description">
            <dt>{words.address.url}</dt>
            <dd>{data.url}</dd>
          </dl>
        </>
      )}
      {data && data.source !== 'environment' && <AddressForm key={data.url} setting={data} onChanged={known} />}
      {data && !data.url.startsWith(location.origin) && (
        <p className="hint">
          {words.address.elsewhere} <a href={data.url}>{words.address.open}</a>
        </p>
      )}
    </Settings>
  );
}

function AddressForm({ setting, onChanged }: { setting: Setting; onChanged: () => Promise<void> }) {
  const words = useTranslations('installation');
  const [url, type] = useState(setting.url);
  const act = useAction(async () => {
    await call('set-public-address', { body: { url } }, { mode: 'live' });
    toast(words.saved);
    await onChanged();
  });
  return (
    <form
      className="provider-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void act.run();
      }}
    >
      <Field
        type="url"
        label={words.address.url}
        hint={setting.source === 'none' ? words.address.ofMachine : words.address.hint}
        error={act.problem?.at('url')}
        value={url}
        onChange={({ target }) => type(target.value)}
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="off"
        required
      />
      <p className="description quiet">{words.address.effects}</p>
      <ErrorMessage error={act.error} shown={['url']} />
      <div className="row-actions">
        <button type="submit" className="btn primary" aria-disabled={act.isRunning}>
          {words.save}
        </button>
        {setting.source === 'screen' && (
          <Removal
            words={{ ...words.address, remove: words.remove }}
            remove={() => call('remove-public-address', {}, { mode: 'live' })}
            onRemoved={onChanged}
          />
        )}
      </div>
    </form>
  );
}
