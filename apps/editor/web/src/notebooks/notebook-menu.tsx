import {textOfCells} from '@gazetteer/sql';
import {saveFile, toast} from '@gazetteer/ui';
import {Button, Menu} from '@mantine/core';
import {
  Ellipsis,
  FileCode,
  FileDown,
  FileText,
  Keyboard,
  MessageSquare,
  RotateCcw,
} from 'lucide-react';
import {flushSync} from 'react-dom';
import type {Engine} from '../api/wire.ts';
import {showDialog} from '../documents/document-dialogs.ts';
import {DocumentItems} from '../documents/document-table.tsx';
import {sheets} from '../editor/sheets.ts';
import {go} from '../place.ts';
import {showKeys} from '../shell/help-menu.tsx';
import {notebookHtml} from './export-notebook.ts';
import {markdownOf} from './notebook-markdown.ts';
import {tablesOf} from './result-tables.ts';
import type {NotebookState, OpenedNotebook} from './use-notebook.ts';

type NotebookMenuProps = {
  readonly opened: OpenedNotebook;
  readonly state: NotebookState;
  readonly engine: Engine | undefined;
};

/** What is done with a notebook as a whole, and less often than running it. */
export function NotebookMenu({opened, state, engine}: NotebookMenuProps) {
  const {notebook, values, runner, chosen, actions, results, pictures} = state;
  const {uuid, name} = opened;
  const dialect = engine?.dialect ?? notebook.engine;
  const save = async (kind: 'html' | 'md') => {
    // Texts are taken as they are shown, not as they are written.
    flushSync(() => actions.choose(chosen.id, false, false));
    const tables = await tablesOf(notebook.cells, results);
    const contents = {name, cells: notebook.cells, results, tables};
    const text = kind === 'md' ? markdownOf(contents) : await notebookHtml({...contents, pictures});
    const type = kind === 'md' ? 'text/markdown' : 'text/html';
    saveFile(`${name}.${kind}`, new Blob([text], {type: `${type};charset=utf-8`}));
  };
  // What is chosen from a menu has no other place where its failure could be told.
  const tried = (work: Promise<void>, title: string) =>
    void work.catch((error: unknown) => toast({kind: 'problem', title, error}));
  // All its statements as one text, with the values that are chosen; the notebook stays as it is.
  const openAsQuery = () => {
    const {engine: on, database} = notebook;
    const text = textOfCells(notebook.cells, dialect);
    sheets.open({title: name, engine: on, database, text, variables: values});
    go('/app/editor/');
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<Ellipsis size={14} />}>
          More
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<FileDown size={16} />}
          onClick={() => tried(save('html'), 'Couldn’t save the notebook')}
        >
          Download as HTML
        </Menu.Item>
        <Menu.Item
          leftSection={<FileText size={16} />}
          onClick={() => tried(save('md'), 'Couldn’t save the notebook')}
        >
          Download as Markdown
        </Menu.Item>
        <Menu.Item leftSection={<FileCode size={16} />} onClick={openAsQuery}>
          Open as query
        </Menu.Item>
        <Menu.Item
          leftSection={<RotateCcw size={16} />}
          onClick={() =>
            tried(
              runner.restart().then(() => toast({kind: 'done', title: 'Session closed'})),
              'Couldn’t close the session',
            )
          }
        >
          Close session
        </Menu.Item>
        <Menu.Item leftSection={<Keyboard size={16} />} onClick={() => showKeys()}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<MessageSquare size={16} />}
          onClick={() => showDialog({kind: 'comments', uuid})}
        >
          Comments
        </Menu.Item>
        <DocumentItems document={opened} leave={() => go('/app/notebooks')} />
      </Menu.Dropdown>
    </Menu>
  );
}
