import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { defineConfig } from 'vite';

/** What compresses at all, and is worth it. */
const TEXT = /\.(js|css|svg|webmanifest)$/;
const SMALL_BYTES = 512;

/** Every text beside itself as brotli and gzip: made once here, never while somebody waits. */
const compressed = {
  name: 'compressed',
  apply: 'build',
  async writeBundle({ dir }) {
    const folder = join(dir, 'app');
    for (const name of (await readdir(folder)).filter((each) => TEXT.test(each))) {
      const bytes = await readFile(join(folder, name));
      if (bytes.length < SMALL_BYTES) continue;
      const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
      await writeFile(join(folder, `${name}.br`), await promisify(brotliCompress)(bytes, { params }));
      await writeFile(join(folder, `${name}.gz`), await promisify(gzip)(bytes, { level: 9 }));
    }
  },
};

/** Says when it was built: `npm run dev` reloads the page on it. */
const dated = {
  name: 'dated',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'app/built.txt', source: String(Date.now()) });
  },
};

export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  // The service puts a value of its own in the place of this, at each answer.
  html: { cspNonce: '__NONCE__' },
  plugins: mode === 'development' ? [dated] : [compressed],
  build: {
    assetsDir: 'app',
    assetsInlineLimit: 0,
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_000,
    manifest: 'built.json',
    rolldownOptions: {
      // One file of all that the entry imports: thirty small ones would be thirty requests before anything is drawn.
      output: { codeSplitting: { groups: [{ name: 'facturier', tags: ['$initial'] }] } },
      // Libraries mark their modules for frameworks that render on servers.
      onLog: (level, log, handler) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && handler(level, log),
    },
  },
}));
