import { mkdirSync, writeFileSync } from 'node:fs';
import { openTypesetter } from '../../src/print/typesetter.ts';
import { drawnPages } from './drawn-pages.ts';
import { examples } from './examples.ts';
import { faultFoundBy, installedReaders } from './other-readers.ts';

// `npm run pictures [-- part-of-a-name …]`: the examples as PDF, and their pages as PNG to be looked at, in the folder
// `pictures/`, which git ignores. Other programs that read PDF check them too, where this machine has them.

const FOLDER = 'pictures';
const PAGES_MAX = 4;

mkdirSync(FOLDER, { recursive: true });
const typesetter = openTypesetter();
const readers = installedReaders();
const only = process.argv.slice(2);
for (const [name, printed] of Object.entries(examples())) {
  if (only.length > 0 && !only.some((part) => name.includes(part))) continue;
  const file = `${FOLDER}/${name}.pdf`;
  const pdf = typesetter.set({ printed });
  writeFileSync(file, pdf);
  const pages = await drawnPages(pdf, PAGES_MAX);
  for (const [index, png] of pages.entries()) writeFileSync(`${FOLDER}/${name}-${index + 1}.png`, png);
  console.log(`${file}: ${pages.length} pages drawn, ${Math.round(pdf.length / 1024)} kB`);
  for (const reader of readers) {
    const fault = faultFoundBy(reader, file, printed);
    if (fault === undefined) continue;
    console.log(`  ${reader}: ${fault}`);
    process.exitCode = 1;
  }
}
console.log(
  readers.length > 0
    ? `Read by ${readers.join(', ')} too.`
    : 'Neither qpdf nor pdfinfo nor pdftotext is installed: read by nobody else.',
);
