import { ErrorMessage } from '../../../app/components/error-message.tsx';
import { Loading } from '../../../app/components/loading.tsx';
import { currenciesWith, currencyName } from '../../../app/formats/currencies.ts';
import { longDay } from '../../../app/formats/dates.tsx';
import { numberText } from '../../../app/formats/money.tsx';
import { useOperation } from '../../../client/use-query.ts';
import { useLanguage, useTranslations } from '../../../locales/language.ts';
import { parseCapital } from '../parse-capital.ts';
import { useReadOnlyReason } from '../read-only-reason.ts';
import { ChoiceSetting, Setting, SwitchSetting } from '../setting-fields.tsx';
import { GroupSetting } from '../setting-group.tsx';
import { Settings, SettingsPage } from '../settings-page.tsx';
import { type CompanyPatch, orNull, useCompany } from './company-settings.ts';
import { CompanyLogo } from './logo.tsx';
import { Duties } from './professional-duties.tsx';

/** Company settings: legal identity, contact details, obligations. */
export function Screen() {
  const words = useTranslations('settings');
  const whyUnchanged = useReadOnlyReason();
  const { settings, error, mayChange, savedAt, save } = useCompany();
  const of = settings && { settings, disabled: !mayChange, save };
  return (
    <SettingsPage title={words.company.title} intro={mayChange ? words.company.intro : whyUnchanged} savedAt={savedAt}>
      <ErrorMessage error={error} />
      {!of && !error && <Loading rows={8} />}
      {of && (
        <>
          <Identity {...of} />
          <Registers {...of} />
          <Reach {...of} />
          <Duties {...of} />
        </>
      )}
    </SettingsPage>
  );
}

function Identity({ settings, disabled, save }: CompanyPatch) {
  const words = useTranslations('settings').company;
  const { address, legalStatus } = settings;
  const forms = Object.entries(words.forms) as [keyof typeof words.forms, string][];
  return (
    <Settings title={words.identity}>
      <Setting
        label={words.siret}
        value={settings.siret ?? ''}
        inputMode="numeric"
        disabled={disabled}
        save={(text) => save({ siret: orNull(text.replace(/\s/g, '')) })}
      />
      <ElectronicAddress settings={settings} disabled={disabled} save={save} />
      <Setting
        label={words.name}
        hint={words.nameHint}
        value={settings.name}
        disabled={disabled}
        save={(text) => save({ name: text })}
      />
      <Setting
        label={words.fullName}
        value={settings.fullName ?? ''}
        disabled={disabled}
        save={(text) => save({ fullName: orNull(text) })}
      />
      <Setting
        label={words.trade}
        value={settings.commercialName ?? ''}
        disabled={disabled}
        save={(text) => save({ commercialName: orNull(text) })}
      />
      <GroupSetting
        legend={words.address}
        fields={{
          line1: words.line1,
          line2: words.line2,
          zipCode: words.zipCode,
          city: words.city,
          country: words.country,
        }}
        value={{ country: 'FR', ...address }}
        optional={['line2']}
        country="country"
        disabled={disabled}
        save={(value) =>
          save({
            address: value && { ...value, line2: orNull(value.line2), country: value.country as 'FR' },
          })
        }
      />
      <CompanyLogo disabled={disabled} />
      <ChoiceSetting
        label={words.form}
        value={legalStatus ?? ''}
        options={[
          ...(legalStatus ? [] : [{ value: '' as const, name: words.chooseForm }]),
          ...forms.map(([value, name]) => ({ value, name })),
        ]}
        disabled={disabled}
        save={(value) => save({ legalStatus: value })}
      />
    </Settings>
  );
}

function ElectronicAddress({ settings, disabled, save }: CompanyPatch) {
  const words = useTranslations('settings').company;
  return (
    <Setting
      label={words.electronicAddress}
      hint={words.electronicAddressHint}
      value={settings.electronicAddress ?? ''}
      spellCheck={false}
      disabled={disabled}
      save={(text) => save({ electronicAddress: orNull(text) })}
    />
  );
}

function Registers({ settings, disabled, save }: CompanyPatch) {
  const words = useTranslations('settings').company;
  const language = useLanguage();
  const capital = settings.shareCapital;
  return (
    <Settings title={words.registers}>
      <Setting
        label={words.capital}
        value={capital ? numberText(capital.amount / 100, language) : ''}
        inputMode="decimal"
        disabled={disabled}
        save={(text) => {
          const amount = parseCapital(text);
          return save({ shareCapital: amount === null ? null : { amount } });
        }}
      />
      {(['rcsNumber', 'rcsCity', 'rneNumber', 'rsacNumber', 'sapAgreementNumber'] as const).map((name) => (
        <Setting
          key={name}
          label={words[name]}
          value={settings[name] ?? ''}
          disabled={disabled}
          save={(text) => save({ [name]: orNull(text) })}
        />
      ))}
    </Settings>
  );
}

function Reach({ settings, disabled, save }: CompanyPatch) {
  const words = useTranslations('settings').company;
  const language = useLanguage();
  return (
    <Settings title={words.reach}>
      <Setting
        label={words.email}
        hint={words.emailHint}
        type="email"
        autoComplete="email"
        value={settings.email ?? ''}
        disabled={disabled}
        save={(text) => save({ email: orNull(text) })}
      />
      <Setting
        label={words.phone}
        type="tel"
        autoComplete="tel"
        value={settings.phone ?? ''}
        disabled={disabled}
        save={(text) => save({ phone: orNull(text) })}
      />
      <ChoiceSetting
        label={words.zone}
        value={settings.zone}
        options={zonesWith(settings.zone)}
        disabled={disabled}
        save={(zone) => save({ zone })}
      />
      <ChoiceSetting
        label={words.currency}
        value={settings.currency}
        options={currenciesWith(settings.currency).map((value) => ({ value, name: currencyName(value, language) }))}
        disabled={disabled}
        save={(currency) => save({ currency })}
      />
      <RatesKnown />
      <SwitchSetting
        label={words.sirenRequired}
        description={words.sirenRequiredSaid}
        value={settings.customerSirenRequired}
        disabled={disabled}
        save={(value) => save({ customerSirenRequired: value })}
      />
      <SwitchSetting
        label={words.companySearch}
        description={words.companySearchSaid}
        value={settings.companySearchAllowed}
        disabled={disabled}
        save={(value) => save({ companySearchAllowed: value })}
      />
      <SwitchSetting
        label={words.supplierMails}
        description={words.supplierMailsSaid}
        value={settings.supplierInvoicesByMail}
        disabled={disabled}
        save={(value) => save({ supplierInvoicesByMail: value })}
      />
    </Settings>
  );
}

/** The time zones known to the browser, plus the current one. */
const zonesWith = (zone: string): { value: string; name: string }[] =>
  [...new Set([zone, ...Intl.supportedValuesOf('timeZone')])]
    .toSorted()
    .map((value) => ({ value, name: value.replaceAll('_', ' ') }));

/** Source of the exchange rates, and the last known date. */
function RatesKnown() {
  const words = useTranslations('settings').company.rates;
  const { data } = useOperation('get-currency-rates', {});
  const known = data?.lastDay === undefined ? words.none : words.lastDay(longDay(data.lastDay));
  return (
    <div className="set-row">
      <span className="setting-name">{words.label}</span>
      <div>
        <p className="hint">{data && (data.isOn ? `${words.on} ${known}` : words.off)}</p>
      </div>
    </div>
  );
}
