import {EmptyState, Page} from '@gazetteer/ui';
import {useSuspenseQuery} from '@tanstack/react-query';
import {HardDrive} from 'lucide-react';
import {configQuery} from '../api/queries.ts';
import {usePlace} from '../place.ts';
import {ChooseFile} from './choose-file.tsx';
import {ImportForm} from './import-form.tsx';
import {LoadView} from './load-view.tsx';

/** A file becomes a table: it is chosen first, and what the table is to be like then. */
export function ImportPage() {
  const {params} = usePlace();
  const {interpreters} = useSuspenseQuery(configQuery).data.app_config.editor;
  const embedded = interpreters.filter(({dialect}) => dialect === 'duckdb');
  const wanted = params.get('engine');
  const engine = embedded.find(({type}) => type === wanted) ?? embedded[0];
  const given = (name: string) => params.get(name) ?? '';
  const [path, into, load] = [given('path'), given('into'), given('load')];
  return (
    <Page title="Import file" note="A table is created from the rows of a file.">
      {load !== '' ? (
        <LoadView uuid={load} />
      ) : engine === undefined ? (
        <EmptyState
          title="No engine imports files"
          icon={<HardDrive size={40} strokeWidth={1.5} />}
        >
          The embedded engine reads files, also those for tables of other engines. To use it, ask
          your administrator to configure it.
        </EmptyState>
      ) : path === '' ? (
        <ChooseFile engine={engine.type} into={into} />
      ) : (
        <ImportForm
          key={`${engine.type}\0${path}`}
          engine={engine}
          path={path}
          into={interpreters.find(({type}) => type === into) ?? engine}
        />
      )}
    </Page>
  );
}
