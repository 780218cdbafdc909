import assert from 'node:assert/strict';
import { test } from 'vitest';
import { copied, type Design, designOf, type KnownTheme, ownTheme, revisedDesign, themeChosen } from './design.ts';
import { LOGO_PIXELS_MAX, logoProblem } from './logo.ts';
import { DEFAULT_THEME, themes } from './themes.ts';

const plume = designOf('plume');
const own: KnownTheme = ownTheme({ id: 'mine', design: { ...plume, name: 'Atelier' }, createdAt: 1, updatedAt: 2 });

test('fields missing in a change stay, and a logo of null is removed', () => {
  const logo = { format: 'png', base64: '', widthMm: 30 } as const;
  const design = revisedDesign({ ...plume, logo }, { size: 9.5, colours: { accent: '#1d4e2f' }, logo: null }) as Design;
  assert.deepEqual(design, { ...plume, size: 9.5, colours: { ...plume.colours, accent: '#1d4e2f' } });
});

test('theme_contrast_too_low: pale yellow on paper is refused with its contrast', () => {
  assert.deepEqual(revisedDesign(plume, { colours: { accent: '#ffd400' } }), {
    ...{ refused: 'theme_contrast_too_low', text: 'accent', on: 'paper', contrast: 1.43, least: 4.5 },
  });
});

test("a document uses its own theme, or that of its kind, or the service's", () => {
  assert.equal(themeChosen(own, { theme: themes.encre }).name, 'Atelier');
  assert.equal(themeChosen(undefined, { theme: themes.encre }).id, 'encre');
  assert.equal(themeChosen(undefined, undefined), DEFAULT_THEME);
});

test('a copy remembers its original design, and takes its new name', () => {
  assert.deepEqual(copied(own, undefined), { ...plume, name: 'Atelier' });
  assert.deepEqual(copied({ theme: themes.marge }, 'Bleu'), { ...designOf('marge'), name: 'Bleu' });
  assert.equal(copied({ theme: { ...themes.marge, id: 'gone' } }, 'Bleu'), undefined);
});

test('a logo of 2,000 by 2,000 pixels is accepted, one more line is not, and 60 mm of height are too much', () => {
  const png = (width: number, height: number): Uint8Array => {
    const bytes = Buffer.alloc(24);
    bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    bytes.write('IHDR', 12);
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(height, 20);
    return bytes;
  };
  const logo = { format: 'png', widthMm: 40 } as const;
  assert.equal(logoProblem(logo, png(2_000, 2_000)), undefined);
  const refused = { refused: 'theme_logo_unusable', limit: LOGO_PIXELS_MAX };
  assert.deepEqual(logoProblem(logo, png(2_000, 2_001)), { ...refused, reason: 'pixels' });
  assert.deepEqual(logoProblem(logo, Buffer.from('GIF89a')), { ...refused, reason: 'content' });
  assert.deepEqual(logoProblem({ ...logo, widthMm: 60 }, png(100, 100)), { ...refused, reason: 'height', limit: 40 });
});
