import {Button, FileButton} from '@mantine/core';
import {Upload} from 'lucide-react';
import {type DragEvent, type ReactNode, useState} from 'react';
import {uploadFiles} from './upload-parts.ts';
import classes from './files.module.css';

/** Chooses files that come into a folder. */
export function UploadButton({folder}: {folder: string}) {
  return (
    <FileButton multiple onChange={files => void uploadFiles(folder, files)}>
      {props => (
        <Button {...props} size="xs" leftSection={<Upload size={14} />}>
          Upload files
        </Button>
      )}
    </FileButton>
  );
}

/**
 * Where files are dropped to come into a folder. What is dragged may be a text or a link, which the
 * browser keeps.
 */
export function DropZone({folder, children}: {folder: string; children: ReactNode}) {
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void uploadFiles(folder, [...event.dataTransfer.files]);
  };
  return (
    <div
      className={classes['drop']}
      data-over={isOver || undefined}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
    </div>
  );
}
