import type { CompanySettings, Theme } from '../../client/schemas.ts';
import { useTranslations } from '../../locales/language.ts';

/** Props of every step: saved settings, next, back. */
export type StepProps = {
  readonly company: CompanySettings;
  /** The VAT number derived from the SIREN by the service, if none is set. */
  readonly proposedVatNumber?: string | undefined;
  readonly onDone: () => Promise<void>;
  readonly onBack: () => void;
  /** Values being typed, for the sample sheet. */
  readonly onTyped: (issuer: Issuer) => void;
  /** The chosen design, for the sample sheet. */
  readonly onChosen: (theme: Theme) => void;
};
export type Issuer = { readonly name: string; readonly lines: readonly string[]; readonly ids: readonly string[] };

/** Callbacks to leave a step: forward or back. */
export function StepFoot({ isRunning, onBack }: { isRunning: boolean; onBack?: () => void }) {
  const words = useTranslations('account').setup;
  return (
    <div className="go">
      <button type="submit" className="btn primary big" aria-disabled={isRunning}>
        {words.go}
      </button>
      {onBack && (
        <button type="button" className="link" onClick={onBack}>
          {words.back}
        </button>
      )}
    </div>
  );
}
