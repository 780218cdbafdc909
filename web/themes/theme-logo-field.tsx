import { useId } from 'react';
import { base64Of } from '../ground/base64.ts';
import { useWords } from '../words/language.ts';
import type { ThemeChange } from './theme-picture.tsx';

type Logo = NonNullable<ThemeChange['logo']>;

/** Millimetres a logo is given at first, and how wide it may be. */
const WIDTH_MM = { first: 35, min: 5, max: 60 };

/** The logo of a theme: a file, how wide it is printed, or none. */
export function ThemeLogoField({
  logo,
  set,
}: {
  logo:
    | { readonly format: Logo['format']; readonly widthMm: number; readonly base64?: string | undefined }
    | null
    | undefined;
  set: (logo: Logo | null) => void;
}) {
  const id = useId();
  const words = useWords('themes');
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const format = file.type === 'image/jpeg' ? 'jpg' : 'png';
    set({ format, base64: await base64Of(file), widthMm: logo?.widthMm ?? WIDTH_MM.first });
  };
  return (
    <div className="field">
      <label htmlFor={id}>{words.logo}</label>
      <input
        id={id}
        type="file"
        accept="image/png,image/jpeg"
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => void take(target.files?.[0])}
      />
      <p className="hint" id={`${id}-hint`}>
        {words.logoHint}
      </p>
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
