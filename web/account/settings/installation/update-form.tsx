import { useQueryClient } from '@tanstack/react-query';
import { ErrorMessage } from '../../../app/components/error-message.tsx';
import { Status } from '../../../app/components/status.tsx';
import { shortDay, timeOf } from '../../../app/formats/dates.tsx';
import { manualAddress } from '../../../app/manual/manual-address.ts';
import { useAction } from '../../../app/use-action.ts';
import { type Answer, call } from '../../../client/call.ts';
import { useLanguage, useTranslations } from '../../../locales/language.ts';
import { Settings } from '../settings-page.tsx';
import { useServiceSetting } from './use-installation.ts';

type Setting = Answer<'get-update-setting'>;

/** Milliseconds between two looks at a first check that is being made. */
const LOOK_MS = 2_000;
const isFirstCheck = (setting: Setting | undefined): boolean =>
  setting !== undefined && setting.isOn && setting.checkedAt === null && setting.failed === null;

/** Updates: the installed version, a newer one, and whether the service asks for it. */
export function Updates() {
  const words = useTranslations('installation');
  const { data, error } = useServiceSetting('get-update-setting', (setting) =>
    isFirstCheck(setting) ? LOOK_MS : false,
  );
  return (
    <Settings title={words.updates.title}>
      <ErrorMessage error={error} />
      {data && <Versions setting={data} />}
      {data?.source === 'environment' && <p className="description">{words.fromEnvironment(data.variable ?? '')}</p>}
      {data?.host && <Switch setting={data} host={data.host} />}
    </Settings>
  );
}

function Versions({ setting }: { setting: Setting }) {
  const words = useTranslations('installation').updates;
  const language = useLanguage();
  const { installed, available, checkedAt, failed, isOn } = setting;
  const isFailed = failed !== null && failed.at >= (checkedAt ?? 0);
  return (
    <div className="set-row">
      <span className="setting-name">{words.installed}</span>
      <div>
        <p className="description">{installed}</p>
        {available && (
          <p className="description">
            <Status state="waiting">{words.available(available.version)}</Status>
          </p>
        )}
        {available && (
          <p className="description">
            <a className="link" href={available.url} target="_blank" rel="noreferrer">
              {words.news}
            </a>
            {' · '}
            <a className="link" href={manualAddress('host/upgrade', language)} target="_blank" rel="noopener">
              {words.how}
            </a>
          </p>
        )}
        <div role="status">
          {isFirstCheck(setting) && <p className="hint">{words.checking}</p>}
          {isOn && checkedAt !== null && (
            <p className="hint">
              {!available && `${words.current} `}
              {words.checked(when(checkedAt))}
            </p>
          )}
        </div>
        {isOn && isFailed && (
          <p className="field-error">{words.failed(when(failed.at), words.faults[failed.fault](failed.status ?? 0))}</p>
        )}
      </div>
    </div>
  );
}

const when = (at: number): string => `${shortDay(at)}, ${timeOf(at)}`;

function Switch({ setting, host }: { setting: Setting; host: string }) {
  const words = useTranslations('installation').updates;
  const queries = useQueryClient();
  const act = useAction(async () => {
    await call('set-updates', { body: { isOn: !setting.isOn } }, { mode: 'live' });
    await queries.invalidateQueries({ queryKey: ['get-update-setting'] });
  });
  return (
    <>
      <label className="choice">
        <input
          type="checkbox"
          className="check"
          checked={setting.isOn}
          aria-describedby="updates-sent"
          aria-disabled={act.isRunning}
          onChange={() => !act.isRunning && void act.run()}
        />
        <span>{words.ask}</span>
      </label>
      <p className="description quiet" id="updates-sent">
        {words.sent(host)}
      </p>
      <ErrorMessage error={act.error} />
    </>
  );
}
