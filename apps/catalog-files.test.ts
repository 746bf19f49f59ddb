import assert from 'node:assert/strict';
import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, suite, test} from 'node:test';
import {catalogFiles} from '@gazetteer/catalog-files';
import {admin, ask} from './catalog/test/client.ts';
import {type RunningCatalog, startFreshCatalog} from './catalog/test/server-fixture.ts';

/** What the command printed, complained of and ended with. */
type Run = {readonly code: number; readonly printed: string; readonly complaints: string};

void suite('the catalog as files', () => {
  let server: RunningCatalog;
  let folder: string;

  before(async () => {
    server = await startFreshCatalog({env: {SHOP_PASSWORD: 'one', OTHER_PASSWORD: 'two'}});
    folder = await mkdtemp(join(tmpdir(), 'gazetteer-files-'));
    await fill();
  });
  after(async () => {
    await server.stop();
    await rm(folder, {recursive: true});
  });

  const api = (path: string) => `${server.url}/api/meta${path}`;
  async function put(path: string, body: unknown, method = 'POST'): Promise<unknown> {
    const {status, text, json} = await ask(api(path), {method, body});
    assert.ok(status < 300, `${path} ${text}`);
    return json;
  }
  async function run(...argv: string[]): Promise<Run> {
    const [printed, complaints]: [string[], string[]] = [[], []];
    const [user = '', password = ''] = Buffer.from(admin.slice(6), 'base64').toString().split(':');
    const code = await catalogFiles({
      argv: [...argv, '--url', server.url, '--user', user],
      env: {CATALOG_PASSWORD: password},
      print: line => void printed.push(line),
      complain: line => void complaints.push(line),
      signal: new AbortController().signal,
    });
    return {code, printed: printed.join('\n'), complaints: complaints.join('\n')};
  }
  const edit = async (name: string, from: string | RegExp, to: string) => {
    const text = await readFile(join(folder, name), 'utf8');
    assert.notEqual(text.replace(from, to), text, `${name} has ${String(from)}:\n${text}`);
    await writeFile(join(folder, name), text.replace(from, to));
  };

  /**
   * Types, a glossary with all that terms may have, and a table with all that people say of one.
   */
  async function fill(): Promise<void> {
    await put('/v2/types/typedefs', {
      enumDefs: [{name: 'Level', elementDefs: [{value: 'LOW', ordinal: 0}]}],
      classificationDefs: [
        {name: 'PII', attributeDefs: [{name: 'level', typeName: 'Level', isOptional: true}]},
        {name: 'Kept'},
      ],
      businessMetadataDefs: [
        {
          name: 'Team',
          attributeDefs: [
            {
              name: 'costCenter',
              typeName: 'string',
              isOptional: true,
              options: {applicableEntityTypes: '["hive_table"]', maxStrLength: '20'},
            },
          ],
        },
      ],
    });
    const glossary = (await put('/v2/glossary', {name: 'Finance', usage: 'Ask first'})) as {
      guid: string;
    };
    const anchor = {glossaryGuid: glossary.guid};
    const reports = (await put('/v2/glossary/category', {name: 'Reports', anchor})) as {
      guid: string;
    };
    const monthly = (await put('/v2/glossary/category', {
      name: 'Monthly',
      anchor,
      parentCategory: {categoryGuid: reports.guid},
    })) as {guid: string};
    const turnover = (await put('/v2/glossary/term', {name: 'Turnover', anchor})) as {guid: string};
    const revenue = (await put('/v2/glossary/term', {
      name: 'Revenue',
      anchor,
      shortDescription: 'Sales: "all" of them',
      examples: ['12', '13'],
      categories: [{categoryGuid: monthly.guid}],
      synonyms: [{termGuid: turnover.guid}],
    })) as {guid: string};
    await put(`/v2/entity/guid/${revenue.guid}/classifications`, [{typeName: 'Kept'}]);
    const {guidAssignments} = (await put('/v2/entity/bulk', {
      entities: [
        {
          guid: '-1',
          typeName: 'hive_db',
          attributes: {qualifiedName: 'sales@c', name: 'sales', clusterName: 'c'},
        },
        ...['orders', 'plain'].map((name, i) => ({
          guid: `-${i + 2}`,
          typeName: 'hive_table',
          attributes: {
            qualifiedName: `sales.${name}@c`,
            name,
            db: {guid: '-1', typeName: 'hive_db'},
            ...(name === 'orders' ? {description: 'A row: one order\nor more'} : {}),
          },
          ...(name === 'orders' ? {customAttributes: {team: 'sales'}} : {}),
        })),
      ],
    })) as {guidAssignments: Record<string, string>};
    const at = `/v2/entity/guid/${guidAssignments['-2']}`;
    await put(`${at}/classifications`, [
      {typeName: 'PII', attributes: {level: 'LOW'}, propagate: false},
      {typeName: 'Kept'},
    ]);
    await put(`${at}/labels`, ['reviewed']);
    await put(`${at}/businessmetadata`, {Team: {costCenter: 'c1'}});
    await put(`/v2/glossary/terms/${revenue.guid}/assignedEntities`, [
      {guid: guidAssignments['-2']},
    ]);
  }

  test('what was exported has nothing to change, and is applied without a change', async () => {
    const exported = await run('export', folder, '--assets', 'hive_table');
    assert.deepEqual(exported.printed.split('\n'), [
      'wrote types.yaml',
      'wrote glossaries/Finance.yaml',
      'wrote assets/hive_table.yaml',
    ]);
    const assets = await readFile(join(folder, 'assets', 'hive_table.yaml'), 'utf8');
    assert.doesNotMatch(assets, /plain/, 'nobody has said anything of it');
    const planned = await run('plan', folder);
    assert.deepEqual(planned, {
      code: 0,
      printed: '0 to add, 0 to change, 0 to remove',
      complaints: '',
    });
    const applied = await run('apply', folder);
    assert.match(applied.printed, /Nothing to apply/);
  });

  test('into an empty catalog it brings types and glossaries, and the next export is the same', async () => {
    const other = await startFreshCatalog();
    const again = await mkdtemp(join(tmpdir(), 'gazetteer-files-'));
    const first = server;
    try {
      server = other;
      const missing = await run('plan', folder);
      assert.equal(missing.code, 1);
      assert.match(missing.printed, /! hive_table sales\.orders@c\n +it is not in the catalog/);
      for (const name of ['types.yaml', 'glossaries/Finance.yaml']) {
        await writeFile(
          join(again, name.replace('/', '-')),
          await readFile(join(folder, name), 'utf8'),
        );
      }
      const applied = await run('apply', again);
      assert.equal(applied.code, 0, applied.printed + applied.complaints);
      assert.match(applied.printed, /\+ term Revenue@Finance\n +\+ synonyms Turnover@Finance/);
      assert.equal((await run('plan', again)).printed, '0 to add, 0 to change, 0 to remove');
      await run('export', again);
      for (const name of ['types.yaml', 'glossaries/Finance.yaml'])
        assert.equal(
          await readFile(join(again, name), 'utf8'),
          await readFile(join(folder, name), 'utf8'),
        );
    } finally {
      server = first;
      await other.stop();
      await rm(again, {recursive: true});
    }
  });

  test('each change is planned with its reach, applied together, and gone from the next plan', async () => {
    await edit('types.yaml', 'description: Kept', 'description: Kept for years');
    await edit('glossaries/Finance.yaml', 'usage: Ask first', 'usage: Ask twice');
    await edit(
      'glossaries/Finance.yaml',
      'name: Turnover',
      'name: Turnover\n        usage: No more',
    );
    await edit(
      'glossaries/Finance.yaml',
      /( +)- name: Turnover/,
      '$1- {name: Margin, antonyms: [Turnover@Finance], classifications: [PII]}\n$1- name: Turnover',
    );
    await edit(
      'assets/hive_table.yaml',
      /description: .*\n.*\n.*or more\n/,
      'description: Orders\n',
    );
    await edit('assets/hive_table.yaml', /propagate: false/, 'propagate: true');
    await edit('assets/hive_table.yaml', '- reviewed', '- checked');
    await edit('assets/hive_table.yaml', 'costCenter: c1', 'costCenter: c2');
    await edit('assets/hive_table.yaml', '- Revenue@Finance', '- Margin@Finance');
    await edit('assets/hive_table.yaml', 'team: sales', 'team: web');
    await edit('assets/hive_table.yaml', /\n +- Kept/, '');
    const planned = await run('plan', folder);
    assert.equal(planned.code, 3, planned.printed + planned.complaints);
    const expected = [
      '~ classification type Kept',
      '    description: Kept -> Kept for years',
      '~ glossary Finance',
      '    usage: Ask first -> Ask twice',
      '+ term Margin@Finance',
      '    + antonyms Turnover@Finance',
      '    + classification PII',
      '~ term Turnover@Finance',
      '    usage: (nothing) -> No more',
      '~ hive_table sales.orders@c',
      '    description: A row: one order or more -> Orders',
      '    customAttributes.team: sales -> web',
      '    Team.costCenter: c1 -> c2',
      '    classification PII.propagate: false -> true',
      '    - classification Kept',
      '    + label checked',
      '    - label reviewed',
      '    + term Margin@Finance',
      '    - term Revenue@Finance',
      '1 to add, 4 to change, 0 to remove',
    ].join('\n');
    assert.ok(planned.printed.includes(expected), planned.printed);
    assert.match(
      planned.printed,
      /Entities, with records of the catalog: 2 created, [1-9]\d* updated, 0 deleted/,
    );
    const applied = await run('apply', folder);
    assert.equal(applied.code, 0, applied.complaints);
    assert.deepEqual(await run('plan', folder), {
      code: 0,
      printed: '0 to add, 0 to change, 0 to remove',
      complaints: '',
    });
  });

  test('what somebody changed in the catalog since is told apart, and terms nobody declared are removed on request', async () => {
    const {json} = await ask(api('/v2/glossary?limit=1'));
    const [glossary] = json as [{guid: string; terms: {termGuid: string; displayText: string}[]}];
    const margin = glossary.terms.find(one => one.displayText === 'Margin');
    await put(`/v2/glossary/term/${margin?.termGuid}/partial`, {usage: 'Mine'}, 'PUT');
    await put('/v2/glossary/term', {name: 'Extra', anchor: {glossaryGuid: glossary.guid}});
    const name = 'glossaries/Finance.yaml';
    await edit(name, '{name: Margin,', '{name: Margin, usage: Ours,');
    await run('apply', folder);
    await put(`/v2/glossary/term/${margin?.termGuid}/partial`, {usage: 'Mine'}, 'PUT');
    const drifted = await run('plan', folder);
    assert.equal(drifted.code, 3);
    assert.match(
      drifted.printed,
      /~ term Margin@Finance was changed in the catalog since it was applied\n +usage: Mine -> Ours/,
    );
    assert.match(drifted.printed, /\? term Extra@Finance is not in the files; --prune removes it/);
    const applied = await run('apply', folder, '--prune');
    assert.match(applied.printed, /- term Extra@Finance/);
    assert.equal((await run('plan', folder)).printed, '0 to add, 0 to change, 0 to remove');
  });

  test('names with slashes, terms that are assigned, and relations that contradict each other', async () => {
    const other = await mkdtemp(join(tmpdir(), 'gazetteer-files-'));
    const write = async (text: string) => await writeFile(join(other, 'all.yaml'), text);
    const start = `glossaries:
  - name: Slashes
    categories: [{name: 'A/B'}, {name: A, categories: [{name: B}]}]
    terms:
`;
    const assigned = (terms: string) => `assets:
  - {type: hive_table, qualifiedName: sales.plain@c, terms: [${terms}], customAttributes: {year: 2024}}
`;
    try {
      await write(
        `${start}      - {name: One, categories: ['A\\/B'], synonyms: [Two@Slashes]}
      - {name: Two, categories: [A/B], synonyms: [One@Slashes]}
${assigned('One@Slashes')}`.replaceAll('\\\\', '\\'),
      );
      const applied = await run('apply', other);
      assert.equal(applied.code, 0, applied.printed + applied.complaints);
      const same = '0 to add, 0 to change, 0 to remove';
      assert.equal((await run('plan', other)).printed, same);
      const again = await mkdtemp(join(tmpdir(), 'gazetteer-files-'));
      await run('export', again, '--assets', 'hive_table, Asset');
      assert.equal((await run('plan', again)).printed, same);
      await rm(again, {recursive: true});

      await write(`${start}      - {name: One, synonyms: []}
      - {name: Two, synonyms: [One@Slashes]}
`);
      const contradicting = await run('apply', other);
      assert.equal(contradicting.code, 1);
      assert.match(contradicting.printed, /synonyms: One@Slashes does not list it in synonyms/);

      await write(`${start}      - {name: Two}\n${assigned('')}`);
      const pruned = await run('apply', other, '--prune');
      assert.equal(pruned.code, 0, pruned.printed + pruned.complaints);
      assert.match(pruned.printed, /- term One@Slashes/);
      assert.equal((await run('plan', other)).printed, same);
    } finally {
      await rm(other, {recursive: true});
    }
  });

  test('domains, data products, what is in them, and sources are files as well', async () => {
    const own = await mkdtemp(join(tmpdir(), 'gazetteer-files-'));
    const again = await mkdtemp(join(tmpdir(), 'gazetteer-files-'));
    const write = async (name: string, text: string) => await writeFile(join(own, name), text);
    const same = '0 to add, 0 to change, 0 to remove';
    const groups = `domains:
  - name: Sales
    owner: ann
    domains:
      - name: A/B
        description: Orders and returns
        products:
          - name: Daily figures
            owner: bob
products:
  - name: Everything
`;
    const asset = (members: string) => `assets:
  - {type: hive_table, qualifiedName: sales.plain@c, ${members}}
`;
    const source = (config: string) => `sources:
  - name: shop
    type: postgresql
    schedule: 0 3 * * *
    config: {host: 127.0.0.1, port: 1, user: reader, ${config}}
`;
    try {
      await write('groups.yaml', groups);
      await write(
        'assets.yaml',
        asset(`domain: 'Sales/A\\/B', products: ['Sales/A\\/B/Daily figures', Everything]`),
      );
      await write('sources.yaml', source('password: hunter2'));
      const literal = await run('apply', own);
      assert.equal(literal.code, 1);
      assert.match(literal.printed, /! source shop\n +password is secret: write a variable/);
      assert.doesNotMatch(literal.printed, /hunter2/);
      assert.deepEqual((await ask(api('/v2/domains'))).json, {domains: []});
      await write('sources.yaml', source('no-such-key: 1'));
      await assert.rejects(run('apply', own), /no-such-key/);
      assert.deepEqual((await ask(api('/v2/domains'))).json, {domains: []}, 'nothing was changed');

      await write('sources.yaml', source(`password: '\${SHOP_PASSWORD}'`));
      const planned = await run('plan', own);
      assert.equal(planned.code, 3, planned.complaints);
      const lines = planned.printed.split('\n');
      for (const line of [
        '+ domain Sales',
        '+ domain Sales/A\\/B',
        '+ data product Sales/A\\/B/Daily figures',
        '+ data product Everything',
        '    domain: (nothing) -> Sales/A\\/B',
        '    + data product Everything',
        '+ source shop',
        '5 to add, 1 to change, 0 to remove',
      ])
        assert.ok(lines.includes(line), `${line} in\n${planned.printed}`);
      const applied = await run('apply', own);
      assert.equal(applied.code, 0, applied.printed + applied.complaints);
      assert.equal((await run('plan', own)).printed, same);
      const {sources} = (await ask(api('/v2/sources'))).json as {sources: [{secrets: string[]}]};
      assert.deepEqual(sources[0].secrets, ['password']);

      // What was exported changes nothing, here or where it was applied before.
      const exported = await run('export', again, '--assets', 'hive_table');
      assert.match(exported.printed, /wrote domains\.yaml\nwrote sources\.yaml/);
      assert.equal((await run('plan', again)).printed, same);
      const text = await readFile(join(again, 'sources.yaml'), 'utf8');
      assert.match(text, /secrets:\n +- password/);
      assert.doesNotMatch(text, /SHOP_PASSWORD/);
      assert.doesNotMatch(
        await readFile(join(again, 'assets', 'hive_table.yaml'), 'utf8'),
        /AssetMembership/,
      );

      // Drift, another secret, another place, and what files have no more.
      const {domains} = (await ask(api('/v2/domains'))).json as {
        domains: {guid: string; name: string}[];
      };
      const guid = domains.find(one => one.name === 'Sales')?.guid ?? '';
      await put(`/v2/domains/${guid}`, {owner: 'eve'}, 'PUT');
      await write('sources.yaml', source(`password: '\${OTHER_PASSWORD}'`));
      await write('assets.yaml', asset('domain: Sales, products: []'));
      await put('/v2/products', {name: 'Stray'});
      const drifted = await run('plan', own);
      for (const part of [
        '~ domain Sales was changed in the catalog since it was applied\n    owner: eve -> ann',
        '    domain: Sales/A\\/B -> Sales',
        '    - data product Everything',
        '? data product Stray is not in the files; --prune removes it',
        '~ source shop\n    config.password: ${OTHER_PASSWORD}',
      ])
        assert.ok(drifted.printed.includes(part), `${part} in\n${drifted.printed}`);
      assert.equal((await run('apply', own)).code, 0);
      await write('groups.yaml', 'domains: [{name: Sales}]\n');
      await write('sources.yaml', 'sources: []\n');
      const pruned = await run('apply', own, '--prune');
      assert.equal(pruned.code, 0, pruned.printed + pruned.complaints);
      for (const what of ['data product Stray', 'domain Sales/A\\/B', 'source shop'])
        assert.ok(pruned.printed.includes(`- ${what}`), `${what} in\n${pruned.printed}`);
      assert.equal((await run('plan', own)).printed, same);
      await write('assets.yaml', asset('domain: Nowhere'));
      const nowhere = await run('plan', own);
      assert.equal(nowhere.code, 1);
      assert.match(nowhere.printed, /there is no domain Nowhere/);
    } finally {
      for (const one of [own, again]) await rm(one, {recursive: true});
    }
  });

  test('a file with a mistake changes nothing, and says what is wrong and where', async () => {
    const wrong = await mkdtemp(join(tmpdir(), 'gazetteer-files-'));
    try {
      assert.match((await run('plan', wrong)).complaints, /there are no YAML files/);
      assert.match((await run('plan', join(wrong, 'none'))).complaints, /none: ENOENT/);
      await writeFile(join(wrong, 'a.yaml'), 'glossaries: [{name: X}, {name: X}, {nam: Y}, 7]\n');
      await writeFile(join(wrong, 'b.yaml'), 'types: {classificationDefs: {}}\nassets: [{}]\n');
      await writeFile(join(wrong, 'c.yaml'), 'a: [1\nb: }\n');
      await writeFile(join(wrong, 'd.yaml'), '- 1\n');
      await writeFile(join(wrong, 'e.yaml'), 'assets: *missing\n');
      const {code, complaints} = await run('apply', wrong);
      assert.equal(code, 2);
      for (const text of [
        'a.yaml: glossaries[1]: glossary X is in a.yaml: glossaries[0] already',
        'a.yaml: glossaries[2]: there is no key nam. The nearest known one is name.',
        'a.yaml: glossaries[3] must be a map',
        'b.yaml: types.classificationDefs must be a list',
        'b.yaml: assets[0].qualifiedName must be a text',
        'c.yaml:2: ',
        'd.yaml: it has none of the keys',
        'e.yaml: ',
      ])
        assert.ok(complaints.includes(text), `${text}\n${complaints}`);
      const usage = [
        [['plan'], /plan needs a folder/],
        [['paln', wrong], /one of plan, apply, export/],
        [['plan', wrong, 'more'], /one folder only/],
        [['plan', wrong, '--no-such'], /no-such/],
      ] as const;
      for (const [argv, pattern] of usage) {
        const refused = await run(...argv);
        assert.equal(refused.code, 2);
        assert.match(refused.complaints, pattern);
      }
    } finally {
      await rm(wrong, {recursive: true});
    }
  });
});
