import { globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildManual } from './app/manual/build-manual.mjs';

const DOCS = join(import.meta.dirname, '../docs');
const SCRIPTS = {
  script: new URL('./app/manual/manual-page.ts', import.meta.url),
  theme: new URL('./app/manual/manual-theme.ts', import.meta.url),
};

/** Builds the manual (`docs/fr`, `docs/en`) into the folder `aide` beside the web app. */
export const manual = {
  name: 'manual',
  apply: 'build',
  buildStart() {
    for (const [name, url] of Object.entries(SCRIPTS))
      this.emitFile({ type: 'chunk', id: fileURLToPath(url), name: `manual-${name}` });
    for (const file of globSync(['manual.json', '{fr,en}/**/*.md'], { cwd: DOCS })) this.addWatchFile(join(DOCS, file));
  },
  async writeBundle({ dir }, bundle) {
    const chunk = (wanted) =>
      Object.values(bundle).find(({ type, name }) => type === 'chunk' && name === `manual-${wanted}`);
    const script = chunk('script');
    await buildManual(join(dir, 'aide'), {
      ...{ script: script.fileName, theme: chunk('theme').fileName },
      css: [...(script.viteMetadata?.importedCss ?? [])],
    });
  },
};
