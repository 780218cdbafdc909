import { useId, useState } from 'react';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Field } from '../app/components/field.tsx';
import { toast } from '../app/components/toasts.tsx';
import { useAction } from '../app/use-action.ts';
import { type Answer, type Asked, call } from '../client/call.ts';
import { useTranslations } from '../locales/language.ts';
import { ConnectButtons } from '../payments/connection/connect-buttons.tsx';

type Preset = Answer<'list-platform-connections'>['presets'][number];
type PresetName = Preset['preset'];
type Connecting = Asked<'connect-platform'>['body'];

const secret = { type: 'text', autoComplete: 'off', spellCheck: false, autoCapitalize: 'off' } as const;
const ADDRESSES = ['flowUrl', 'tokenUrl', 'directoryUrl'] as const;
const KEYS = ['clientId', 'clientSecret', 'organizationId'] as const;
const SHOWN = [...ADDRESSES, ...KEYS];
type Typed = Readonly<Record<(typeof SHOWN)[number], string>>;
const EMPTY = Object.fromEntries(SHOWN.map((name) => [name, ''])) as Typed;

/** The form to connect a platform: choose, paste, done. What failed stands beside its field. */
export function PlatformForm(of: {
  presets: readonly Preset[];
  test: boolean;
  onDone: () => Promise<void>;
  cancel?: () => void;
}) {
  const { presets, test, onDone, cancel } = of;
  const words = useTranslations('platform');
  const [preset, choose] = useState<PresetName>(presets[0]?.preset ?? 'standard');
  const [typed, type] = useState<Typed>(EMPTY);
  const names = preset === 'standard' ? SHOWN : KEYS;
  const act = useAction(async () => {
    const given = Object.fromEntries(names.map((name) => [name, typed[name].trim()]).filter(([, text]) => text !== ''));
    const body = { preset, ...given, ...(preset === 'standard' && { isSandbox: test }) } as Connecting;
    await call('connect-platform', { body }, { mode: 'live' });
    await onDone();
    toast(words.done);
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
      <PresetChoice presets={presets} preset={preset} choose={choose} />
      {names.map((name) => (
        <Field
          key={name}
          {...secret}
          label={words[name]}
          hint={name === 'flowUrl' ? words.urlHint : undefined}
          error={act.problem?.at(name)}
          required={name !== 'directoryUrl' && name !== 'organizationId'}
          value={typed[name]}
          onChange={({ target }) => type({ ...typed, [name]: target.value })}
        />
      ))}
      <p className="hint">{words.kept}</p>
      <ErrorMessage error={act.error} shown={names} />
      <ConnectButtons words={words} isRunning={act.isRunning} cancel={cancel} />
    </form>
  );
}

type OfChoice = { presets: readonly Preset[]; preset: PresetName; choose: (preset: PresetName) => void };

function PresetChoice({ presets, preset, choose }: OfChoice) {
  const words = useTranslations('platform');
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{words.preset}</label>
      <select id={id} className="input" value={preset} onChange={({ target }) => choose(target.value as PresetName)}>
        {presets.map((each) => (
          <option key={each.preset} value={each.preset}>
            {each.name}
          </option>
        ))}
        <option value="standard">{words.standard}</option>
      </select>
    </div>
  );
}
