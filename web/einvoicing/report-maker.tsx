import { useQuery, useQueryClient } from '@tanstack/react-query';
import { mayChangeSettings, settingsKey } from '../account/settings/company/company-settings.ts';
import { RadioSetting } from '../account/settings/setting-fields.tsx';
import { useSession } from '../app/session/session.ts';
import { call } from '../client/call.ts';
import { useTranslations } from '../locales/language.ts';

const PLATFORMS = ['list-platform-connections'];

/** Who makes the e-reports of the mode in use: this service, or the connected platform. */
export function ReportMaker() {
  const words = useTranslations('eReporting').makers;
  const queries = useQueryClient();
  const { account, mode } = useSession();
  const { data } = useQuery({
    queryKey: PLATFORMS,
    queryFn: () => call('list-platform-connections', {}, settingsKey(account)),
  });
  if (!data) return null;
  const connection = data.connections.find(({ sends, test }) => sends && test === (mode === 'test'));
  if (!connection) return <p className="quiet small">{words.none}</p>;
  const save = async (reports: 'by_us' | 'by_platform'): Promise<void> => {
    const change = { connectionId: connection.id, body: { reports } };
    await call('update-platform-connection', change, { mode: 'live' });
    await queries.invalidateQueries({ queryKey: PLATFORMS });
  };
  return (
    <>
      <RadioSetting
        legend={words.legend}
        value={connection.reports}
        options={[
          { value: 'by_us', name: words.by_us, description: words.byUsSaid },
          { value: 'by_platform', name: words.by_platform, description: words.byPlatformSaid },
        ]}
        disabled={!mayChangeSettings(account)}
        save={save}
      />
      <p className="quiet small">{connection.reports === 'by_platform' ? words.rule : words.askPlatform}</p>
    </>
  );
}
