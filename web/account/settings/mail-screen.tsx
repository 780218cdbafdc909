import { useState } from 'react';
import { call } from '../../client/call.ts';
import { useAnswer } from '../../client/use-answer.ts';
import { useAct } from '../../ground/act.ts';
import { figure } from '../../ground/money.tsx';
import { Refusal } from '../../ground/parts/refusal.tsx';
import { toast } from '../../ground/parts/toasts.tsx';
import { useWords } from '../../words/language.ts';
import { useCompany } from './company-settings.ts';
import { SwitchSetting } from './setting.tsx';
import { Settings, SettingsPage } from './settings-page.tsx';

/** Where answers arrive, the signature tried on oneself, and how much was sent. */
export function Screen() {
  const words = useWords('settings');
  const { mail } = words;
  const { settings, mayChange, savedAt, save } = useCompany();
  return (
    <SettingsPage title={mail.title} intro={mail.intro} savedAt={savedAt}>
      <Settings title={mail.title}>
        <div className="set-row">
          <span className="k">{mail.from}</span>
          <div>
            <p className="said">{settings?.email ?? mail.noEmail}</p>
            <Sent />
          </div>
        </div>
        <Signature />
        {settings && (
          <SwitchSetting
            label={mail.heads}
            said={mail.headsSaid}
            value={settings.auditHeadsByMail}
            disabled={!mayChange}
            save={(auditHeadsByMail) => save({ auditHeadsByMail })}
          />
        )}
      </Settings>
    </SettingsPage>
  );
}

function Sent() {
  const words = useWords('settings').mail;
  const { data } = useAnswer('get-usage', {});
  if (!data) return null;
  const { used, limit } = data.mailsInADay;
  return (
    <p className="hint">{limit === undefined ? words.used(figure(used)) : words.usage(figure(used), figure(limit))}</p>
  );
}

function Signature() {
  const words = useWords('settings').mail;
  const [typed, setTyped] = useState('');
  const act = useAct(async () => {
    const content = typed.trim() === '' ? {} : { content: typed.split('\n').map(asText).join('<br />') };
    await call('send-test-email-signature', { body: content });
    toast(words.tested);
  });
  return (
    <div className="set-row">
      <label htmlFor="signature">{words.signature}</label>
      <div>
        <textarea
          id="signature"
          className="input"
          rows={3}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <p className="hint">{words.signatureHint}</p>
        <div className="acts-of">
          <button type="button" className="btn" aria-disabled={act.isRunning} onClick={() => void act.run()}>
            {words.test}
          </button>
        </div>
        <Refusal error={act.error} />
      </div>
    </div>
  );
}

const asText = (line: string): string => line.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
