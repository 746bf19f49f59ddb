import {randomUUID} from 'node:crypto';
import type {Editor} from '../editor.ts';
import {type Json, status} from './envelope.ts';
import type {Fields} from './fields.ts';

/**
 * A notebook with nothing in it, which scripts fill and send along with `execute`. Nothing is kept of it: what is run goes
 * into the history, and documents are saved by calls of their own.
 */
export async function createNotebook(_e: Editor, _userName: string, fields: Fields): Promise<Json> {
  const type = fields.word('type', 'notebook');
  const isNotebook = type === 'notebook';
  const notebook = {
    name: '',
    uuid: randomUUID(),
    description: '',
    type: isNotebook ? type : `query-${type}`,
    isSaved: false,
    isManaged: false,
    skipHistorify: false,
    sessions: [],
    snippets: [],
    directoryUuid: fields.word('directory_uuid') || null,
  };
  return {status: status.ok, notebook};
}
