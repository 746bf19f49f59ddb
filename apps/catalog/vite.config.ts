import {defineConfig} from 'vite';
import {pagesConfig} from '../../scripts/pages-config.ts';

// Relative, so that the pages also work behind a proxy that adds a path in front.
export default defineConfig(pagesConfig(import.meta.dirname, './'));
