import {ApiFailure, ask} from '../api/request.ts';
import type {Notebook, SavedDocument} from '../api/wire.ts';
import {NotebookKeeper} from './notebook-keeper.ts';

/** By the notebook: another page between does not lose what is not saved. */
const keepers = new Map<string, NotebookKeeper>();

export function keeperOf(uuid: string, notebook: Notebook, version: number): NotebookKeeper {
  const known = keepers.get(uuid);
  if (known !== undefined) return known;
  const made = new NotebookKeeper(notebook, version, {
    save: (from, now) =>
      ask('PUT /api/v1/documents/{uuid}', {path: {uuid}, body: {version: from, notebook: now}}),
    theirsOf,
  });
  keepers.set(uuid, made);
  return made;
}

function theirsOf(error: unknown): SavedDocument | undefined {
  if (!(error instanceof ApiFailure) || error.status !== 409) return undefined;
  return error.body.document;
}
