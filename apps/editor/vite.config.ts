import {defineConfig} from 'vite';
import {pagesConfig} from '../../scripts/pages-config.ts';

// One page at several addresses, so what it loads has one that does not depend on them.
export default defineConfig(pagesConfig(import.meta.dirname, '/static/'));
