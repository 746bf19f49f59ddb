import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {soon} from '@gazetteer/model/testing';
import {writeXlsx} from '@gazetteer/sheet';
import {bothDatabases} from './both-databases.ts';
import {admin, ask} from './client.ts';
import {nobody, texts, glossaryWorld, type Header, type Json} from './glossary-world.ts';
import type {RunningCatalog} from './server-fixture.ts';

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

for (const {database, options, start} of bothDatabases(cluster)) {
  suite(`${database}: glossary files and search`, options, () => {
    let server: RunningCatalog;
    const {send, ok, refused, newName, newGlossary, newTypes} = glossaryWorld(() => server);

    before(async () => {
      server = await start();
      await newTypes();
    });
    after(() => server?.stop());

    const upload = async (name: string, content: string | Uint8Array<ArrayBuffer>, query = '') => {
      const form = new FormData();
      form.append('file', new File([content], name));
      const response = await fetch(`${server.url}/api/atlas/v2/glossary/import${query}`, {
        method: 'POST',
        headers: {authorization: admin},
        body: form,
      });
      return {
        status: response.status,
        json: (await response.json()) as Imported & {
          errorCode: string;
          bulkGuid?: string;
          relationshipGuids?: string[];
        },
      };
    };
    type Imported = Record<
      'failedImportInfoList' | 'successImportInfoList',
      Record<string, string>[]
    >;

    test('terms are imported from a table by its template; wrong lines are told', async () => {
      const template = await fetch(`${server.url}/api/atlas/v2/glossary/import/template`, {
        headers: {authorization: admin},
      });
      assert.match(
        template.headers.get('content-disposition') ?? '',
        /filename="template_glossary"/,
      );
      const header = await template.text();
      assert.ok(header.startsWith('GlossaryName, TermName, ShortDescription,'), header);
      const name = newName('Imported');
      const lines = [
        `${name},first,"short, with a comma",,a|b,f,,k:v,,,${name}:second`,
        `${name},second`,
        `${name},bad.name`,
        `${name},third,,,,,,,,,${name}:nowhere`,
      ];
      const {json} = await upload('terms.csv', [header, ...lines].join('\n'));
      assert.deepEqual(
        json.successImportInfoList.map(one => [
          one['parentObjectName'],
          one['childObjectName'],
          one['importStatus'],
        ]),
        [
          [name, 'first', 'SUCCESS'],
          [name, 'second', 'SUCCESS'],
        ],
      );
      assert.deepEqual(
        json.failedImportInfoList.map(one => one['remarks']),
        [
          'line 4: name cannot contain following special chars (@, ., <, >)',
          `line 5: there is no term nowhere@${name}`,
        ],
      );
      const glossary = (await ok<Json[]>('GET', '/glossary')).find(one => one.name === name);
      assert.deepEqual(texts(glossary?.terms)?.sort(), ['first', 'second', 'third']);
      const first = await ok(
        'GET',
        `/glossary/term/${glossary?.terms?.find(one => one.displayText === 'first')?.termGuid}`,
      );
      assert.partialDeepStrictEqual(first, {
        shortDescription: 'short, with a comma',
        examples: ['a', 'b'],
        abbreviation: 'f',
        additionalAttributes: {k: 'v'},
      });
      assert.deepEqual(texts(first['synonyms'] as Header[]), ['second']);

      const rows = [
        ['GlossaryName', 'TermName', 'IsA'],
        [name, '=fourth', `${name}:first`],
        [name, 'first'],
      ];
      const chunks: Uint8Array[] = [];
      for await (const chunk of writeXlsx('Terms', rows)) chunks.push(chunk);
      const again = await upload('terms.xlsx', Buffer.concat(chunks));
      assert.equal(again.json.successImportInfoList[0]?.['childObjectName'], '=fourth');
      assert.match(
        again.json.failedImportInfoList[0]?.['remarks'] ?? '',
        /^line 3: .*first@Imported\d+ already exists$/,
      );

      const rehearsed = await upload('terms.csv', `${header}\n${name},never`, '?dryRun=true');
      assert.equal(rehearsed.status, 200);
      assert.equal((await ok('GET', `/glossary/${glossary?.guid}`)).terms?.length, 4);
    });

    test('with updates a line changes the term that is there; its texts can be taken back', async () => {
      const glossary = await newGlossary();
      const {name = ''} = glossary;
      const friend = await glossary.term('friend');
      const {guid} = await glossary.term('known', {
        shortDescription: 'as it was',
        usage: 'kept',
        additionalAttributes: {a: '1', b: '2'},
        synonyms: [{termGuid: friend.guid}],
      });
      await glossary.term('same', {usage: 'this'});
      const table = [
        'GlossaryName,TermName,ShortDescription,Usage,Examples,AdditionalAttributes,Synonyms,SeeAlso',
        `${name},known,as it is,,x|y,b:3|c:4,${name}:fresh,${name}:nowhere|${name}:friend`,
        `${name},fresh,,,,,,${name}:known`,
        `${name},same,,this`,
        `${name},known,twice`,
      ].join('\n');
      const known = () => ok('GET', `/glossary/term/${guid}`);
      const before = await known();
      const remarks = ({json}: Awaited<ReturnType<typeof upload>>) =>
        json.failedImportInfoList.map(one => one['remarks']);
      const failed = [
        `line 5: known@${name} is in the file twice`,
        `line 2: there is no term nowhere@${name}`,
      ];

      const rehearsed = await upload('terms.csv', table, '?updates=true&dryRun=true');
      const {response, changes} = rehearsed.json as unknown as {
        response: Imported;
        changes: {entities: Record<string, {count: number}>};
      };
      assert.deepEqual(
        response.failedImportInfoList.map(one => one['remarks']),
        failed,
      );
      assert.equal(changes.entities['created']?.count, 1);
      assert.equal(changes.entities['updated']?.count, 1);
      assert.deepEqual(await known(), before);

      const done = await upload('terms.csv', table, '?updates=true');
      assert.deepEqual(remarks(done), failed);
      const changed = await known();
      assert.partialDeepStrictEqual(changed, {
        shortDescription: 'as it is',
        usage: 'kept',
        examples: ['x', 'y'],
        additionalAttributes: {a: '1', b: '3', c: '4'},
      });
      assert.deepEqual(texts(changed['synonyms'] as Header[])?.sort(), ['fresh', 'friend']);
      assert.deepEqual(texts(changed['seeAlso'] as Header[])?.sort(), ['fresh', 'friend']);

      // Once more there is nothing to do, and nothing to take back.
      const again = await upload('terms.csv', table, '?updates=true');
      assert.equal(again.json.bulkGuid, undefined);
      assert.equal(again.json.relationshipGuids, undefined);
      assert.deepEqual((await known())['updateTime'], changed['updateTime']);

      const undo = await ok<{guid: string}>('POST', `/bulk/${done.json.bulkGuid}/undo`);
      await soon(async () => {
        const {status, counts} = await ok<{status: string; counts: object}>(
          'GET',
          `/bulk/${undo.guid}`,
        );
        assert.equal(status, 'COMPLETE');
        assert.partialDeepStrictEqual(counts, {changed: 1, conflicts: 0});
      });
      const back = await known();
      assert.partialDeepStrictEqual(back, {
        shortDescription: 'as it was',
        usage: 'kept',
        additionalAttributes: {a: '1', b: '2'},
      });
      assert.equal(back['examples'], undefined);
      // Those to new terms are deleted with these.
      const [added = '', ...others] = done.json.relationshipGuids ?? [];
      assert.deepEqual(others, []);
      await ok('DELETE', `/relationship/guid/${added}`);
      const {seeAlso, synonyms} = await known();
      assert.deepEqual(texts(seeAlso as Header[]), ['fresh']);
      assert.deepEqual(texts(synonyms as Header[])?.sort(), ['fresh', 'friend']);
    });

    test('what is no table of terms is refused', async () => {
      const code = async (name: string, content: string) => {
        const {status, json} = await upload(name, content);
        return [status, json.errorCode];
      };
      assert.deepEqual(await code('terms.pdf', 'x'), [400, 'ATLAS-400-00-098']);
      assert.deepEqual(await code('terms.xls', 'x'), [400, 'ATLAS-400-00-09C']);
      assert.deepEqual(await code('terms.xlsx', 'x'), [400, 'ATLAS-400-00-09C']);
      assert.deepEqual(await code('terms.csv', 'GlossaryName,TermName\n'), [
        400,
        'ATLAS-400-00-09B',
      ]);
      assert.equal((await send('POST', '/glossary/import', {})).status, 415);
    });

    type Download = {status: string; fileName: string; rows: number; reason?: string};
    const downloads = async () =>
      (await ok<{searchDownloadRecords: Download[]}>('GET', '/glossary/download/status'))
        .searchDownloadRecords;
    /** The file that this body makes, whole or failed. */
    const written = async (body: object, path = '/glossary/download/create_file') => {
      const known = new Set((await downloads()).map(one => one.fileName));
      assert.equal((await send('POST', path, body)).status, 204);
      for (const end = Date.now() + 120_000; Date.now() < end;) {
        const made = (await downloads()).find(one => !known.has(one.fileName));
        if (made?.status === 'FAILED')
          return {reason: made.reason, bytes: Buffer.from(''), fileName: ''};
        if (made?.status === 'COMPLETE') {
          const url = `${server.url}/api/atlas/v2/glossary/download/${encodeURIComponent(made.fileName)}`;
          const response = await fetch(url, {headers: {authorization: admin}});
          assert.match(
            response.headers.get('content-disposition') ?? '',
            /^attachment; filename=".*_GLOSSARY_.*"$/,
          );
          return {fileName: made.fileName, bytes: Buffer.from(await response.arrayBuffer())};
        }
        await new Promise(resolve => setTimeout(resolve, 10));
      }
      throw new Error('the file was not written');
    };

    for (const format of ['CSV', 'XLSX']) {
      test(`${format}: what is exported and imported again is the same`, async () => {
        const glossary = await newGlossary();
        const other = await newGlossary();
        const elsewhere = await other.term('else:where');
        const first = await glossary.term('a|b: c', {
          shortDescription: '=1+2, "quoted"',
          longDescription: 'two\nlines',
          examples: ['one|two', 'C:\\dir\\', 'three'],
          abbreviation: 'ab',
          usage: ' spaced ',
          additionalAttributes: {'k:e|y': 'v:a|l', empty: ''},
        });
        const to = (guid: string) => [{termGuid: guid}];
        await glossary.term('second', {
          synonyms: to(first.guid),
          isA: to(first.guid),
          validValues: to(elsewhere.guid),
        });
        await glossary.term('third');
        const plain = async (guid: string) => {
          const {termInfo} = await ok<{termInfo: Record<string, Json>}>(
            'GET',
            `/glossary/${guid}/detailed`,
          );
          const withoutGuids = JSON.stringify(Object.values(termInfo), (key, value: unknown) =>
            /guid$/i.test(key) ? undefined : value,
          );
          return (JSON.parse(withoutGuids) as Json[]).sort((a, b) => (a.name < b.name ? -1 : 1));
        };
        const before = await plain(glossary.guid);
        const wanted = {format, mode: 'IMPORT_COMPATIBLE', glossaryGuid: glossary.guid};
        const {fileName, bytes} = await written(wanted);
        assert.ok(fileName.endsWith(`.${format.toLowerCase()}`), fileName);
        await ok('DELETE', `/glossary/${glossary.guid}`);
        const {json} = await upload(fileName, new Uint8Array(bytes));
        assert.deepEqual(json.failedImportInfoList, []);
        assert.equal(json.successImportInfoList.length, 3);
        const again =
          (await ok<Json[]>('GET', '/glossary')).find(one => one.name === glossary.name)?.guid ??
          '';
        assert.deepEqual(await plain(again), before);
        const second = await written({...wanted, glossaryGuid: again});
        if (format === 'CSV') assert.equal(second.bytes.toString(), bytes.toString());
      });
    }

    test('a file for people tells of categories, too, and takes the filters of the search', async () => {
      const glossary = await newGlossary();
      const category = await glossary.category('Money', {additionalAttributes: {owner: 'ann'}});
      await glossary.term('Revenue', {
        classifications: [{typeName: 'PII'}],
        categories: [{categoryGuid: category.guid, status: 'DRAFT'}],
      });
      await glossary.term('Cost');
      const rows = async (body: object, path?: string) => {
        const {bytes} = await written(
          {format: 'CSV', glossaryGuids: [glossary.guid], ...body},
          path,
        );
        const [header = '', ...lines] = bytes.toString().trim().split('\r\n');
        const names = header.split(',');
        return lines.map(one =>
          Object.fromEntries(one.split(',').map((cell, i) => [names[i] ?? '', cell])),
        );
      };
      const all = await rows({});
      assert.deepEqual(
        all.map(({RecordType, Name, Status}) => [RecordType, Name, Status]),
        [
          ['TERM', 'Cost', 'ACTIVE'],
          ['CATEGORY', 'Money', 'ACTIVE'],
          ['TERM', 'Revenue', 'DRAFT'],
        ],
      );
      assert.equal(all[1]?.['CustomAttributes'], 'owner=ann');
      assert.partialDeepStrictEqual(all[2], {
        Classifications: 'PII',
        RelatedCategoriesOrParent: 'Money',
        QualifiedName: `Revenue@${glossary.name}`,
        GlossaryGuid: glossary.guid,
      });
      const names = async (body: object) =>
        (await rows(body, '/glossary/create_file')).map(one => one['Name']);
      assert.deepEqual(await names({recordType: 'TERM', sortOrder: 'DESCENDING'}), [
        'Revenue',
        'Cost',
      ]);
      assert.deepEqual(await names({statusContains: 'draft'}), ['Revenue']);
      assert.deepEqual(await names({classificationContains: 'pi', searchQuery: 'cost'}), []);
    });

    test('a file that cannot be made is refused, or tells why it failed', async () => {
      const path = '/glossary/download/create_file';
      for (const body of [
        {},
        {format: 'PDF'},
        {format: 'CSV', mode: 'NEITHER'},
        {format: 'CSV', mode: 'IMPORT_COMPATIBLE', recordType: 'CATEGORY'},
        {format: 'CSV', sortBy: 'age'},
      ]) {
        await refused('ATLAS-400-00-029', 'POST', path, body);
      }
      for (const body of [[], {format: ['CSV']}, {format: 'CSV', glossaryGuids: 'all'}]) {
        assert.equal((await send('POST', path, body)).status, 400);
      }
      await refused('ATLAS-404-00-005', 'POST', path, {format: 'CSV', glossaryGuid: nobody});
      const glossary = await newGlossary();
      await glossary.term('long', {usage: 'x'.repeat(32_768)});
      const message = await refused('ATLAS-400-00-029', 'POST', path, {
        format: 'XLSX',
        glossaryGuid: glossary.guid,
      });
      assert.match(message, /Usage of long@.* use CSV/);
      assert.ok(
        (await written({format: 'CSV', glossaryGuid: glossary.guid})).bytes.length > 32_768,
      );
      const read = (name: string) => send('GET', `/glossary/download/${encodeURIComponent(name)}`);
      assert.equal((await read('admin_GLOSSARY_never.csv')).status, 204);
      assert.equal((await read('../admin_GLOSSARY_x.csv')).status, 400);
      const [{fileName} = {fileName: ''}] = await downloads();
      const ofSearches = await ask(`${server.url}/api/atlas/v2/search/download/${fileName}`);
      assert.equal(ofSearches.status, 400);
      const listed = (await ask(`${server.url}/api/atlas/v2/search/download/status`)).json;
      assert.deepEqual(listed, {searchDownloadRecords: []});
    });

    test('terms and categories are searched by parts of their texts', async () => {
      const name = newName('Search');
      const glossary = await newGlossary({name, shortDescription: 'all'});
      const category = await glossary.category('Money', {additionalAttributes: {status: 'DRAFT'}});
      const revenue = await glossary.term('Revenue', {
        longDescription: 'What customers pay',
        classifications: [{typeName: 'PII'}],
        categories: [{categoryGuid: category.guid, status: 'DEPRECATED'}],
      });
      await glossary.term('Cost', {additionalAttributes: {k: 'v'}});
      type Hits = {
        glossary: {name: string; status: string; terms: Json[]; categories: Json[]}[];
        approximateCount: number;
      };
      const search = (body: object) =>
        ok<Hits>('POST', '/glossary/search', {glossary: {guid: glossary.guid}, ...body});
      const names = async (body: object) => {
        const {glossary: found} = await search(body);
        return found.flatMap(one => [...one.terms, ...one.categories].map(hit => hit.name));
      };
      const whole = await search({});
      assert.equal(whole.approximateCount, 3);
      assert.partialDeepStrictEqual(whole.glossary[0], {
        name,
        guid: glossary.guid,
        shortDescription: 'all',
        status: 'ACTIVE',
      });
      assert.partialDeepStrictEqual(whole.glossary[0]?.terms[1], {
        name: 'Revenue',
        guid: revenue.guid,
        qualifiedName: revenue.qualifiedName,
        status: 'DEPRECATED',
        classifications: [{typeName: 'PII', entityGuid: revenue.guid}],
      });
      assert.deepEqual(await names({searchQuery: 'CUSTOMERS'}), ['Revenue']);
      assert.deepEqual(await names({searchQuery: 'k=v'}), ['Cost']);
      assert.deepEqual(await names({searchQuery: 'money'}), ['Revenue', 'Money']);
      assert.deepEqual(await names({searchQuery: name}), []);
      assert.deepEqual(
        await names({
          glossary: {name: name.toLowerCase()},
          searchQuery: name,
          glossaryType: 'CATEGORY',
        }),
        ['Money'],
      );
      assert.deepEqual(await names({classificationContains: 'pi'}), ['Revenue']);
      assert.deepEqual(await names({status: 'draft'}), ['Money']);
      assert.deepEqual(await names({glossaryType: 'TERM', sortOrder: 'DESCENDING', limit: 1}), [
        'Revenue',
      ]);
      assert.deepEqual(await names({glossaryType: 'TERM', limit: 1, offset: 1}), ['Revenue']);
      assert.deepEqual(await names({sortBy: 'qualifiedName', limit: 0}), [
        'Cost',
        'Revenue',
        'Money',
      ]);
      const bad = (body: object) => refused('ATLAS-400-00-029', 'POST', '/glossary/search', body);
      for (const body of [
        {limit: -1},
        {offset: -5},
        {sortBy: 'age'},
        {sortOrder: 'UP'},
        {glossaryType: 'X'},
      ])
        await bad(body);
      await refused('ATLAS-404-00-005', 'POST', '/glossary/search', {glossary: {guid: nobody}});
    });
  });
}
