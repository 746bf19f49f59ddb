import {Button, Menu} from '@mantine/core';
import {toast, useConfirm} from '@gazetteer/ui';
import {
  ChartColumn,
  Ellipsis,
  MessageSquareText,
  Pencil,
  Play,
  RefreshCw,
  SquarePlus,
  Trash2,
} from 'lucide-react';
import {useState} from 'react';
import {forgetTables} from '../api/forget-changed.ts';
import {ask} from '../api/request.ts';
import type {Engine, TableDescription} from '../api/wire.ts';
import {openAndRun, tableQueryText} from '../assist/open-and-run.ts';
import {sheets} from '../editor/sheets.ts';
import {go} from '../place.ts';
import {CommentDialog, RenameDialog} from './table-dialogs.tsx';
import {tableAddress} from './table-link.ts';
import {insertTemplate} from './insert-template.ts';
import {writtenTable} from './written-table.ts';

type TableActionsProps = {
  readonly engine: Engine;
  readonly database: string;
  readonly table: string;
  readonly description: TableDescription;
};

/**
 * What can be done with a table, by what its engine can. What an engine has no statement for is
 * left out: a menu entry that is refused each time helps nobody.
 */
export function TableActions(props: TableActionsProps) {
  const {engine, database, table, description} = props;
  const [dialog, setDialog] = useState<'rename' | 'comment'>();
  const can = new Set(engine.features.tableStatements);
  const name = writtenTable(engine, database, table);
  const changed = () => forgetTables(engine.type, 'names');
  const act = useActions(props, changed);
  const query = () => openAndRun(engine, database, tableQueryText(engine, database, table));
  // Onto a sheet and not run: its values are only examples.
  const insert = () => {
    const text = insertTemplate(engine.dialect, name, description);
    sheets.open({engine: engine.type, database, text});
    go('/app/editor/');
  };
  return (
    <>
      <Button size="xs" leftSection={<Play size={14} />} onClick={query}>
        Query
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="xs" variant="default" leftSection={<Ellipsis size={14} />}>
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {!description.is_view && (
            <Menu.Item leftSection={<SquarePlus size={14} />} onClick={insert}>
              Insert template
            </Menu.Item>
          )}
          {can.has('analyze') && !description.is_view && (
            <Menu.Item leftSection={<ChartColumn size={14} />} onClick={() => void act.analyze()}>
              Analyze
            </Menu.Item>
          )}
          <Menu.Item leftSection={<RefreshCw size={14} />} onClick={() => void act.refresh()}>
            Refresh metadata
          </Menu.Item>
          {can.has('commentOn') && (
            <Menu.Item
              leftSection={<MessageSquareText size={14} />}
              onClick={() => setDialog('comment')}
            >
              Edit comment
            </Menu.Item>
          )}
          {can.has('renameTable') && (
            <Menu.Item leftSection={<Pencil size={14} />} onClick={() => setDialog('rename')}>
              Rename
            </Menu.Item>
          )}
          {can.has('dropTable') && (
            <>
              <Menu.Divider />
              <Menu.Item
                color="red"
                leftSection={<Trash2 size={14} />}
                onClick={() => void act.drop()}
              >
                Drop
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'rename' && (
        <RenameDialog {...props} changed={changed} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'comment' && (
        <CommentDialog {...props} changed={changed} onClose={() => setDialog(undefined)} />
      )}
    </>
  );
}

/**
 * What is sent from the menu. Nothing shows that it has gone well but a short note, so each has
 * one.
 */
function useActions(
  {engine, database, table, description}: TableActionsProps,
  changed: () => Promise<void>,
) {
  const confirm = useConfirm();
  const tried = async (title: string, problem: string, work: () => Promise<unknown>) => {
    try {
      await work();
      toast({kind: 'done', title});
      return true;
    } catch (error) {
      toast({kind: 'problem', title: problem, error});
      return false;
    }
  };
  const what = description.is_view ? 'view' : 'table';
  return {
    analyze: async () => {
      await tried('The engine analyzes the table', 'Couldn’t analyze the table', () =>
        ask('POST /api/v1/{dialect}/analyze/{database}/{table}', {
          path: {dialect: engine.type, database, table},
          body: {withColumns: true},
        }),
      );
    },
    refresh: async () => {
      await tried('Read again', 'Couldn’t read the table again', async () => {
        // Some servers keep metadata of their own, which they read again first.
        if (engine.features.tableStatements?.includes('refresh') === true)
          await ask('POST /metastore/table/{database}/{table}/refresh', {
            path: {database, table},
            body: {source_type: engine.type},
          });
        await changed();
      });
    },
    drop: async () => {
      const isWanted = await confirm({
        title: `Drop ${table}?`,
        text: `The ${what} and, with it, what is in it are gone for all users. This can’t be undone.`,
        action: `Drop ${what}`,
        isDangerous: true,
      });
      if (!isWanted) return;
      const isDone = await tried(`Dropped ${table}`, `Couldn’t drop ${table}`, () =>
        ask('POST /metastore/tables/drop/{database}', {
          path: {database},
          body: {source_type: engine.type, table_selection: [table]},
        }),
      );
      // Away from the page first: its table is gone, and reading it anew would fail.
      if (!isDone) return;
      go(tableAddress({engine: engine.type, database}), {replace: true});
      await changed();
    },
  };
}
