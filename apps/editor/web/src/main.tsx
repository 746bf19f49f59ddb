import {StrictMode} from 'react';
import {createRoot} from 'react-dom/client';
import {editorErrorCodes, explainCodes, UiProvider} from '@gazetteer/ui';
import {App} from './app.tsx';
import {queries} from './api/queries.ts';
import {session} from './api/session.ts';

explainCodes(editorErrorCodes);

// A part of the page that cannot be loaded is one of an older version: the new one has other names
// for its parts.
window.addEventListener('vite:preloadError', () => location.reload());

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no place to draw in');
createRoot(root).render(
  <StrictMode>
    <UiProvider queries={queries} session={session}>
      <App />
    </UiProvider>
  </StrictMode>,
);
