import {useSuspenseQuery} from '@tanstack/react-query';
import {NotebookText} from 'lucide-react';
import {configQuery} from '../api/queries.ts';
import {KindList} from '../documents/kind-list.tsx';
import {startDatabase} from '../editor/engines.ts';
import {usePlace} from '../place.ts';
import {newCell} from './cells.ts';
import {NotebookView} from './notebook-view.tsx';

const home = '/app/notebooks';

/** Notebooks that a person may see; one of them where the address names it. */
export function NotebooksPage() {
  const uuid = usePlace().path.slice(home.length + 1);
  return uuid === '' ? <NotebookList /> : <NotebookView key={uuid} uuid={uuid} />;
}

function NotebookList() {
  const [engine] = useSuspenseQuery(configQuery).data.app_config.editor.interpreters;
  const where = engine && {engine: engine.type, database: startDatabase(engine)};
  return (
    <KindList
      kind="notebook"
      Icon={NotebookText}
      note="Texts and statements with their results, one below another."
      first="Create a notebook, or choose “Open as notebook” in the menu of a saved query."
      start={{notebook: {...where, cells: [newCell('sql')]}}}
    />
  );
}
