import {Button, Group, Text} from '@mantine/core';
import {type Column, CopyButton, csv, DataTable, saveFile} from '@gazetteer/ui';
import {FileDown} from 'lucide-react';
import classes from './import.module.css';
import {type ProblemLine, type Report, reportRows} from './report.ts';

/** The lines that need mending, to read, to copy and to take along. */
export function ProblemTable({report, fileName}: {report: Report; fileName: string}) {
  const rows = reportRows(report);
  const save = () =>
    saveFile(
      `${fileName}.problems.csv`,
      new Blob(['\ufeff', csv(rows)], {type: 'text/csv;charset=utf-8'}),
    );
  const keys = new Map(report.problems.map((one, n) => [one, String(n)]));
  return (
    <div className={classes['problems']}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          {report.problems.length === 1
            ? '1 row with a problem'
            : `${report.problems.length.toLocaleString()} lines with problems`}
        </Text>
        <Group gap={4}>
          <CopyButton text={rows.map(row => row.join('\t')).join('\n')} label="Copy the problems" />
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<FileDown size={14} />}
            onClick={save}
          >
            Download problems
          </Button>
        </Group>
      </Group>
      <DataTable
        label="Rows with problems"
        name="glossary.import"
        columns={columns}
        rows={report.problems}
        rowKey={one => keys.get(one) ?? ''}
        maxHeight="50vh"
      />
    </div>
  );
}

const columns: readonly Column<ProblemLine>[] = [
  {id: 'line', header: 'Line', width: 64, align: 'end', cell: one => one.line?.toLocaleString()},
  {id: 'glossary', header: 'Glossary', width: 120, cell: one => <bdi>{one.glossary}</bdi>},
  {id: 'term', header: 'Term', width: 150, cell: one => <bdi>{one.term}</bdi>},
  {
    id: 'problem',
    header: 'Problem',
    width: 350,
    cell: one => <span dir="auto">{one.problem}</span>,
  },
];
