import {randomUUID} from 'node:crypto';
import {form} from '@gazetteer/kernel';
import {word} from '@gazetteer/kernel/loose-fields';
import {status} from '../http/envelope.ts';
import {query} from '../operation.ts';
import {notebook as notebookShape} from './statement-shapes.ts';

/**
 * A notebook with nothing in it, which scripts fill and send along with `execute`. Nothing is kept
 * of it: what is run goes into the history, and documents are saved by calls of their own.
 */
export const createNotebook = query('POST /create_notebook', {
  summary: 'An empty notebook, to be filled and sent with execute',
  description: 'Nothing is kept of it: what is run goes into the history.',
  body: form({
    type: word('The engine', 'notebook'),
    directory_uuid: word('Comes back in the answer'),
  }),
  answer: notebookShape,
  run: async (_e, {type, directory_uuid}) => {
    const isNotebook = type === 'notebook';
    const notebook = {
      name: '',
      uuid: randomUUID(),
      description: '',
      type: isNotebook ? type : `query-${type}`,
      isSaved: false,
      isManaged: false,
      skipHistorify: false,
      sessions: [],
      snippets: [],
      directoryUuid: directory_uuid || null,
    };
    return {status: status.ok, notebook};
  },
});
