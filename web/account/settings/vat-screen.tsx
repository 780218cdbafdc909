import { ErrorMessage } from '../../app/components/error-message.tsx';
import { Loading } from '../../app/components/loading.tsx';
import { useAction } from '../../app/use-action.ts';
import { useTranslations } from '../../locales/language.ts';
import { type CompanyPatch, orNull, useCompany } from './company/company-settings.ts';
import { useReadOnlyReason } from './read-only-reason.ts';
import { RadioSetting, Setting } from './setting-fields.tsx';
import { Settings, SettingsPage } from './settings-page.tsx';

/** VAT scheme, and when VAT is due. */
export function Screen() {
  const words = useTranslations('settings');
  const { vat } = words;
  const whyUnchanged = useReadOnlyReason();
  const { settings, proposedVatNumber, mayChange, savedAt, save } = useCompany();
  const isLacking = settings !== undefined && chargesVat(settings.vatRegime) && !settings.vatNumber;
  const regimes = (['normal', 'simplified', 'franchise', 'exempt'] as const).map((value) => ({
    value,
    name: vat.regimes[value],
    description: vat.regimesSaid[value],
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
            hint={isLacking && !proposedVatNumber ? vat.numberLacking : undefined}
            value={settings.vatNumber ?? ''}
            disabled={!mayChange}
            save={(text) => save({ vatNumber: orNull(text.replace(/\s/g, '')) })}
          />
          {isLacking && proposedVatNumber && mayChange && <ProposedNumber number={proposedVatNumber} save={save} />}
          <RadioSetting
            legend={vat.onDebits}
            value={settings.vatOnDebits ? 'debits' : 'receipts'}
            options={[
              { value: 'receipts', name: vat.onReceipts, description: vat.onReceiptsSaid },
              { value: 'debits', name: vat.debits, description: vat.debitsSaid },
            ]}
            disabled={!mayChange}
            save={(value) => save({ vatOnDebits: value === 'debits' })}
          />
        </Settings>
      ) : (
        <Loading rows={5} />
      )}
    </SettingsPage>
  );
}

/**
 * Both schemes charge VAT: documents must show the seller's VAT number (CGI ann. II art. 242 nonies
 * A, 3°).
 */
const chargesVat = (regime: string): boolean => regime === 'normal' || regime === 'simplified';

/** Suggests the VAT number derived from the SIREN, with a button to save it. */
function ProposedNumber({ number, save }: { number: string; save: CompanyPatch['save'] }) {
  const { vat } = useTranslations('settings');
  const act = useAction(() => save({ vatNumber: number }));
  return (
    <div className="notice warn" role="status">
      <div>
        <p>{vat.numberProposed(number)}</p>
        <p className="row-actions">
          <button type="button" className="btn" aria-disabled={act.isRunning} onClick={() => void act.run()}>
            {vat.takeNumber}
          </button>
        </p>
        <ErrorMessage error={act.error} />
      </div>
    </div>
  );
}
