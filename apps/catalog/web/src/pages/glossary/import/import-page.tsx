import {Button, Group, Stack, Switch, Text} from '@mantine/core';
import {Page, Problem, useStored} from '@gazetteer/ui';
import {useMutation} from '@tanstack/react-query';
import {Upload} from 'lucide-react';
import {useState} from 'react';
import {refresh} from '../../../entity/refresh.ts';
import {TitledCard} from '../../../entity/titled-card.tsx';
import classes from '../glossary.module.css';
import {Way} from '../way.tsx';
import {CheckCard} from './check-card.tsx';
import {FileDrop} from '../../../table-import/file-drop.tsx';
import {keepTable, type Table} from '../../../table-import/table-file.ts';
import {UploadProgress} from '../../../table-import/upload-progress.tsx';
import {ImportedCard} from './imported-card.tsx';
import {
  type Brought,
  type Check,
  checkTable,
  type Imported,
  glossariesIn,
  importTable,
} from './send-table.ts';
import {TemplateHelp} from './template-help.tsx';

/**
 * A table of terms comes in: it is checked first, so that nothing is imported that nobody has
 * looked at.
 */
export function ImportPage() {
  // Kept by the browser, so that an import can be undone after a reload.
  const [last, setLast] = useStored<Brought | null>('glossary.last-import', null);
  const steps = useImport(setLast);
  const {table, check, bring, isBusy} = steps;
  const checked: Check | undefined = check.isSuccess && !bring.isSuccess ? check.data : undefined;
  return (
    <Page
      title="Import terms"
      lead={<Upload size={26} strokeWidth={1.75} aria-hidden />}
      note={<Way steps={[]} />}
      isBusy={isBusy}
    >
      <div className={classes['cards']}>
        <FileCard {...steps} />
        {checked !== undefined && table !== undefined && (
          <CheckCard
            check={checked}
            fileName={table.name}
            isBusy={isBusy}
            onImport={() => steps.start(table, glossariesIn(checked.report))}
          />
        )}
        {bring.isSuccess && (
          <ImportedCard
            brought={bring.data.brought}
            report={bring.data.report}
            onUndone={() => {
              setLast(null);
              steps.reset();
            }}
          />
        )}
        {last !== null && !bring.isSuccess && (
          <ImportedCard brought={last} onUndone={() => setLast(null)} />
        )}
        <TemplateHelp />
      </div>
    </Page>
  );
}

/** The steps of an import, and how much of the file has been sent. */
function useImport(onImported: (brought: Brought) => void) {
  const [table, setTable] = useState<Table>();
  const [part, setPart] = useState(0);
  const [updates, setUpdates] = useState(false);
  // Mutations and not queries: each is asked for by a person and runs once.
  const check = useMutation({
    mutationFn: (asked: {table: Table; updates: boolean}) =>
      checkTable(asked.table, asked.updates, setPart),
  });
  const bring = useMutation({
    mutationFn: ({
      table: chosen,
      glossaries,
    }: {
      table: Table;
      glossaries: readonly string[];
    }): Promise<Imported> => importTable(chosen, glossaries, updates, setPart),
    onSuccess: ({brought}) => onImported(brought),
    // Also after a lost answer: the server may have imported all of it.
    onSettled: refresh,
  });
  // What was imported before is of another file now.
  const recheck = (chosen: Table, next = updates) => {
    bring.reset();
    setPart(0);
    check.mutate({table: chosen, updates: next});
  };
  const choose = async (file: File) => {
    bring.reset();
    const kept = await keepTable(file);
    setTable(kept);
    recheck(kept);
  };
  const chooseUpdates = (next: boolean) => {
    setUpdates(next);
    if (table !== undefined) recheck(table, next);
  };
  const start = (chosen: Table, glossaries: readonly string[]) => {
    setPart(0);
    bring.mutate({table: chosen, glossaries});
  };
  const reset = () => {
    bring.reset();
    check.reset();
    setTable(undefined);
  };
  const isBusy = check.isPending || bring.isPending;
  return {
    table,
    part,
    updates,
    check,
    bring,
    isBusy,
    recheck,
    choose,
    chooseUpdates,
    start,
    reset,
  };
}

function FileCard(steps: ReturnType<typeof useImport>) {
  const {table, part, updates, check, bring, isBusy} = steps;
  const isFailed = check.isError || bring.isError;
  const report = bring.data?.report ?? (bring.isError ? undefined : check.data?.report);
  const name = table?.name ?? 'The file';
  return (
    <TitledCard title="The file">
      <Stack gap="sm">
        <FileDrop
          onFile={steps.choose}
          isBusy={isBusy}
          name={table?.name}
          hasProblems={isFailed || (report?.problems.length ?? 0) > 0}
          what="terms"
        />
        <Switch
          label="Update existing terms"
          description="Rows of existing terms replace their texts and add relationships. Empty cells change nothing."
          checked={updates}
          disabled={isBusy || bring.isSuccess}
          onChange={event => steps.chooseUpdates(event.currentTarget.checked)}
        />
        {isBusy && (
          <UploadProgress
            part={part}
            text={bring.isPending ? 'Importing terms…' : 'Checking rows…'}
          />
        )}
        <Problem error={check.error} title={`Couldn’t check ${name}`} />
        <Problem error={bring.error} title={`Couldn’t import ${name}`} />
        {table !== undefined && isFailed && (
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={() => steps.recheck(table)}>
              Try again
            </Button>
            <Text size="sm" c="dimmed">
              The file is still selected.
            </Text>
          </Group>
        )}
      </Stack>
    </TitledCard>
  );
}
