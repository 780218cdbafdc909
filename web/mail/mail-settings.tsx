import { useCompany } from '../account/settings/company/company-settings.ts';
import { Setting, SwitchSetting } from '../account/settings/setting-fields.tsx';
import { Settings, SettingsPage } from '../account/settings/settings-page.tsx';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { toast } from '../app/components/toasts.tsx';
import { figure } from '../app/formats/money.tsx';
import { useSession } from '../app/session/session.ts';
import { useAction } from '../app/use-action.ts';
import { call } from '../client/call.ts';
import { isProblem } from '../client/problem.ts';
import { useOperation } from '../client/use-query.ts';
import { useTranslations } from '../locales/language.ts';

/** Email settings: reply address, signature, test email, usage. */
export function Screen() {
  const words = useTranslations('mail');
  const { settings, mayChange, savedAt, save } = useCompany();
  const { may } = useSession();
  return (
    <SettingsPage title={words.title} intro={words.intro} savedAt={savedAt}>
      <Settings title={words.title}>
        <div className="set-row">
          <span className="setting-name">{words.from}</span>
          <div>
            <p className="description">{settings?.email ?? words.noEmail}</p>
            <Sent />
          </div>
        </div>
        {settings && (
          <Setting
            label={words.signature}
            hint={words.signatureHint}
            rows={4}
            value={settings.mailSignature ?? ''}
            disabled={!mayChange}
            save={(text) => save({ mailSignature: text.trim() === '' ? null : text })}
          />
        )}
        {may('billing:write') && <Trial />}
        {settings && (
          <SwitchSetting
            label={words.heads}
            description={words.headsSaid}
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
  const words = useTranslations('mail');
  const { data } = useOperation('get-usage', {});
  if (!data) return null;
  const { used, limit } = data.mailsInADay;
  return (
    <p className="hint">{limit === undefined ? words.used(figure(used)) : words.usage(figure(used), figure(limit))}</p>
  );
}

function Trial() {
  const words = useTranslations('mail');
  const act = useAction(async () => {
    await call('send-test-email-signature', { body: {} });
    toast(words.tested);
  });
  return (
    <div className="set-row">
      <span className="setting-name">{words.trial}</span>
      <div>
        <button type="button" className="btn" aria-disabled={act.isRunning} onClick={() => void act.run()}>
          {words.test}
        </button>
        <p className="hint">{words.trialHint}</p>
        {isProblem(act.error, 'mail.own_email_missing') ? (
          <p className="field-error" role="alert">
            {words.noEmail}
          </p>
        ) : (
          <ErrorMessage error={act.error} />
        )}
      </div>
    </div>
  );
}
