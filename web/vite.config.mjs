import { readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { defineConfig } from 'vite';
import { manual } from './manual-plugin.mjs';
import { preload } from './preload-plugin.mjs';

/** File types worth compressing. */
const TEXT = /\.(js|css|svg|webmanifest)$/;
const SMALL_BYTES = 512;

/** Writes brotli and gzip versions of every text file at build time. */
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

/** Reports each build: `npm run dev` reloads the page on it. */
const dated = {
  name: 'dated',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'app/built.txt', source: String(Date.now()) });
  },
};

/**
 * Files used together form one chunk: thirty small files would be thirty requests, and a browser
 * sends six at a time. One chunk for all screens, one for most screens, one for signed-out screens.
 * Modules loaded on their own stay separate: they would otherwise wait for one more file.
 */
const groups = [
  { name: 'facturier', tags: ['$initial'], test: (id) => !/\/web\/(?:preload|app\/manual\/)|\/minisearch\//.test(id) },
  {
    name: 'parts',
    test: /\/web\/(?:client|app)\/(?!palette\/|manual\/|reload-on-build|session\/account-menu-items|import\/|formats\/(?:parse-iban|iban-error|countries|currencies)|components\/(?:popup|menu-keys|place-popup|data-table|more-menu|filter-chip|country-field)).*\.tsx?$/,
    minShareCount: 2,
  },
  {
    name: 'outside',
    test: /\/web\/people\/(?:sign-in\/(?:signed-out.*|code-step|blank-invoice-art)|security\/password-field)\.tsx$/,
  },
];

/** The sidebar and the help show it. */
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  // The same files work under any path of PUBLIC_URL.
  base: './',
  // The service replaces this value in each response.
  html: { cspNonce: '__NONCE__' },
  define: { 'import.meta.env.VITE_VERSION': JSON.stringify(version) },
  plugins: [preload, manual, mode === 'development' ? dated : compressed],
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
      // Directives in libraries for frameworks with server rendering.
      onLog: (level, log, handler) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && handler(level, log),
    },
  },
}));
