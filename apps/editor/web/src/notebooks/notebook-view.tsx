import {Button, Text} from '@mantine/core';
import {EmptyState, ErrorState, LoadingState, Page} from '@gazetteer/ui';
import {useQuery, useSuspenseQuery} from '@tanstack/react-query';
import {NotebookText} from 'lucide-react';
import {lazy, Suspense} from 'react';
import {configQuery} from '../api/queries.ts';
import {ApiFailure} from '../api/request.ts';
import type {Notebook} from '../api/wire.ts';
import {documentQuery} from '../documents/document-queries.ts';
import {startDatabase} from '../editor/engines.ts';
import {VariableFields} from '../editor/variable-row.tsx';
import {PageLink} from '../shell/page-link.tsx';
import {CellList} from './cell-list.tsx';
import {NotebookMenu} from './notebook-menu.tsx';
import {NotebookTools} from './notebook-tools.tsx';
import {SaveNote} from './save-note.tsx';
import {type OpenedNotebook, useNotebook} from './use-notebook.ts';

const icon = <NotebookText size={40} strokeWidth={1.5} />;

// Dialogs that cells share with the sheets of the editor; the page need not wait for them.
const Overlays = lazy(async () => ({
  default: (await import('../editor/overlays.tsx')).Overlays,
}));

/** A notebook by its address; what is no notebook is told like what is not there. */
export function NotebookView({uuid}: {uuid: string}) {
  const {data, error, refetch} = useQuery({...documentQuery(uuid, true), staleTime: 0});
  const notebook = data?.notebook as Notebook | undefined;
  if (error !== null || (data !== undefined && notebook === undefined))
    return (
      <Page title="Notebook">
        {error === null || (error instanceof ApiFailure && error.status === 404) ? (
          <EmptyState title="Notebook not found" icon={icon}>
            <Text ta="center">It was deleted, or isn’t shared with you.</Text>
            <Button variant="default" component={PageLink} to="/app/notebooks">
              Show your notebooks
            </Button>
          </EmptyState>
        ) : (
          <ErrorState error={error} retry={() => void refetch()} />
        )}
      </Page>
    );
  if (data === undefined || notebook === undefined)
    return <LoadingState what="Loading the notebook" />;
  return <Shown opened={{...data, notebook}} />;
}

/** Variables are those of all statements together, since they run with the same values. */
function Shown({opened}: {readonly opened: OpenedNotebook}) {
  const engines = useSuspenseQuery(configQuery).data.app_config.editor.interpreters;
  const state = useNotebook(opened);
  const {notebook, values, mayEdit, setValues} = state;
  const engine = engines.find(({type}) => type === notebook.engine);
  const sql = notebook.cells.flatMap(({kind, text}) => (kind === 'sql' ? [text] : [])).join('\n');
  const {name, description} = opened;
  return (
    <Page
      title={name}
      note={description === '' ? undefined : <span dir="auto">{description}</span>}
      actions={<NotebookMenu opened={opened} state={state} engine={engine} />}
    >
      <NotebookTools state={state} engine={engine} engines={engines} />
      {mayEdit && <SaveNote keeper={state.keeper} onTheirs={state.takeTheirs} />}
      <VariableFields text={sql} values={values} onChange={setValues} />
      <CellList state={state} engine={engine} />
      <Suspense>
        {engine !== undefined && (
          <Overlays engine={engine} database={notebook.database || startDatabase(engine)} />
        )}
      </Suspense>
    </Page>
  );
}
