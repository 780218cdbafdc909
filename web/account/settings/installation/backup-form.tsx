import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorMessage } from '../../../app/components/error-message.tsx';
import { Field } from '../../../app/components/field.tsx';
import { Status } from '../../../app/components/status.tsx';
import { toast } from '../../../app/components/toasts.tsx';
import { shortDay, timeOf } from '../../../app/formats/dates.tsx';
import { useAction } from '../../../app/use-action.ts';
import { type Answer, call } from '../../../client/call.ts';
import { useTranslations } from '../../../locales/language.ts';
import { PasswordField } from '../../../people/security/password-field.tsx';
import { Settings } from '../settings-page.tsx';
import { Removal } from './removal.tsx';
import { useServiceSetting } from './use-installation.ts';

type Setting = Answer<'get-backup-setting'>;

/** Milliseconds between two looks at a backup that is being made. */
const LOOK_MS = 2_000;

/** Backups: the age of the last one, a new one at once, and where and when they are made. */
export function Backup() {
  const words = useTranslations('installation');
  const queries = useQueryClient();
  const { data, error } = useServiceSetting('get-backup-setting', (setting) => (setting?.running ? LOOK_MS : false));
  const known = (): Promise<void> => queries.invalidateQueries({ queryKey: ['get-backup-setting'] });
  if (data && !data.isPossible)
    return (
      <Settings title={words.backup.title}>
        <p className="description">{words.backup.external}</p>
      </Settings>
    );
  const isSet = data?.folder != null || data?.store != null;
  return (
    <Settings title={words.backup.title}>
      <p className="description quiet">{words.backup.said}</p>
      <ErrorMessage error={error} />
      {data && isSet && <Last setting={data} onBegun={known} />}
      {data?.source === 'environment' && <p className="description">{words.fromEnvironment(data.variable ?? '')}</p>}
      {data && data.source !== 'environment' && (
        <PlaceForm key={isSet ? 'set' : 'none'} setting={data} onChanged={known} />
      )}
    </Settings>
  );
}

const when = (at: number): string => `${shortDay(at)}, ${timeOf(at)}`;
const PERCENT = 100;

function Last({ setting, onBegun }: { setting: Setting; onBegun: () => Promise<void> }) {
  const words = useTranslations('installation').backup;
  const act = useAction(async () => {
    await call('back-up-now', { body: {} }, { mode: 'live' });
    await onBegun();
  });
  const { running, madeAt, failed, isOld } = setting;
  const isFailed = failed !== null && failed.at > (madeAt ?? 0);
  return (
    <div className="set-row">
      <span className="setting-name">{words.last}</span>
      <div>
        <p className="description">
          <Status state={isOld ? 'late' : 'ok'}>{madeAt === null ? words.noneYet : when(madeAt)}</Status>
        </p>
        {isOld && <p className="field-error">{words.old}</p>}
        {isFailed && <p className="field-error">{words.failed(when(failed.at), failed.reason)}</p>}
        {!setting.hasPassphrase && <p className="hint">{words.withoutKeys}</p>}
        <div className="row-actions">
          <button
            type="button"
            className="btn"
            aria-disabled={act.isRunning || running !== null}
            onClick={() => running === null && void act.run()}
          >
            {words.now}
          </button>
        </div>
        <div role="status">
          {running && (
            <p className="hint">
              {running.about > 0
                ? words.running(Math.min(PERCENT, Math.floor((PERCENT * running.done) / running.about)))
                : words.waiting}
            </p>
          )}
        </div>
        <ErrorMessage error={act.error} />
      </div>
    </div>
  );
}

const machine = { autoComplete: 'off', spellCheck: false, autoCapitalize: 'off' } as const;
const STORE = ['host', 'bucket', 'prefix', 'region', 'keyId', 'secret'] as const;
const SHOWN = ['folder', 'at', 'passphrase', ...STORE.map((name) => `store.${name}`)];

type Typed = Record<'folder' | 'at' | 'passphrase' | (typeof STORE)[number], string> & { kind: 'folder' | 'store' };

const typedOf = ({ folder, store, at }: Setting): Typed => ({
  ...{ kind: store ? 'store' : 'folder', folder: folder ?? '', at: at ?? '02:30', passphrase: '', secret: '' },
  ...{ host: store?.host ?? '', bucket: store?.bucket ?? '', prefix: store?.prefix ?? '' },
  ...{ region: store?.region ?? '', keyId: store?.keyId ?? '' },
});

function bodyOf({ kind, folder, at, passphrase, secret, region, ...rest }: Typed) {
  const { host, bucket, prefix, keyId } = rest;
  const store = { host, bucket, prefix, keyId, ...(region && { region }), ...(secret && { secret }) };
  return { at, ...(passphrase && { passphrase }), ...(kind === 'folder' ? { folder } : { store }) };
}

function PlaceForm({ setting, onChanged }: { setting: Setting; onChanged: () => Promise<void> }) {
  const words = useTranslations('installation');
  const [typed, type] = useState<Typed>(typedOf(setting));
  const act = useAction(async () => {
    await call('set-backup', { body: bodyOf(typed) }, { mode: 'live' });
    type({ ...typed, passphrase: '', secret: '' });
    toast(words.saved);
    await onChanged();
  });
  const of = (name: Exclude<keyof Typed, 'kind'>, property: string = name) => ({
    ...machine,
    label: words.backup[name],
    error: act.problem?.at(property),
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => type({ ...typed, [name]: target.value }),
  });
  const secretHint = setting.isSecretLost ? words.backup.lost : words.backup.kept;
  return (
    <form
      className="provider-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void act.run();
      }}
    >
      <KindOfPlace kind={typed.kind} onChange={(kind) => type({ ...typed, kind })} />
      {typed.kind === 'folder' ? (
        <Field {...of('folder')} hint={words.backup.folderHint} required />
      ) : (
        <>
          <Field {...of('host', 'store.host')} hint={words.backup.hostHint} required />
          <Field {...of('bucket', 'store.bucket')} required />
          <Field {...of('prefix', 'store.prefix')} hint={words.backup.optional} />
          <Field {...of('region', 'store.region')} hint={words.backup.optional} />
          <Field {...of('keyId', 'store.keyId')} required />
          <PasswordField
            {...of('secret', 'store.secret')}
            autoComplete="new-password"
            hint={setting.store ? secretHint : undefined}
          />
        </>
      )}
      <Field {...of('at')} type="time" required />
      <PasswordField
        {...of('passphrase')}
        autoComplete="new-password"
        hint={setting.hasPassphrase ? secretHint : words.backup.passphraseHint}
      />
      <p className="hint">{words.backup.keepElsewhere}</p>
      <ErrorMessage error={act.error} shown={SHOWN} />
      <div className="row-actions">
        <button type="submit" className="btn primary" aria-disabled={act.isRunning}>
          {words.save}
        </button>
        {setting.source === 'screen' && (
          <Removal
            words={{ ...words.backup, remove: words.remove }}
            remove={() => call('remove-backup', {}, { mode: 'live' })}
            onRemoved={onChanged}
          />
        )}
      </div>
    </form>
  );
}

function KindOfPlace({ kind, onChange }: Pick<Typed, 'kind'> & { onChange: (kind: Typed['kind']) => void }) {
  const words = useTranslations('installation').backup;
  return (
    <fieldset className="kinds">
      <legend className="label">{words.place}</legend>
      {(['folder', 'store'] as const).map((each) => (
        <label key={each} className="choice">
          <input
            type="radio"
            name="backup-place"
            className="check"
            checked={kind === each}
            onChange={() => onChange(each)}
          />
          <span>{words.kinds[each]}</span>
        </label>
      ))}
    </fieldset>
  );
}
