import {StrictMode} from 'react';
import {createRoot} from 'react-dom/client';
import {catalogErrorCodes, explainCodes, UiProvider} from '@gazetteer/ui';
import {RouterProvider} from '@tanstack/react-router';
import {session} from './api/client.ts';
import {queries} from './api/queries.ts';
import {router} from './router.ts';

explainCodes(catalogErrorCodes);

// A part of the page that cannot be loaded is one of an older version: the new one has other names
// for its parts.
window.addEventListener('vite:preloadError', () => location.reload());

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no place to draw in');
createRoot(root).render(
  <StrictMode>
    <UiProvider queries={queries} session={session}>
      <RouterProvider router={router} />
    </UiProvider>
  </StrictMode>,
);
