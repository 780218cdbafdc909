import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { openTypstCompiler } from '../../src/pdf/typst-compiler.ts';
import { difference, pagePictures, pictureOf, pngOf } from './page-image.ts';
import { inRoot, keptAt, type Pictured, pageSnapshots, pictured } from './page-snapshots.ts';
import { drawnPages, noCanvas } from './render-pages.ts';
import { installedReaders, problemFoundBy } from './third-party-readers.ts';

// `npm run pictures [-- part-of-a-name …]`: redraws the pages of the examples and designs. Small
// pictures are for git, and the check compares them; PDFs and large pictures go to the folder
// `pictures/`, which git ignores. Other installed PDF programs check the PDFs too.

const FOLDER = 'pictures';
const LARGE = { pagesMax: 4, dotsAnInch: 110 };

const unable = noCanvas();
if (unable) {
  console.error(unable);
  process.exit(1);
}
mkdirSync(FOLDER, { recursive: true });
const typesetter = openTypstCompiler();
const readers = installedReaders();
const only = process.argv.slice(2);
const kept = new Set<string>();
let changed = 0;
for (const paper of pictured())
  if (only.length === 0 || only.some((part) => paper.name.includes(part))) await drawAnew(paper);
if (only.length === 0) removeOthers();
console.log(`${changed} small pictures have changed: git diff lists them.`);
console.log(
  readers.length > 0
    ? `Also checked by ${readers.join(', ')}.`
    : 'No other PDF program (qpdf, pdfinfo, pdftotext) is installed, so none has checked the PDFs.',
);

async function drawAnew({ name, stem, printed }: Pictured): Promise<void> {
  const file = `${FOLDER}/${name.replace('/', '-')}`;
  const pdf = typesetter.set({ printed });
  writeFileSync(`${file}.pdf`, pdf);
  const large = await drawnPages(pdf, LARGE);
  for (const [index, page] of large.entries()) writeFileSync(keptAt(file, index + 1), page.png());
  for (const [index, picture] of (await pagePictures(pdf)).entries()) keep(keptAt(stem, index + 1), pngOf(picture));
  console.log(`${file}.pdf: ${large.length} pages drawn, ${Math.round(pdf.length / 1024)} kB`);
  for (const reader of readers) {
    const fault = problemFoundBy(reader, `${file}.pdf`, printed);
    if (fault === undefined) continue;
    console.log(`  ${reader}: ${fault}`);
    process.exitCode = 1;
  }
}

/** Writes a picture if it visibly differs from the stored one. */
function keep(path: string, png: Buffer): void {
  const file = inRoot(path);
  kept.add(path);
  if (existsSync(file) && difference(pictureOf(readFileSync(file)), pictureOf(png)) === undefined) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, png);
  changed += 1;
}

/** Deletes pictures of pages that no longer exist. */
function removeOthers(): void {
  for (const path of pageSnapshots().filter((each) => !kept.has(each))) {
    rmSync(inRoot(path));
    changed += 1;
  }
}
