import { useQueryClient } from '@tanstack/react-query';
import { ErrorMessage } from '../../../app/components/error-message.tsx';
import { toast } from '../../../app/components/toasts.tsx';
import { useAction } from '../../../app/use-action.ts';
import { useOperation } from '../../../client/use-query.ts';
import { useTranslations } from '../../../locales/language.ts';
import { ThemeLogoField } from '../../../themes/theme-logo-field.tsx';
import { themeOfKind } from '../../../themes/theme-of-kind.ts';
import type { ThemeChange } from '../../../themes/theme-preview.tsx';
import { uploadLogo } from '../../../themes/upload-logo.ts';

/** Company logo, printed on future documents. */
export function CompanyLogo({ disabled }: { disabled: boolean }) {
  const words = useTranslations('settings').company.logo;
  const queries = useQueryClient();
  const { data } = useOperation('list-themes', {});
  const theme = data && themeOfKind(data.docs, 'invoice');
  const whole = useOperation('get-theme', { themeId: theme?.id ?? 'ardoise' }, { enabled: theme !== undefined });
  const act = useAction(async (logo: NonNullable<ThemeChange['logo']> | null) => {
    if (!data) return;
    await uploadLogo(data.docs, logo, words.called);
    await Promise.all(
      ['list-themes', 'get-theme', 'preview-theme'].map((name) => queries.invalidateQueries({ queryKey: [name] })),
    );
    toast(logo ? words.done : words.removed);
  });
  return (
    <div className="set-row">
      <span className="setting-name">{words.title}</span>
      <fieldset disabled={disabled || act.isRunning}>
        {whole.data && (
          <ThemeLogoField
            logo={whole.data.logo}
            set={(logo) => void act.run(logo)}
            error={act.problem?.at('logo.base64')}
          />
        )}
        <p className="hint">{words.said}</p>
        <ErrorMessage error={act.error} shown={['logo.base64']} />
      </fieldset>
    </div>
  );
}
