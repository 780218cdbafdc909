import { base64Of } from '../app/base64.ts';
import type { ThemeChange } from './theme-preview.tsx';

type Logo = NonNullable<ThemeChange['logo']>;

/** Logo formats and sizes the service accepts. */
const BYTES_MAX = 200_000;
const PIXELS_MAX = 4_000_000;
const HEIGHT_MAX_MM = 40;
/** Default and minimum logo width in millimetres. */
const WIDTH_MM = { first: 35, min: 5 };

/** Sizes to scale a large image to, best first: pixels of the longer side. */
const ANEW = [
  { type: 'image/png', side: 1_200 },
  { type: 'image/png', side: 800 },
  { type: 'image/jpeg', side: 1_200 },
  { type: 'image/jpeg', side: 600 },
] as const;
const JPEG_QUALITY = 0.85;

/**
 * Reads a logo from a file. An accepted PNG or JPG stays as it is; anything else is redrawn as one,
 * as small as needed, on white without transparency. The width is limited by the height. Undefined
 * if the browser cannot read the image.
 */
export async function readLogoFile(file: File): Promise<Logo | undefined> {
  const picture = await pictureOf(file);
  if (!picture) return undefined;
  const { width, height } = sizeOf(picture);
  const widthMm = Math.max(WIDTH_MM.min, Math.min(WIDTH_MM.first, Math.floor((HEIGHT_MAX_MM * width) / height)));
  const isTaken = file.type === 'image/png' || file.type === 'image/jpeg';
  if (isTaken && file.size <= BYTES_MAX && width * height <= PIXELS_MAX) return logoOf(file, widthMm);
  for (const { type, side } of ANEW) {
    // A photograph stays JPG: as PNG it would be larger.
    if (file.type === 'image/jpeg' && type === 'image/png') continue;
    const drawn = await drawnAnew(picture, type, side);
    if (drawn && drawn.size <= BYTES_MAX) return logoOf(drawn, widthMm);
  }
  return undefined;
}

const logoOf = async (file: Blob, widthMm: number): Promise<Logo> => ({
  format: file.type === 'image/jpeg' ? 'jpg' : 'png',
  base64: await base64Of(file),
  widthMm,
});

async function pictureOf(file: File): Promise<HTMLImageElement | undefined> {
  const address = URL.createObjectURL(file);
  const picture = new Image();
  picture.src = address;
  try {
    await picture.decode();
    return picture;
  } catch {
    return undefined;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** An SVG may have no intrinsic size. */
const sizeOf = ({ naturalWidth, naturalHeight }: HTMLImageElement): { width: number; height: number } =>
  naturalWidth > 0 && naturalHeight > 0 ? { width: naturalWidth, height: naturalHeight } : { width: 1, height: 1 };

function drawnAnew(picture: HTMLImageElement, type: string, side: number): Promise<Blob | null> {
  const { width, height } = sizeOf(picture);
  const scale = side / Math.max(width, height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const on = canvas.getContext('2d');
  if (!on) return Promise.resolve(null);
  if (type === 'image/jpeg') {
    on.fillStyle = '#ffffff';
    on.fillRect(0, 0, canvas.width, canvas.height);
  }
  on.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, type, JPEG_QUALITY));
}
