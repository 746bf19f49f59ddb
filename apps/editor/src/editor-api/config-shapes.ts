// What pages and clients are told of the server before anything else: its engines and its apps.
import {
  anything,
  described,
  flag,
  integer,
  list,
  mapOf,
  named,
  nullable,
  oneOf,
  text,
} from '@gazetteer/kernel/shape';
import {answer, textList, whole} from '../http/shapes.ts';

const engine = named('Engine', 'A SQL server that statements can be run on', () =>
  whole({
    name: text('As pages show it'),
    type: text('Its name in calls'),
    id: text('The same'),
    displayName: text('As pages show it'),
    buttonName: text('Always Query'),
    tooltip: text('What pages say of it'),
    page: text('Where statements are written for it'),
    is_sql: flag('Always true'),
    is_batchable: flag('Always false'),
    dialect: text('Its SQL'),
    dialect_properties: mapOf(anything, 'Always empty'),
    features: described(
      whole(
        {
          cancel: flag('Whether a statement can be canceled'),
          logs: flag('Whether it has a log'),
          resume: flag('Whether statements outlive this server'),
          bindsNames: oneOf(
            ['started', 'ended'],
            'Until when a statement may look names up, where that is later than its acceptance',
          ),
          holdsRows: flag('Whether rows that were not fetched take up the session'),
          preparations: flag('Whether sessions take settings, files and functions'),
          importFormats: textList(
            'How tables can be kept that are made of files over HDFS; empty where none are',
          ),
          tableStatements: textList('What can be done with tables: `renameTable`, `analyze`, …'),
        },
        ['bindsNames', 'holdsRows', 'preparations'],
      ),
      'What the engine can do',
    ),
  }),
);

/** What clients of Hue look for beside the engines. */
const configForHue = {
  main_button_action: described(anything, 'The engine that is offered first'),
  button_actions: list(anything, 'The editor, with its engines'),
  cluster_type: text('Always direct'),
  has_computes: flag('Always false'),
  clusters: list(mapOf(anything), 'Always one'),
  hue_config: described(
    whole({
      enable_sharing: flag('Whether documents and results can be shared'),
      enable_link_sharing: flag('Whether an address is enough'),
      is_admin: flag('Whether the caller is an administrator'),
      is_yarn_enabled: flag('Whether there are jobs of a cluster'),
      enable_download: flag('Whether results can be downloaded'),
    }),
    'What the server allows',
  ),
  hue_version: text('Version of the editor'),
  storage_browser: described(
    whole({
      enable_chunked_file_upload: flag('Whether a file may come in parts'),
      enable_file_download_button: flag('Whether files can be downloaded'),
      file_upload_chunk_size: integer('Bytes of a part'),
      max_file_editor_size: integer('Bytes of a file that can be saved from a page'),
    }),
    'What can be done with files',
  ),
  importer: described(
    whole({is_enabled: flag('Whether there are the calls of an importer')}),
    'What can be imported',
  ),
  documents: described(whole({types: textList('Kinds of documents')}), 'What can be saved'),
};

const browser = whole({
  type: text('tables, hdfs, s3 or yarn'),
  displayName: text('As pages show it'),
  page: text('Its address'),
  buttonName: text('Always Browse'),
  tooltip: text('As pages show it'),
});

/** Beside the editor. */
const appsForHue = {
  catalogs: list(
    whole({
      name: text('As pages show it'),
      displayName: text('The same'),
      type: text('Name of the engine'),
      id: text('The same'),
      dialect: text('Its dialect'),
      is_sql: flag('Always true'),
      is_catalog: flag('Always true'),
    }),
    'Engines whose tables can be looked at',
  ),
  browser: described(
    whole({
      name: text('Always browser'),
      displayName: text('Always Browsers'),
      buttonName: text('Always Browse'),
      interpreters: list(browser, 'What can be looked at'),
      interpreter_names: textList('Its types'),
    }),
    'What can be looked at',
  ),
  home: described(mapOf(anything), 'The page of documents'),
  dashboard: nullable(mapOf(anything, 'None')),
  scheduler: nullable(mapOf(anything, 'None')),
  sdkapps: nullable(mapOf(anything, 'None')),
};

export const config = named('Config', 'What the editor has to offer', () =>
  answer({
    app_config: described(
      whole({
        editor: described(
          whole(
            {
              name: text('Always editor'),
              displayName: text('Always Editor'),
              buttonName: text('Always Query'),
              interpreter_names: textList('Their types'),
              page: text('Its address'),
              interpreters: list(engine, 'The engines that the caller may use'),
              default_sql_interpreter: text('The one that is offered first'),
              default_limit: integer('Rows that pages ask for'),
              download_formats: list(
                whole(
                  {
                    format: text('Its name in calls'),
                    label: text('As pages show it'),
                    note: text('What is special about it'),
                  },
                  ['note'],
                ),
                'What results can be downloaded as',
              ),
            },
            ['default_limit'],
          ),
          'Settings of the editor',
        ),
        ...appsForHue,
      }),
      'Settings by application',
    ),
    default_sql_interpreter: text('The engine that is offered first'),
    ...configForHue,
  }),
);
