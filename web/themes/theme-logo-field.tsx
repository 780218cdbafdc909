import { useId, useState } from 'react';
import { useTranslations } from '../locales/language.ts';
import { readLogoFile } from './read-logo-file.ts';
import type { ThemeChange } from './theme-preview.tsx';

type Logo = NonNullable<ThemeChange['logo']>;

/** Range of the logo width in millimetres. */
const WIDTH_MM = { min: 5, max: 60 };

/** Logo of a design: file, printed width, or none. */
export function ThemeLogoField({
  logo,
  set,
  error,
}: {
  logo:
    | { readonly format: Logo['format']; readonly widthMm: number; readonly base64?: string | undefined }
    | null
    | undefined;
  set: (logo: Logo | null) => void;
  /** Errors from the service. */
  error: string | undefined;
}) {
  const id = useId();
  const words = useTranslations('themes');
  const [isUnread, setUnread] = useState(false);
  const fault = isUnread ? words.logoUnread : error;
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const made = await readLogoFile(file).catch(() => undefined);
    setUnread(!made);
    if (made) set(made);
  };
  return (
    <div className="field">
      <label htmlFor={id}>{words.logo}</label>
      <input
        id={id}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/svg+xml"
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? `${id}-hint ${id}-wrong` : `${id}-hint`}
        onChange={({ target }) => void take(target.files?.[0])}
      />
      <p className="hint" id={`${id}-hint`}>
        {words.logoHint}
      </p>
      {fault && (
        <p className="field-error" id={`${id}-wrong`} role="alert">
          {fault}
        </p>
      )}
      {logo && (
        <>
          <label htmlFor={`${id}-width`}>{words.logoWidth(logo.widthMm)}</label>
          <input
            id={`${id}-width`}
            type="range"
            min={WIDTH_MM.min}
            max={WIDTH_MM.max}
            value={logo.widthMm}
            onChange={({ target }) =>
              logo.base64 !== undefined &&
              set({ format: logo.format, base64: logo.base64, widthMm: Number(target.value) })
            }
          />
          <button type="button" className="btn text" onClick={() => set(null)}>
            {words.logoRemove}
          </button>
        </>
      )}
    </div>
  );
}
