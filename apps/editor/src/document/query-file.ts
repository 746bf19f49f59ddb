import {AppError} from '@gazetteer/model';
import {readPageState} from '../chart/chart-specification.ts';
import type {Json} from '../http/envelope.ts';
import type {QueryContent} from './document.ts';

/**
 * A saved query as a file: what any SQL client can run, under lines of comment that say the rest.
 */
export type QueryFile = {
  readonly name: string;
  readonly description: string;
  readonly content: QueryContent;
};

const marker = /^-- @(name|description|engine|database|state): ?(.*)$/;

/** Texts of more than one line, and odd ones, are written as JSON. */
export function writeQueryFile({name, description, content}: QueryFile): string {
  const {engine, database, text, state} = content;
  const lines = [`-- @name: ${plainOrJson(name)}`];
  if (description !== '') lines.push(`-- @description: ${plainOrJson(description)}`);
  if (engine !== '') lines.push(`-- @engine: ${plainOrJson(engine)}`);
  if (database !== '') lines.push(`-- @database: ${plainOrJson(database)}`);
  if (Object.keys(state).length > 0) lines.push(`-- @state: ${JSON.stringify(state)}`);
  return `${lines.join('\n')}\n\n${text}`;
}

/**
 * The lines at the top are taken off, and the empty line behind them; a file without any is a query
 * by the name of the file.
 * @throws AppError for a line that says nothing sensible
 */
export function readQueryFile(fileName: string, file: string): QueryFile {
  const lines = file.replace(/^\uFEFF/, '').split('\n');
  const said = new Map<string, string>();
  let at = 0;
  for (; at < lines.length; at++) {
    const found = marker.exec((lines[at] ?? '').replace(/\r$/, ''));
    if (found === null) break;
    said.set(found[1] ?? '', found[2] ?? '');
  }
  if (at > 0 && /^\r?$/.test(lines[at] ?? 'x')) at++;
  const text = (key: string): string => unquoted(fileName, key, said.get(key) ?? '');
  const name = said.has('name') ? text('name') : fileName.replace(/\.sql$/i, '');
  return {
    name,
    description: text('description'),
    content: {
      engine: text('engine'),
      database: text('database'),
      text: lines.slice(at).join('\n'),
      state: stateIn(fileName, said),
    },
  };
}

function plainOrJson(text: string): string {
  return /^[^\s"\p{Cc}][^\p{Cc}]*$/u.test(text) && text.trim() === text
    ? text
    : JSON.stringify(text);
}

function unquoted(fileName: string, key: string, text: string): string {
  if (!text.startsWith('"')) return text.trim();
  const value = parsed(fileName, key, text);
  if (typeof value !== 'string')
    throw new AppError('BAD_REQUEST', [`${fileName}: @${key} has to be a text.`]);
  return value;
}

function stateIn(fileName: string, said: ReadonlyMap<string, string>): Json {
  const text = said.get('state');
  if (text === undefined) return {};
  const value = parsed(fileName, 'state', text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AppError('BAD_REQUEST', [`${fileName}: @state has to be a JSON object.`]);
  }
  return readPageState(value as Json);
}

function parsed(fileName: string, key: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new AppError('BAD_REQUEST', [
      `${fileName}: @${key} is no JSON: ${(error as Error).message}`,
    ]);
  }
}
