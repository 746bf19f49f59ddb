import {list, object, type Shape, text} from './shape.ts';

const setting = object(
  {
    group: text('The heading of the option, or the sections of the ini file'),
    name: text('The option or key, as in the file'),
    value: text('The value in effect; `***` for a secret'),
    place: text('Where it is set; empty for a default'),
    doc: text('What it means'),
  },
  ['group', 'name', 'value', 'place', 'doc'],
);

/** What both servers answer of their configuration: `Configuration` of packages/settings. */
export const configurationShape: Shape = object(
  {
    settings: list(setting, 'Every option, in the order of the documentation'),
    warnings: list(text(), 'What is probably wrong, as logged at start'),
    notices: list(text(), 'Settings that have no effect'),
    folder: text('The folder of the ini files, where there is one'),
  },
  ['settings', 'warnings', 'notices'],
);
