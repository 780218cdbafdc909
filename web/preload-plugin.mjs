import preloadedScreens from './preloaded-screens.json' with { type: 'json' };

/**
 * Puts `preload.ts` before every other script of the page, and lists the files of each entry
 * screen, whose names are known only after the build. Files the page already references are left
 * out.
 */
export const preload = {
  name: 'preload',
  buildStart() {
    this.emitFile({ type: 'chunk', id: 'preload.ts', name: 'preload' });
  },
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      const { fileName } = Object.values(bundle).find(({ type, name }) => type === 'chunk' && name === 'preload');
      const noted = JSON.stringify(notedFiles(bundle, html));
      return html.replace(
        '<!-- preload -->',
        `<script type="application/json" id="first-files">${noted}</script>\n    <script type="module" async crossorigin src="./${fileName}"></script>`,
      );
    },
  },
};

function notedFiles(bundle, html) {
  const filesOf = (...modules) => {
    const files = new Set();
    const follow = (chunk) => {
      if (files.has(chunk.fileName)) return;
      files.add(chunk.fileName);
      for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css);
      for (const name of chunk.imports) if (bundle[name]) follow(bundle[name]);
    };
    for (const module of modules) follow(chunkOf(bundle, module));
    return [...files].filter((file) => !html.includes(file));
  };
  return Object.fromEntries(
    Object.entries(preloadedScreens).map(([path, { module, words }]) => {
      const [fr, en] = ['fr', 'en'].map((language) =>
        filesOf(...['app', ...words].map((wing) => `locales/${language}/${wing}.ts`)),
      );
      return [path, { files: filesOf(module), fr, en }];
    }),
  );
}

function chunkOf(bundle, module) {
  const found = Object.values(bundle).find(
    (chunk) => chunk.type === 'chunk' && Object.keys(chunk.modules).some((id) => id.endsWith(`/web/${module}`)),
  );
  if (!found) throw new Error(`${module} is in none of the files`);
  return found;
}
