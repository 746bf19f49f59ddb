import {join} from 'node:path';
import type {UserConfig} from 'vite';
import {unusedStyles} from './unused-styles.ts';

/** How long the build itself takes does not matter at a first start. */
const checks = {bundlerTimings: false};

/**
 * How the pages of an app are built.
 * @param app its folder
 * @param base where their files are found: a path, or `./` for beside the page
 */
export function pagesConfig(app: string, base: string): UserConfig {
  return {
    root: join(app, 'web'),
    base,
    publicDir: false,
    // The server puts a fresh one in its place with every answer; see the app's src/pages.ts.
    html: {cspNonce: 'CSP_NONCE'},
    worker: {format: 'es', rolldownOptions: {checks}},
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
        checks,
        onLog: (level, log, handle) => {
          // Marks for servers that render pages, some hundred of them; here everything is of the
          // client.
          if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
        },
      },
    },
  };
}
