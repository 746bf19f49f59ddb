import {Button, FileButton, Group, Text} from '@mantine/core';
import {FileSpreadsheet} from 'lucide-react';
import {type DragEvent, useState} from 'react';
import classes from './import.module.css';

type FileDropProps = {
  readonly onFile: (file: File) => Promise<void>;
  readonly isBusy: boolean;
  /** Of the file that was chosen last. */
  readonly name: string | undefined;
  /** False: nothing was found in it that should be mended. */
  readonly hasProblems: boolean;
  /** What the table has, such as `terms`. */
  readonly what: string;
};

/** Where a file is dropped or chosen. The same file can be chosen again once it was fixed. */
export function FileDrop({onFile, isBusy, name, hasProblems, what}: FileDropProps) {
  const [isOver, setOver] = useState(false);
  const [problem, setProblem] = useState<string>();
  const take = async (file: File | null | undefined) => {
    if (file === null || file === undefined) return;
    setProblem(undefined);
    try {
      await onFile(file);
    } catch {
      setProblem(`Couldn’t read ${file.name}. Choose it again.`);
    }
  };
  const over = (event: DragEvent) => {
    // Without it the browser would open the file.
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!isBusy) void take(event.dataTransfer.files[0]);
  };
  return (
    <div
      className={classes['drop']}
      data-over={isOver || undefined}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <FileSpreadsheet size={32} strokeWidth={1.5} aria-hidden />
      <div>
        <Text size="sm">
          {name === undefined ? (
            `Drop a table of ${what} here, as CSV or XLSX. It is checked first; nothing is imported before you have seen the preview.`
          ) : (
            <>
              <bdi>{name}</bdi> is chosen.
              {hasProblems && ' Once it is fixed, drop it or choose it again.'}
            </>
          )}
        </Text>
        <Group gap="xs" mt="xs">
          {/* A new field for each file: browsers tell of no change when the same one is chosen
              again. */}
          <FileButton accept=".csv,.xlsx" onChange={file => void take(file)} key={String(isBusy)}>
            {props => (
              <Button
                {...props}
                size="xs"
                disabled={isBusy}
                variant={name === undefined ? 'filled' : 'default'}
              >
                {name === undefined
                  ? 'Choose a file'
                  : hasProblems
                    ? 'Choose a file again'
                    : 'Choose another file'}
              </Button>
            )}
          </FileButton>
        </Group>
        {problem !== undefined && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert" mt="xs">
            {problem}
          </Text>
        )}
      </div>
    </div>
  );
}
