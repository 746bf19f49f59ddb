// What `deploy/` names exists: options, metrics, sections of the runbook.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {test} from 'node:test';
import {parseProperties} from '@gazetteer/settings';
import {parseAllDocuments} from 'yaml';
import {catalogOptions} from './catalog/src/options/catalog-options.ts';
import {editorOptions} from './editor/src/server/options.ts';

const root = join(import.meta.dirname, '..');
const units = ['gazetteer', 'gazetteer-catalog', 'gazetteer-editor'];
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Every document of a YAML file, of which none may have an error or a warning. */
function documentsOf(path: string): unknown[] {
  return parseAllDocuments(read(path), {merge: true}).map(one => {
    assert.deepEqual([...one.errors, ...one.warnings], [], path);
    return one.toJS() as unknown;
  });
}

const options = [
  ...Object.values(catalogOptions.options),
  ...Object.values(editorOptions.options),
] as readonly {readonly key: string; readonly cli: string}[];

const variables = new Set(
  options.map(({cli}) => `GAZETTEER_${cli.toUpperCase().replaceAll('-', '_')}`),
);

type Alert = {alert: string; expr: string; annotations: {summary: string; runbook: string}};

const alerts = (
  documentsOf('deploy/prometheus/alerts.yaml')[0] as {groups: {rules: Alert[]}[]}
).groups.flatMap(({rules}) => rules);

test('alerts and panels ask for metrics that there are', () => {
  const {panels} = JSON.parse(read('deploy/grafana/gazetteer.json')) as {
    panels: {targets?: {expr: string}[]}[];
  };
  const asked = [
    ...alerts.map(({expr}) => expr),
    ...panels.flatMap(({targets = []}) => targets.map(({expr}) => expr)),
  ];
  assert.ok(asked.length > 30, `${asked.length} expressions`);
  const known = new Set(
    [...read('docs/metrics.md').matchAll(/^\| `(\w+)` \| (\w+)/gm)].flatMap(([, name, kind]) =>
      kind === 'histogram' ? [`${name}_bucket`] : [name],
    ),
  );
  const named = asked.flatMap(expr => expr.match(/\b(?:gazetteer|process|nodejs)_\w+/g) ?? []);
  assert.deepEqual(
    named.filter(name => !known.has(name)),
    [],
  );
  for (const name of ['gazetteer_http_requests_total', 'gazetteer_editor_sessions'])
    assert.ok(named.includes(name), name);
  const labels = new Map(
    [...read('docs/metrics.md').matchAll(/^\| `(\w+)` \| \w+ \| ([^|]*) \|/gm)].map(
      ([, name = '', text = '']) => [name, text],
    ),
  );
  const filtered = asked.flatMap(expr => [
    ...expr.matchAll(/\b(gazetteer_\w+?)(?:_bucket)?\{([^}]*)\}/g),
  ]);
  const unknown = filtered.flatMap(([, name = '', filters = '']) =>
    [...filters.matchAll(/(\w+)=/g)].flatMap(([, label = '']) =>
      // Prometheus itself adds these two.
      ['instance', 'job'].includes(label) || labels.get(name)?.includes(`\`${label}\``) === true
        ? []
        : [`${name} has no label ${label}`],
    ),
  );
  assert.ok(filtered.length > 10);
  assert.deepEqual(unknown, []);
});

test('each alert has its section in the runbook, and each section its alert', () => {
  const sections = [...read('docs/runbook.md').matchAll(/^## (.+)$/gm)].map(([, title]) => title);
  assert.deepEqual(
    sections,
    alerts.map(({alert}) => alert),
  );
  for (const {alert, annotations} of alerts)
    assert.ok(annotations.runbook.endsWith(`/docs/runbook#${alert.toLowerCase()}`), alert);
});

test('containers set options that there are', () => {
  const texts = ['deploy/Containerfile', 'deploy/compose/compose.yaml'].map(read);
  const manifests = documentsOf('deploy/kubernetes/gazetteer.yaml') as {
    kind: string;
    data?: Record<string, string>;
  }[];
  const set = [...texts, JSON.stringify(manifests)].flatMap(
    text => text.match(/\bGAZETTEER_\w+/g) ?? [],
  );
  assert.ok(set.length > 10);
  assert.deepEqual(
    set.filter(name => !variables.has(name)),
    [],
  );
  const properties = manifests.find(({kind}) => kind === 'ConfigMap')?.data?.[
    'gazetteer.properties'
  ];
  const keys = [...parseProperties(properties ?? '')].map(({key}) => key);
  assert.ok(keys.length > 5);
  const known = new Set(options.map(({key}) => key));
  assert.deepEqual(
    keys.filter(key => !known.has(key)),
    [],
  );
});

test('both nodes of the example share results', () => {
  const [{services = {}, volumes = {}} = {}] = documentsOf('deploy/compose/compose.yaml') as {
    services?: Record<string, {volumes?: string[]; environment?: Record<string, string>}>;
    volumes?: object;
  }[];
  for (const name of ['node1', 'node2']) {
    const {environment, volumes: mounts} = services[name] ?? {};
    const folder = environment?.['GAZETTEER_RESULTS'] ?? '';
    assert.ok(mounts?.includes(`results:${folder}`), name);
    // A new volume belongs to who has the folder in the image.
    assert.ok(read('deploy/Containerfile').includes(` ${folder}\n`), folder);
  }
  assert.ok('results' in volumes);
});

test('secrets that are made beside the files get into no image and no commit', () => {
  const [{secrets = {}} = {}] = documentsOf('deploy/compose/compose.yaml') as {
    secrets?: Record<string, {file: string}>;
  }[];
  const files = ['.env', ...Object.values(secrets).map(({file}) => file.replace('./', ''))];
  assert.equal(files.length, 3);
  const lines = (path: string) => read(path).split('\n');
  for (const file of files) {
    assert.ok(lines('.gitignore').includes(file), file);
    assert.ok(lines('deploy/Containerfile.dockerignore').includes(`**/${file}`), file);
  }
});

test('service managers wait longer than a node takes to drain and stop', () => {
  const stopTimeoutS = catalogOptions.options.stopTimeoutMs.default / 1000;
  const waits = [
    ...read('deploy/kubernetes/gazetteer.yaml').matchAll(/terminationGracePeriodSeconds: (\d+)/g),
    ...read('deploy/compose/compose.yaml').matchAll(/stop_grace_period: (\d+)s/g),
    ...units.flatMap(name => [
      ...read(`deploy/systemd/${name}.service`).matchAll(/^TimeoutStopSec=(\d+)/gm),
    ]),
  ];
  assert.equal(waits.length, 5);
  const drains = ['deploy/kubernetes/gazetteer.yaml', 'deploy/compose/compose.yaml'].flatMap(
    path => [...read(path).matchAll(/(?:drain\.time=|DRAIN_TIME: )(\d+)s/g)],
  );
  assert.equal(drains.length, 2);
  const longest = Math.max(...drains.map(([, seconds]) => Number(seconds)));
  for (const [text, seconds] of waits)
    assert.ok(Number(seconds) > stopTimeoutS + longest, `${text} is too short`);
});

const noSystemd =
  spawnSync('systemd-analyze', ['--version']).status !== 0 && 'needs systemd-analyze';
test('systemd takes the units', {skip: noSystemd}, t => {
  const folder = mkdtempSync(join(tmpdir(), 'gazetteer-units-'));
  t.after(() => rmSync(folder, {recursive: true}));
  for (const name of units) {
    const file = join(folder, `${name}.service`);
    const unit = read(`deploy/systemd/${name}.service`);
    // The program lies elsewhere here.
    writeFileSync(file, unit.replaceAll('/opt/gazetteer/node_modules/.bin/node', process.execPath));
    const {status, stderr} = spawnSync('systemd-analyze', ['verify', file], {encoding: 'utf8'});
    assert.equal(status, 0, stderr);
    // It warns of the machine's own units as well.
    assert.doesNotMatch(stderr, new RegExp(`${name}\\.service`));
  }
});
