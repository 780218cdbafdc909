import { Loading } from '../../app/components/loading.tsx';
import { useIbanError } from '../../app/formats/iban-error.ts';
import { useTranslations } from '../../locales/language.ts';
import { Agency } from '../../payments/agency/agency-account.tsx';
import { OnlinePayment } from '../../payments/connection/online-payment.tsx';
import { type CompanyPatch, orNull, useCompany } from './company/company-settings.ts';
import { parseInteger } from './parse-integer.ts';
import { PaymentMethods } from './payment-methods.tsx';
import { Penalties } from './penalties.tsx';
import { useReadOnlyReason } from './read-only-reason.ts';
import { Reminders } from './reminders.tsx';
import { ChoiceSetting, Setting } from './setting-fields.tsx';
import { GroupSetting } from './setting-group.tsx';
import { Settings, SettingsPage } from './settings-page.tsx';

/** Payment settings: bank account, terms, defaults of new drafts. */
export function Screen() {
  const words = useTranslations('settings');
  const whyUnchanged = useReadOnlyReason();
  const { settings, mayChange, savedAt, save } = useCompany();
  const of = settings && { settings, disabled: !mayChange, save };
  return (
    <SettingsPage title={words.payment.title} intro={mayChange ? words.payment.intro : whyUnchanged} savedAt={savedAt}>
      {of ? (
        <>
          <Bank {...of} />
          <OnlinePayment {...of} />
          <Agency disabled={of.disabled} />
          <Terms {...of} />
          <Penalties {...of} />
          <Reminders {...of} />
          <Texts {...of} />
        </>
      ) : (
        <Loading rows={8} />
      )}
    </SettingsPage>
  );
}

function Bank({ settings, disabled, save }: CompanyPatch) {
  const words = useTranslations('settings').payment;
  const faultOf = useIbanError();
  return (
    <Settings title={words.bank}>
      <GroupSetting
        legend={words.bank}
        fields={{ holder: words.holder, iban: words.iban, bic: words.bic }}
        hint={words.bicHint}
        value={settings.bankInformation ?? { holder: settings.name }}
        optional={['bic']}
        faultOf={(name, text) => (name === 'iban' ? faultOf(text) : undefined)}
        disabled={disabled}
        save={(value) => save({ bankInformation: value && { ...value, iban: value.iban.replace(/\s/g, '') } })}
      />
    </Settings>
  );
}

function Terms({ settings, disabled, save }: CompanyPatch) {
  const words = useTranslations('settings').payment;
  const { defaults } = settings;
  const delays = Object.entries(words.delays) as [keyof typeof words.delays, string][];
  return (
    <Settings title={words.terms}>
      <ChoiceSetting
        label={words.delay}
        value={defaults.paymentDelay}
        options={delays.map(([value, name]) => ({ value, name }))}
        disabled={disabled}
        save={(paymentDelay) => save({ defaults: { paymentDelay } })}
      />
      <Setting
        label={words.validity}
        inputMode="numeric"
        value={String(defaults.estimateValidityDays)}
        disabled={disabled}
        save={(text) => save({ defaults: { estimateValidityDays: parseInteger(text) } })}
      />
      <PaymentMethods settings={settings} disabled={disabled} save={save} />
    </Settings>
  );
}

function Texts({ settings, disabled, save }: CompanyPatch) {
  const words = useTranslations('settings').payment;
  const { defaults } = settings;
  return (
    <Settings title={words.texts}>
      <Setting
        label={words.header}
        rows={2}
        value={defaults.headerNote ?? ''}
        disabled={disabled}
        save={(text) => save({ defaults: { headerNote: orNull(text) ?? '' } })}
      />
      <Setting
        label={words.footer}
        rows={2}
        value={defaults.footerNote ?? ''}
        disabled={disabled}
        save={(text) => save({ defaults: { footerNote: orNull(text) ?? '' } })}
      />
      <Setting
        label={words.sale}
        rows={4}
        value={defaults.generalTermsAndConditionsOfSale ?? ''}
        disabled={disabled}
        save={(text) => save({ defaults: { generalTermsAndConditionsOfSale: text } })}
      />
    </Settings>
  );
}
