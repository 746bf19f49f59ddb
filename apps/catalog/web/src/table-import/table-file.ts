/**
 * A table, kept as it was when it was chosen: what somebody does with the file afterwards changes
 * nothing here.
 */
export type Table = {readonly name: string; readonly content: Blob};

/** @param part how much is on its way, from 0 to 1 */
export type ProgressListener = (part: number) => void;

/**
 * Reads the file at once: a browser refuses a file that was changed after it was chosen, which
 * people do between check and import.
 */
export async function keepTable(file: File): Promise<Table> {
  return {name: file.name, content: new Blob([await file.arrayBuffer()])};
}

export function formOf({name, content}: Table): FormData {
  const form = new FormData();
  form.append('file', content, name);
  return form;
}
