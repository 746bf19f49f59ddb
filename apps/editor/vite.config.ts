import {join} from 'node:path';
import {defineConfig} from 'vite';
import {unusedStyles} from '../../scripts/unused-styles.ts';

/** The editor's pages; scripts/build-web.ts runs this. */
export default defineConfig({
  root: join(import.meta.dirname, 'web'),
  // One page at several addresses, so what it loads has one that does not depend on them.
  base: '/static/',
  publicDir: false,
  // The server puts a fresh one in its place with every answer; see src/pages.ts.
  html: {cspNonce: 'CSP_NONCE'},
  worker: {format: 'es'},
  oxc: {jsx: {runtime: 'automatic'}},
  plugins: [unusedStyles()],
  build: {
    target: 'es2022',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: {polyfill: false},
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      onLog: (level, log, handle) => {
        // Marks for servers that render pages, some hundred of them; here everything is of the client.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
      },
    },
  },
});
