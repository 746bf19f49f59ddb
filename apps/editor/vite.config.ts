import {defineConfig, mergeConfig} from 'vite';
import {pagesConfig} from '../../scripts/pages-config.ts';

/**
 * What the first page needs in any case. Cut into the pieces that the many later parts have in
 * common, it compresses worse.
 */
const ofFirstPage =
  /packages\/ui\/src\/(?:toasts|states|problem|session|use-stored|page|icon-button)\b|web\/src\/(?:api|place|shared-value|editor\/(?:commands|statement-at)|documents\/sheet-document|result\/result\.module)|packages\/sql\/src\/variables|packages\/ui\/src\/keys\.|lucide-react\/.*\/icons\/(?:play|plus|chevron-down|chevron-right|database|square|ellipsis|x|search|table-2)\.|@tanstack\/(?:query-core|react-query)\/.*\/(?:query|queryClient|queryCache|mutation|mutationCache|queryObserver|useQuery|useSuspenseQuery|useBaseQuery|queryOptions|QueryClientProvider)\.js|@mantine\/core\/.*\/(?:Tooltip|ActionIcon|CloseButton|Text|Stack|Group|UnstyledButton|Box|Transition|Loader|VisuallyHidden|InputBase|NativeSelect|TextInput|Anchor|Kbd)\//;

// One page at several addresses, so what it loads has one that does not depend on them.
export default defineConfig(
  mergeConfig(pagesConfig(import.meta.dirname, '/static/'), {
    build: {
      rolldownOptions: {output: {codeSplitting: {groups: [{name: 'base', test: ofFirstPage}]}}},
    },
  }),
);
