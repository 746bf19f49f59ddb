import {Button, Group, Text} from '@mantine/core';
import {type Column, CopyButton, csv, csvBlob, DataTable, saveFile} from '@gazetteer/ui';
import {FileDown} from 'lucide-react';
import classes from './import.module.css';
import {type Headings, type ProblemLine, type Report, reportRows} from './report.ts';

/** The lines that need mending, to read, to copy and to take along. */
export function ProblemTable({
  report,
  fileName,
  headings,
}: {
  report: Report;
  fileName: string;
  headings: Headings;
}) {
  const rows = reportRows(report, headings);
  const save = () => saveFile(`${fileName}.problems.csv`, csvBlob(csv(rows)));
  // Several may be about the same row.
  const keys = new Map(report.problems.map((one, n) => [one, String(n)]));
  return (
    <div className={classes['problems']}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          {report.problems.length === 1
            ? '1 row with a problem'
            : `${report.problems.length.toLocaleString()} rows with problems`}
        </Text>
        <Group gap={4}>
          {/* With tabs, which spreadsheets take for cells. */}
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
        name={`import.${headings[0]}`}
        columns={columnsFor(headings)}
        rows={report.problems}
        rowKey={one => keys.get(one) ?? ''}
        maxHeight="50vh"
      />
    </div>
  );
}

function columnsFor([parent, child]: Headings): readonly Column<ProblemLine>[] {
  return [
    {id: 'line', header: 'Row', width: 64, align: 'end', cell: one => one.line?.toLocaleString()},
    {id: 'parent', header: parent, width: 140, cell: one => <bdi>{one.parent}</bdi>},
    {id: 'child', header: child, width: 150, cell: one => <bdi>{one.child}</bdi>},
    {
      id: 'problem',
      header: 'Problem',
      width: 350,
      cell: one => <span dir="auto">{one.problem}</span>,
    },
  ];
}
