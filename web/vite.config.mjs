import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { defineConfig } from 'vite';
import { preload } from './preload-plugin.mjs';

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

/**
 * Files that come together are one: thirty small ones would be thirty requests, and a browser asks for six at a time. What all screens stand
 * on; what most screens are made of; what those before the door are made of. A module that is asked for by itself is in none: it would
 * stand behind one more file.
 */
const groups = [
  { name: 'facturier', tags: ['$initial'], test: (id) => !id.endsWith('/web/preload.ts') },
  {
    name: 'parts',
    test: /\/web\/(?:client|app)\/(?!palette\/|reload-on-build|session\/account-menu-items|import\/|formats\/(?:parse-iban|iban-error|countries|currencies)|components\/(?:popup-menu|data-table|more-menu|filter-chip|country-field)).*\.tsx?$/,
    minShareCount: 2,
  },
  {
    name: 'outside',
    test: /\/web\/people\/(?:sign-in\/(?:signed-out.*|code-step|blank-invoice-art)|security\/password-field)\.tsx$/,
  },
];

export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  // The service puts a value of its own in the place of this, at each answer.
  html: { cspNonce: '__NONCE__' },
  plugins: [preload, mode === 'development' ? dated : compressed],
  build: {
    assetsDir: 'app',
    assetsInlineLimit: 0,
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_000,
    manifest: 'built.json',
    rolldownOptions: {
      output: { codeSplitting: { groups } },
      // Libraries mark their modules for frameworks that render on servers.
      onLog: (level, log, handler) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && handler(level, log),
    },
  },
}));
