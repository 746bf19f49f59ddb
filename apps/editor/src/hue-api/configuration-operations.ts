import {anything, list, text} from '@gazetteer/kernel/shape';
import type {EffectiveSetting} from '@gazetteer/settings';
import {configurationFor} from '../editor-api/configuration.ts';
import {whole} from '../http/shapes.ts';
import {query} from '../operation.ts';

/** A section or a key, as Hue tells of its configuration. */
type Entry = {readonly help: string; readonly key: string; readonly is_anonymous: false} & (
  | {readonly values: Entry[]}
  | {readonly default: string; readonly value: string}
);

const readHueConfig = query('GET /get_hue_config', {
  summary: 'The keys of the configuration files with their values',
  description: 'Sections are nested as in the files. Secrets are masked. For administrators.',
  answer: whole({
    config: list(anything, 'The sections, by name'),
    conf_dir: text('The folder of the files; empty where there is none'),
    apps: list(anything, 'Always empty'),
  }),
  errors: ['NOT_ALLOWED'],
  run: async (e, _input, {actor}) => {
    const {settings, folder = ''} = configurationFor(e, actor);
    return {config: treeOf(settings), conf_dir: folder, apps: []};
  },
});

const finding = whole({name: text('Always configuration'), message: text('What is wrong')});
const checkConfig = query('GET /check_config', {
  summary: 'What is probably wrong in the configuration',
  description:
    'As found at start. The lists have the names of several versions of Hue. For administrators.',
  answer: whole({
    hue_config_dir: text('The folder of the files; empty where there is none'),
    config_error_list: list(finding, 'What was found'),
    conf_dir: text('As `hue_config_dir`'),
    error_list: list(finding, 'As `config_error_list`'),
  }),
  errors: ['NOT_ALLOWED'],
  run: async (e, _input, {actor}) => {
    const {warnings, folder = ''} = configurationFor(e, actor);
    const found = warnings.map(message => ({name: 'configuration', message}));
    return {hue_config_dir: folder, config_error_list: found, conf_dir: folder, error_list: found};
  },
});

/** Under `/desktop/api2` and `/api/v1`. */
export const hueConfigOperations = {readHueConfig};
/** Under `/desktop/debug` and `/api/v1`. */
export const checkOperations = {checkConfig};

/** Options of the editor itself, which stand in no section, are left out. */
function treeOf(settings: readonly EffectiveSetting[]): Entry[] {
  const root: Entry[] = [];
  for (const {group, name, value, place, doc} of settings) {
    const path = [...group.matchAll(/\[([^[\]]+)\]/g)].map(([, section = '']) => section);
    if (path.length === 0) continue;
    const otherwise = place === '' ? value : '';
    const leaf = {help: doc, key: name, is_anonymous: false, default: otherwise, value} as const;
    path.reduce(valuesOf, root).push(leaf);
  }
  return root.sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** The entries of a section, which is made where it is named first. */
function valuesOf(entries: Entry[], key: string): Entry[] {
  const found = entries.find(entry => entry.key === key && 'values' in entry);
  if (found !== undefined && 'values' in found) return found.values;
  const values: Entry[] = [];
  entries.push({help: '', key, is_anonymous: false, values});
  return values;
}
