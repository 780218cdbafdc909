import { createHash } from 'node:crypto';
import {
  type OverviewList,
  type OverviewRow,
  overviewLists,
  overviewRows,
} from '../../db/account/export/exported-overview.ts';
import type { QueryFn } from '../../db/audit/verify/finding.ts';
import { escaped } from '../../mail/escape-html.ts';
import { exportMembers, recordsMember } from './export-format.ts';
import { PAGE_SCRIPT, PAGE_STYLE } from './index-script.ts';
import { put } from './write-records.ts';
import type { AddedMember, ZipWriter } from './zip/zip-writer.ts';

/** What the page names besides the lists. */
type PageFacts = {
  readonly name: string;
  readonly account: string;
  readonly madeAt: number;
  readonly software: string;
  readonly mode: 'live' | 'test';
  readonly tables: Readonly<Record<string, number>>;
  readonly archives: readonly string[];
};

/** Paths of files in the export: by document, and by hex SHA-256. */
export type FilePaths = {
  readonly ofDocument: ReadonlyMap<string, readonly string[]>;
  readonly ofDigest: ReadonlyMap<string, string>;
};

/**
 * Adds the page that opens an export from a disk, without a service or the internet: search,
 * documents, customers, books. The lists are JSON in blocks that no browser runs; the one script
 * and the style are named by their hashes, so nothing else can run or load.
 */
export async function writeIndexPage(
  zip: ZipWriter,
  { ask, accountId, facts, paths }: { ask: QueryFn; accountId: string; facts: PageFacts; paths: FilePaths },
): Promise<AddedMember> {
  const page = zip.open(exportMembers.index);
  try {
    await put(page.out, headOf(facts));
    for (const list of overviewLists)
      for await (const rows of overviewRows(ask, accountId, list)) {
        const data = JSON.stringify(rows.map((row) => cells[list](row, paths)));
        // Ends no script element, whatever the names are.
        const text = data.replaceAll('<', '\\u003c');
        await put(page.out, `<script type="application/json" data-of="${list}">${text}</script>\n`);
      }
    await put(page.out, `<script>${PAGE_SCRIPT}</script>\n</body>\n</html>\n`);
    return await page.end();
  } finally {
    page.drop();
  }
}

type CellsOf = (row: OverviewRow, paths: FilePaths) => readonly unknown[];
const mark = (row: OverviewRow): 0 | 1 => (row.test ? 1 : 0);
const fileOf = (row: OverviewRow, { ofDigest }: FilePaths): string | undefined => ofDigest.get(String(row.file));

/** The cells of a row, as the script of the page expects them. */
const cells: Readonly<Record<OverviewList, CellsOf>> = {
  documents: (row, { ofDocument }) => [
    ...[mark(row), row.kind, row.number, row.on, row.customer, row.title, row.state, row.cents, row.currency],
    ofDocument.get(row.id) ?? [],
  ],
  customers: (row) => [mark(row), row.kind, row.name, row.emails, row.archived ? 'yes' : null],
  payments: (row) => [
    ...[mark(row), row.on, row.number, row.method, row.cents, row.currency, row.reverses ? 'yes' : null],
  ],
  purchases: (row, paths) => [
    ...[mark(row), row.on, row.number, row.supplier, row.designation, row.method, row.cents, fileOf(row, paths)],
  ],
  received: (row, paths) => [
    ...[mark(row), row.on, row.number, row.supplier, row.cents, row.currency, fileOf(row, paths)],
  ],
};

const sourceOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const POLICY = `default-src 'none'; script-src ${sourceOf(PAGE_SCRIPT)}; style-src ${sourceOf(PAGE_STYLE)}; base-uri 'none'; form-action 'none'`;

function headOf({ name, account, madeAt, software, mode, tables, archives }: PageFacts): string {
  const made = new Date(madeAt * 1_000).toISOString();
  const rows = Object.entries(tables).map(
    ([table, count]) =>
      `<li>${escaped(table)} (${count}): <a href="${recordsMember(table, 'jsonl')}">JSON</a> · <a href="${recordsMember(table, 'csv')}">CSV</a></li>`,
  );
  const sealed = archives.map((path) => `<li><a href="${escaped(path)}">${escaped(path)}</a></li>`);
  return `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(name)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<header>
<h1>${escaped(name)}</h1>
<button type="button" id="language">English</button>
</header>
<p lang="fr">Tout ce que Facturier ${escaped(software)} gardait de ce compte le ${made}${mode === 'test' ? ', en mode test' : ''}. Cette page s’ouvre sans Facturier et sans internet.</p>
<p lang="en" hidden>Everything that Facturier ${escaped(software)} kept of this account on ${made}${mode === 'test' ? ', in test mode' : ''}. This page opens without Facturier and without the internet.</p>
<noscript><p>Les listes de cette page demandent JavaScript ; les mêmes données sont dans le dossier « records ». · The lists of this page need JavaScript; the same data is in the folder "records".</p></noscript>
<nav></nav>
<input type="search" id="search" aria-label="Rechercher" placeholder="Rechercher">
<label><input type="checkbox" id="tests"> <span id="tests-label"></span></label>
<p id="found" role="status"></p>
<table><thead id="heads"></thead><tbody id="rows"></tbody></table>
<p><button type="button" id="more" hidden></button></p>
<details>
<summary><span lang="fr">Toutes les données et l’archive fiscale</span><span lang="en" hidden>All data and the fiscal archive</span></summary>
<ul>
<li><a href="${exportMembers.readmeFr}">${exportMembers.readmeFr}</a> · <a href="${exportMembers.readmeEn}">${exportMembers.readmeEn}</a></li>
<li><a href="${exportMembers.dictionaryCsv}">${exportMembers.dictionaryCsv}</a></li>
${sealed.join('\n')}
${rows.join('\n')}
</ul>
<p>${escaped(account)}</p>
</details>
`;
}
