import {defineConfig, mergeConfig} from 'vite';
import {pagesConfig} from '../../scripts/pages-config.ts';

/**
 * All that the first page loads in any case, in one file. Left alone, what it has in common with
 * later parts is cut into some fifty pieces, each a request to wait for.
 */
const firstPage = {name: 'first-page', tags: ['$initial']};

// Relative, so that the pages also work behind a proxy that adds a path in front.
export default defineConfig(
  mergeConfig(pagesConfig(import.meta.dirname, './'), {
    build: {rolldownOptions: {output: {codeSplitting: {groups: [firstPage]}}}},
  }),
);
