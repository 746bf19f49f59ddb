import {Button, Group, Progress, Stack, Text} from '@mantine/core';
import {Page, Problem, useStored} from '@gazetteer/ui';
import {useMutation} from '@tanstack/react-query';
import {Upload} from 'lucide-react';
import {useState} from 'react';
import {refresh} from '../../../entity/refresh.ts';
import {TitledCard} from '../../../entity/titled-card.tsx';
import classes from '../glossary.module.css';
import {Way} from '../way.tsx';
import {CheckCard} from './check-card.tsx';
import {FileDrop} from './file-drop.tsx';
import {ImportedCard} from './imported-card.tsx';
import {
  type Brought,
  type Check,
  checkTable,
  type Imported,
  importTable,
  keepTable,
  type Table,
} from './send-table.ts';
import {TemplateHelp} from './template-help.tsx';

/**
 * A table of terms comes in: it is checked first, so that nothing is imported that nobody has
 * looked at.
 */
export function ImportPage() {
  const [table, setTable] = useState<Table>();
  const [part, setPart] = useState(0);
  const [last, setLast] = useStored<Brought | null>('glossary.last-import', null);
  const check = useMutation({mutationFn: (chosen: Table) => checkTable(chosen, setPart)});
  const bring = useMutation({
    mutationFn: ({
      table: chosen,
      glossaries,
    }: {
      table: Table;
      glossaries: readonly string[];
    }): Promise<Imported> => importTable(chosen, glossaries, setPart),
    onSuccess: ({brought}) => setLast(brought),
    // Also after a lost answer: the server may have imported all of it.
    onSettled: refresh,
  });
  const isBusy = check.isPending || bring.isPending;
  const choose = async (file: File) => {
    bring.reset();
    setPart(0);
    const kept = await keepTable(file);
    setTable(kept);
    check.mutate(kept);
  };
  const report = bring.data?.report ?? (bring.isError ? undefined : check.data?.report);
  const hasProblems = check.isError || bring.isError || (report?.problems.length ?? 0) > 0;
  const checked: Check | undefined = check.isSuccess && !bring.isSuccess ? check.data : undefined;
  return (
    <Page
      title="Import terms"
      lead={<Upload size={26} strokeWidth={1.75} aria-hidden />}
      note={<Way steps={[]} />}
      isBusy={isBusy}
    >
      <div className={classes['cards']}>
        <TitledCard title="The file">
          <Stack gap="sm">
            <FileDrop
              onFile={choose}
              isBusy={isBusy}
              name={table?.name}
              hasProblems={hasProblems}
            />
            {isBusy && <UploadProgress part={part} isImport={bring.isPending} />}
            <Problem
              error={check.error}
              title={`${table?.name ?? 'The file'} could not be checked`}
            />
            <Problem error={bring.error} title={`${table?.name ?? 'The file'} was not imported`} />
            {table !== undefined && (check.isError || bring.isError) && (
              <Group gap="xs">
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => (bring.reset(), check.mutate(table))}
                >
                  Try again
                </Button>
                <Text size="sm" c="dimmed">
                  The file is still selected.
                </Text>
              </Group>
            )}
          </Stack>
        </TitledCard>
        {checked !== undefined && table !== undefined && (
          <CheckCard
            check={checked}
            fileName={table.name}
            isBusy={isBusy}
            onImport={() => {
              setPart(0);
              bring.mutate({table, glossaries: checked.report.glossaries});
            }}
          />
        )}
        {bring.isSuccess && (
          <ImportedCard
            brought={bring.data.brought}
            report={bring.data.report}
            onUndone={() => {
              setLast(null);
              bring.reset();
              check.reset();
              setTable(undefined);
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

function UploadProgress({part, isImport}: {part: number; isImport: boolean}) {
  const percent = Math.round(part * 100);
  const what =
    part < 1
      ? `${percent} percent are on their way…`
      : isImport
        ? 'Importing terms…'
        : 'Checking rows…';
  return (
    <div>
      <Progress value={percent} aria-label={`${percent} percent`} animated />
      <Text size="sm" role="status" mt={4}>
        {what}
      </Text>
    </div>
  );
}
