import { Waiting } from '../../ground/parts/waiting.tsx';
import { useWords } from '../../words/language.ts';
import { orNull, useCompany, useWhyUnchanged } from './company-settings.ts';
import { RadioSetting, Setting } from './setting.tsx';
import { Settings, SettingsPage } from './settings-page.tsx';

/** The VAT regime, and when VAT is owed. */
export function Screen() {
  const words = useWords('settings');
  const { vat } = words;
  const whyUnchanged = useWhyUnchanged();
  const { settings, mayChange, savedAt, save } = useCompany();
  const regimes = (['normal', 'simplified', 'franchise', 'exempt'] as const).map((value) => ({
    value,
    name: vat.regimes[value],
    said: vat.regimesSaid[value],
  }));
  return (
    <SettingsPage title={vat.title} intro={mayChange ? vat.intro : whyUnchanged} savedAt={savedAt}>
      {settings ? (
        <Settings title={vat.regime}>
          <RadioSetting
            legend={vat.regime}
            value={settings.vatRegime}
            options={regimes}
            disabled={!mayChange}
            save={(vatRegime) => save({ vatRegime })}
          />
          <Setting
            label={vat.number}
            value={settings.vatNumber ?? ''}
            disabled={!mayChange}
            save={(text) => save({ vatNumber: orNull(text.replace(/\s/g, '')) })}
          />
          <RadioSetting
            legend={vat.onDebits}
            value={settings.vatOnDebits ? 'debits' : 'receipts'}
            options={[
              { value: 'receipts', name: vat.onReceipts, said: vat.onReceiptsSaid },
              { value: 'debits', name: vat.debits, said: vat.debitsSaid },
            ]}
            disabled={!mayChange}
            save={(value) => save({ vatOnDebits: value === 'debits' })}
          />
        </Settings>
      ) : (
        <Waiting rows={5} />
      )}
    </SettingsPage>
  );
}
