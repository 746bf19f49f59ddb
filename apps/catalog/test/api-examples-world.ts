// One call of every operation of the catalog's API, in an order in which each finds what it needs.
// What is answered is the example of the operation in the API document.
import assert from 'node:assert/strict';
import {once} from 'node:events';
import {writeFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {soon} from '@gazetteer/model/testing';
import {ask} from './client.ts';

export type Request = {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Parts of a form: texts, or files by their name and content. */
  readonly form?: Readonly<
    Record<
      string,
      string | {readonly file: string; readonly content: string | Uint8Array<ArrayBuffer>}
    >
  >;
};
/** What came of a call: JSON or text, or bytes of a file. */
export type Reply = {readonly status: number; readonly answer: unknown; readonly bytes: Uint8Array};
/** How the world calls an operation. */
type Send = (operation: string, request: Request) => Promise<Reply>;

export type Recorded = {
  readonly request: Request;
  readonly status: number;
  readonly answer: unknown;
};

type Json = Record<string, unknown>;

export class ExampleWorld {
  /** By operation, such as `GET /v2/entity/guid/{guid}`; the first call of each. */
  readonly recorded = new Map<string, Recorded>();
  readonly #base: string;
  readonly #importFolder: string;
  readonly #send: Send;

  /** @param importFolder that the catalog imports files from */
  constructor(
    base: string,
    importFolder: string,
    send: Send = (operation, request) => fetched(base, operation, request),
  ) {
    this.#base = base;
    this.#importFolder = importFolder;
    this.#send = send;
  }

  async call<T = Json>(operation: string, request: Request = {}): Promise<T> {
    const {status, answer, bytes} = await this.#send(operation, request);
    assert.ok(status < 400, `${operation} answered ${status}: ${JSON.stringify(answer)}`);
    if (!this.recorded.has(operation)) this.recorded.set(operation, {request, status, answer});
    return (answer === undefined ? bytes : answer) as T;
  }

  /** All of them. */
  async run(): Promise<void> {
    await this.#types();
    const ids = await this.#entities();
    await this.#classifications(ids);
    await this.#annotations(ids);
    await this.#relationships(ids);
    await this.#searches(ids);
    await this.#lineage(ids);
    await this.#glossaries(ids);
    await this.#beforeV2(ids);
    await this.#transfer();
    await this.#administration(ids);
    await this.#openLineage();
    await this.#domains(ids);
    await this.#tokens();
    await this.#sources();
    await this.#subscriptions();
    await this.#ends(ids);
  }

  async #types(): Promise<void> {
    const created = await this.call<
      {classificationDefs: {guid: string}[]} & Record<string, {guid: string}[]>
    >('POST /v2/types/typedefs', {
      body: {
        enumDefs: [
          {
            name: 'Sensitivity',
            elementDefs: [
              {value: 'LOW', ordinal: 0},
              {value: 'HIGH', ordinal: 1},
            ],
          },
        ],
        structDefs: [
          {name: 'Contact', attributeDefs: [{name: 'mail', typeName: 'string', isOptional: true}]},
        ],
        classificationDefs: [
          {
            name: 'PII',
            superTypes: [],
            attributeDefs: [{name: 'level', typeName: 'Sensitivity', isOptional: true}],
          },
        ],
        entityDefs: [{name: 'Report', superTypes: ['DataSet'], attributeDefs: []}],
        relationshipDefs: [
          {
            name: 'report_tables',
            relationshipCategory: 'ASSOCIATION',
            propagateTags: 'NONE',
            endDef1: {type: 'Report', name: 'tables', isContainer: false, cardinality: 'SET'},
            endDef2: {type: 'hive_table', name: 'reports', isContainer: false, cardinality: 'SET'},
          },
        ],
        businessMetadataDefs: [
          {
            name: 'Stewardship',
            attributeDefs: [
              {
                name: 'costCenter',
                typeName: 'string',
                isOptional: true,
                options: {applicableEntityTypes: '["hive_table"]', maxStrLength: '50'},
              },
            ],
          },
        ],
      },
    });
    const kinds = {
      enumDefs: ['enumdef', 'Sensitivity'],
      structDefs: ['structdef', 'Contact'],
      classificationDefs: ['classificationdef', 'PII'],
      entityDefs: ['entitydef', 'Report'],
      relationshipDefs: ['relationshipdef', 'report_tables'],
      businessMetadataDefs: ['businessmetadatadef', 'Stewardship'],
    };
    for (const [list, [kind = '', name = '']] of Object.entries(kinds)) {
      await this.call(`GET /v2/types/${kind}/name/{name}`, {path: {name}});
      await this.call(`GET /v2/types/${kind}/guid/{guid}`, {
        path: {guid: created[list]?.[0]?.guid ?? ''},
      });
    }
    await this.call('GET /v2/types/typedef/name/{name}', {path: {name: 'PII'}});
    await this.call('GET /v2/types/typedef/guid/{guid}', {
      path: {guid: created.classificationDefs[0]?.guid ?? ''},
    });
    await this.call('GET /v2/types/typedefs', {query: {type: 'classification'}});
    await this.call('GET /v2/types/typedefs/headers', {query: {type: 'business_metadata'}});
    const old = {classificationDefs: [{name: 'Draft', superTypes: [], attributeDefs: []}]};
    await this.call('PUT /v2/types/typedefs', {
      body: {
        classificationDefs: [
          {
            name: 'PII',
            description: 'Personal data',
            superTypes: [],
            attributeDefs: [{name: 'level', typeName: 'Sensitivity', isOptional: true}],
          },
        ],
      },
    });
    await this.call('POST /v2/types/typedefs', {body: old});
    await this.call('DELETE /v2/types/typedefs', {body: {classificationDefs: [{name: 'Draft'}]}});
    await this.call('POST /v2/types/typedefs', {body: old});
    await this.call('DELETE /v2/types/typedef/name/{name}', {path: {name: 'Draft'}});
  }

  async #entities() {
    const db = await this.call<{guidAssignments: Record<string, string>}>('POST /v2/entity', {
      body: {
        entity: {
          typeName: 'hive_db',
          guid: '-1',
          attributes: {qualifiedName: 'sales@prod', name: 'sales', clusterName: 'prod'},
        },
      },
    });
    const dbGuid = db.guidAssignments['-1'] ?? '';
    const table = (guid: string, name: string) => ({
      typeName: 'hive_table',
      guid,
      attributes: {qualifiedName: `sales.${name}@prod`, name, owner: 'etl', db: {guid: dbGuid}},
    });
    const {guidAssignments: of} = await this.call<{guidAssignments: Record<string, string>}>(
      'POST /v2/entity/bulk',
      {
        body: {entities: [table('-1', 'orders'), table('-2', 'daily')]},
      },
    );
    const more = await this.call<{guidAssignments: Record<string, string>}>(
      'POST /v2/entity/bulk',
      {
        body: {
          entities: [
            table('-3', 'old'),
            table('-4', 'older'),
            {
              typeName: 'hive_column',
              guid: '-5',
              attributes: {
                qualifiedName: 'sales.orders.id@prod',
                name: 'id',
                type: 'bigint',
                table: {guid: of['-1']},
              },
            },
            {
              typeName: 'Process',
              guid: '-6',
              attributes: {
                qualifiedName: 'build_daily@prod',
                name: 'build_daily',
                inputs: [{guid: of['-1'], typeName: 'hive_table'}],
                outputs: [{guid: of['-2'], typeName: 'hive_table'}],
              },
            },
            {
              typeName: 'Report',
              guid: '-7',
              attributes: {qualifiedName: 'board@prod', name: 'board'},
            },
          ],
        },
      },
    );
    const ids = {
      db: dbGuid,
      orders: of['-1'] ?? '',
      daily: of['-2'] ?? '',
      old: more.guidAssignments['-3'] ?? '',
      older: more.guidAssignments['-4'] ?? '',
      report: more.guidAssignments['-7'] ?? '',
    };
    const guid = ids.orders;
    await this.call('GET /v2/entity/guid/{guid}', {
      path: {guid},
      query: {minExtInfo: 'true', ignoreRelationships: 'true'},
    });
    await this.call('GET /v2/entity/guid/{guid}/header', {path: {guid}});
    await this.call('GET /v2/entity/bulk', {
      query: {guid, minExtInfo: 'true', ignoreRelationships: 'true'},
    });
    await this.call('PUT /v2/entity/guid/{guid}', {
      path: {guid},
      query: {name: 'owner'},
      body: 'ann',
    });
    const path = {typeName: 'hive_table'};
    const query = {'attr:qualifiedName': 'sales.orders@prod'};
    await this.call('GET /v2/entity/uniqueAttribute/type/{typeName}', {
      path,
      query: {...query, ignoreRelationships: 'true'},
    });
    await this.call('GET /v2/entity/uniqueAttribute/type/{typeName}/header', {path, query});
    await this.call('GET /v2/entity/bulk/uniqueAttribute/type/{typeName}', {
      path,
      query: {'attr_0:qualifiedName': 'sales.orders@prod', ignoreRelationships: 'true'},
    });
    await this.call('PUT /v2/entity/uniqueAttribute/type/{typeName}', {
      path,
      query,
      body: {entity: {typeName: 'hive_table', attributes: {description: 'One row for each order'}}},
    });
    await this.call('GET /v2/entity/{guid}/audit', {path: {guid}, query: {count: '2'}});
    return ids;
  }

  async #classifications({orders, daily, old}: Ids): Promise<void> {
    const pii = {typeName: 'PII', propagate: true, attributes: {level: 'HIGH'}};
    const path = {typeName: 'hive_table'};
    const query = {'attr:qualifiedName': 'sales.old@prod'};
    await this.call('POST /v2/entity/guid/{guid}/classifications', {
      path: {guid: orders},
      body: [pii],
    });
    await this.call('PUT /v2/entity/guid/{guid}/classifications', {
      path: {guid: orders},
      body: [{...pii, attributes: {level: 'LOW'}}],
    });
    await this.call('GET /v2/entity/guid/{guid}/classifications', {path: {guid: daily}});
    await this.call('GET /v2/entity/guid/{guid}/classification/{name}', {
      path: {guid: orders, name: 'PII'},
    });
    await this.call('GET /v2/entity/guid/{guid}/classification/{name}/why', {
      path: {guid: daily, name: 'PII'},
    });
    const unique = 'POST /v2/entity/uniqueAttribute/type/{typeName}/classifications';
    await this.call(unique, {path, query, body: [pii]});
    await this.call('PUT /v2/entity/uniqueAttribute/type/{typeName}/classifications', {
      path,
      query,
      body: [{...pii, attributes: {level: 'LOW'}}],
    });
    await this.call('DELETE /v2/entity/uniqueAttribute/type/{typeName}/classification/{name}', {
      path: {...path, name: 'PII'},
      query,
    });
    await this.call('POST /v2/entity/bulk/classification', {
      body: {classification: pii, entityGuids: [old]},
    });
    await this.call('DELETE /v2/entity/guid/{guid}/classification/{name}', {
      path: {guid: old, name: 'PII'},
    });
    await this.call('POST /v2/entity/bulk/setClassifications', {
      body: {
        guidHeaderMap: {
          [old]: {
            typeName: 'hive_table',
            attributes: {qualifiedName: 'sales.old@prod'},
            classifications: [pii],
          },
        },
      },
    });
    await this.call('GET /v2/entity/bulk/headers', {query: {tagUpdateStartTime: '0'}});
  }

  async #annotations({orders}: Ids): Promise<void> {
    const path = {guid: orders};
    await this.call('POST /v2/entity/guid/{guid}/labels', {path, body: ['finance', 'checked']});
    await this.call('PUT /v2/entity/guid/{guid}/labels', {path, body: ['quarterly']});
    await this.call('DELETE /v2/entity/guid/{guid}/labels', {path, body: ['checked']});
    const unique = {
      path: {typeName: 'hive_table'},
      query: {'attr:qualifiedName': 'sales.daily@prod'},
    };
    await this.call('POST /v2/entity/uniqueAttribute/type/{typeName}/labels', {
      ...unique,
      body: ['finance'],
    });
    await this.call('PUT /v2/entity/uniqueAttribute/type/{typeName}/labels', {
      ...unique,
      body: ['board'],
    });
    await this.call('DELETE /v2/entity/uniqueAttribute/type/{typeName}/labels', {
      ...unique,
      body: ['board'],
    });
    const values = {costCenter: '4711'};
    const named = {guid: orders, name: 'Stewardship'};
    await this.call('POST /v2/entity/guid/{guid}/businessmetadata', {
      path,
      body: {Stewardship: values},
    });
    await this.call('DELETE /v2/entity/guid/{guid}/businessmetadata', {
      path,
      body: {Stewardship: {costCenter: ''}},
    });
    await this.call('POST /v2/entity/guid/{guid}/businessmetadata/{name}', {
      path: named,
      body: values,
    });
    await this.call('DELETE /v2/entity/guid/{guid}/businessmetadata/{name}', {
      path: named,
      body: {costCenter: ''},
    });
    await this.call('GET /v2/entity/businessmetadata/import/template');
    const content =
      'TypeName,UniqueAttributeValue,BusinessAttributeName,BusinessAttributeValue,UniqueAttributeName\n' +
      'hive_table,sales.orders@prod,Stewardship.costCenter,4711,qualifiedName\n';
    await this.call('POST /v2/entity/businessmetadata/import', {
      form: {file: {file: 'values.csv', content}},
    });
    await this.call('POST /v2/assets/import', {
      query: {clears: 'false'},
      form: {
        file: {
          file: 'assets.csv',
          content:
            'typeName,qualifiedName,owner,labels\nhive_table,sales.orders@prod,ann,daily|checked\n',
        },
      },
    });
  }

  async #relationships({report, orders, daily}: Ids): Promise<void> {
    const made = await this.call<{guid: string}>('POST /v2/relationship', {
      body: {typeName: 'report_tables', end1: {guid: report}, end2: {guid: orders}},
    });
    await this.call('GET /v2/relationship/guid/{guid}', {path: {guid: made.guid}});
    await this.call('PUT /v2/relationship', {
      body: {
        typeName: 'report_tables',
        guid: made.guid,
        end1: {guid: report, typeName: 'Report'},
        end2: {guid: orders, typeName: 'hive_table'},
        propagateTags: 'NONE',
      },
    });
    const other = await this.call<{guid: string}>('POST /v2/relationship', {
      body: {typeName: 'report_tables', end1: {guid: report}, end2: {guid: daily}},
    });
    await this.call('DELETE /v2/relationship/guid/{guid}', {path: {guid: other.guid}});
  }

  async #searches({orders}: Ids): Promise<void> {
    const words = {query: 'orders', typeName: 'hive_table'};
    const dsl = {query: 'hive_table where name = "orders"'};
    for (const explain of ['', 'explain/']) {
      await this.call(`GET /v2/search/${explain}basic`, {query: {...words, limit: '2'}});
      await this.call(`POST /v2/search/${explain}basic`, {
        body: {
          ...words,
          limit: 2,
          entityFilters: {
            condition: 'AND',
            criterion: [{attributeName: 'owner', operator: 'eq', attributeValue: 'ann'}],
          },
        },
      });
      await this.call(`GET /v2/search/${explain}quick`, {query: words});
      await this.call(`GET /v2/search/${explain}dsl`, {query: dsl});
    }
    await this.call('POST /v2/search/quick', {body: {...words, limit: 2}});
    await this.call('POST /v2/search/facets', {
      body: {...words, facets: {owner: ['ann']}, facetSize: 5},
    });
    await this.call('GET /v2/search/typeahead', {query: {query: 'ord', limit: '3'}});
    await this.call('GET /v2/search/suggestions', {query: {prefixString: 'ord'}});
    await this.call('GET /v2/search/spelling', {query: {query: 'ordres'}});
    await this.call('GET /v2/search/attribute', {
      query: {attrName: 'name', attrValuePrefix: 'ord', typeName: 'hive_table'},
    });
    await this.call('GET /v2/search/fulltext', {query: {query: 'orders', limit: '2'}});
    await this.call('GET /v2/search/relationship', {
      query: {guid: orders, relation: 'columns', limit: '2'},
    });
    await this.call('GET /v2/entity/guid/{guid}/parts', {
      path: {guid: orders},
      query: {query: 'id', limit: '2'},
    });
    await this.call('GET /v2/entity/guid/{guid}/path', {path: {guid: orders}});
    await this.call('GET /v2/search/relations', {query: {relationshipName: 'report_tables'}});
    await this.call('POST /v2/search/relations', {
      body: {relationshipName: 'report_tables', limit: 2},
    });
    const search = {name: 'Our orders', searchType: 'BASIC', searchParameters: words};
    const saved = await this.call<{guid: string; ownerName: string}>('POST /v2/search/saved', {
      body: search,
    });
    await this.call('PUT /v2/search/saved', {
      body: {...search, guid: saved.guid, ownerName: saved.ownerName},
    });
    await this.call('GET /v2/search/saved');
    await this.call('GET /v2/search/saved/{name}', {path: {name: search.name}});
    await this.call('GET /v2/search/saved/execute/{name}', {path: {name: search.name}});
    await this.call('GET /v2/search/saved/execute/guid/{guid}', {path: {guid: saved.guid}});
    await this.call('DELETE /v2/search/saved/{name}', {path: {name: saved.guid}});
    await this.call('POST /v2/search/basic/download/create_file', {
      body: {searchParameters: words, attributeLabelMap: {Owner: 'owner'}},
    });
    await this.call('POST /v2/search/basic/download/create_table', {
      body: {searchParameters: {typeName: 'hive_table'}, format: 'CSV', columns: ['owner']},
    });
    await this.call('POST /v2/search/dsl/download/create_file', {body: {searchParameters: dsl}});
    await this.#download('search');
  }

  async #download(family: string): Promise<void> {
    const fileName = await soon(async () => {
      const {searchDownloadRecords: files = []} = await this.#unrecorded(
        `/v2/${family}/download/status`,
      );
      const done = files.find(one => one.status === 'COMPLETE');
      assert.ok(
        done !== undefined && files.every(one => one.status === 'COMPLETE'),
        JSON.stringify(files),
      );
      return done.fileName;
    });
    await this.call(`GET /v2/${family}/download/status`);
    await this.call(`GET /v2/${family}/download/{filename}`, {path: {filename: fileName}});
  }

  /** Asked while something is awaited: the example is the last of them. */
  async #unrecorded(path: string) {
    const {json} = await ask(`${this.#base}${path}`);
    return json as {searchDownloadRecords?: {status: string; fileName: string}[]} & Json;
  }

  async #lineage({daily}: Ids): Promise<void> {
    await this.call('GET /v2/lineage/{guid}', {
      path: {guid: daily},
      query: {direction: 'INPUT', depth: '1'},
    });
    await this.call('GET /v2/lineage/{guid}/impact', {
      path: {guid: daily},
      query: {direction: 'INPUT'},
    });
    await this.call('POST /v2/lineage/{guid}', {
      path: {guid: daily},
      body: {[daily]: {direction: 'INPUT', inputRelationsLimit: 5, depth: 1}},
    });
    await this.call('GET /v2/lineage/uniqueAttribute/type/{typeName}', {
      path: {typeName: 'hive_table'},
      query: {'attr:qualifiedName': 'sales.daily@prod', hideProcess: 'true'},
    });
  }

  async #glossaries({orders}: Ids): Promise<void> {
    const {guid: glossary} = await this.call<{guid: string}>('POST /v2/glossary', {
      body: {name: 'Shop'},
    });
    const anchor = {glossaryGuid: glossary};
    const path = {guid: glossary};
    const category = await this.call<Json & {guid: string}>('POST /v2/glossary/category', {
      body: {name: 'Sales', anchor},
    });
    await this.call('POST /v2/glossary/categories', {body: [{name: 'Visits', anchor}]});
    const term = await this.call<Json & {guid: string}>('POST /v2/glossary/term', {
      body: {
        name: 'Order',
        shortDescription: 'What a customer buys at once',
        anchor,
        categories: [{categoryGuid: category.guid}],
      },
    });
    const [other] = await this.call<{guid: string}[]>('POST /v2/glossary/terms', {
      body: [{name: 'Purchase', anchor}],
    });
    await this.call('GET /v2/glossary', {query: {limit: '1', counts: 'true'}});
    await this.call('GET /v2/glossary/{guid}', {path});
    await this.call('GET /v2/glossary/{guid}/detailed', {path});
    for (const list of ['terms', 'terms/headers', 'categories', 'categories/headers']) {
      await this.call(`GET /v2/glossary/{guid}/${list}`, {path, query: {limit: '2'}});
    }
    await this.call('PUT /v2/glossary/{guid}', {
      path,
      body: {guid: glossary, name: 'Shop', language: 'en'},
    });
    await this.call('PUT /v2/glossary/{guid}/partial', {
      path,
      body: {shortDescription: 'Words of our reports'},
    });
    await this.#terms(term, other?.guid ?? '', orders);
    await this.#categories(category, anchor);
    await this.call('POST /v2/glossary/search', {body: {searchQuery: 'Order', limit: 2}});
    await this.call('GET /v2/glossary/import/template');
    const content = 'GlossaryName,TermName,ShortDescription\nShop,Refund,Money that goes back\n';
    await this.call('POST /v2/glossary/import', {form: {file: {file: 'terms.csv', content}}});
    await this.call('POST /v2/glossary/download/create_file', {
      body: {format: 'CSV', glossaryGuid: glossary},
    });
    await this.call('POST /v2/glossary/create_file', {
      body: {format: 'CSV', mode: 'IMPORT_COMPATIBLE'},
    });
    await this.#download('glossary');
    const {guid} = await this.call<{guid: string}>('POST /v2/glossary', {
      body: {name: 'Old words'},
    });
    await this.call('DELETE /v2/glossary/{guid}', {path: {guid}});
  }

  async #terms(term: Json & {guid: string}, other: string, table: string): Promise<void> {
    const path = {guid: term.guid};
    await this.call('PUT /v2/glossary/term/{guid}', {
      path,
      body: {...term, abbreviation: 'O', seeAlso: [{termGuid: other}]},
    });
    await this.call('PUT /v2/glossary/term/{guid}/partial', {
      path,
      body: {usage: 'Not for returned goods'},
    });
    await this.call('POST /v2/glossary/terms/{guid}/assignedEntities', {
      path,
      body: [{guid: table}],
    });
    await this.call('GET /v2/glossary/term/{guid}', {path});
    await this.call('GET /v2/glossary/terms/{guid}/related', {path});
    const assigned = 'GET /v2/glossary/terms/{guid}/assignedEntities';
    for (const method of ['DELETE', 'PUT']) {
      const [one] = await this.call<{guid: string; relationshipGuid: string}[]>(assigned, {path});
      await this.call(`${method} /v2/glossary/terms/{guid}/assignedEntities`, {
        path,
        body: [{guid: table, relationshipGuid: one?.relationshipGuid}],
      });
      await this.call('POST /v2/glossary/terms/{guid}/assignedEntities', {
        path,
        body: [{guid: table}],
      });
    }
    await this.call('DELETE /v2/glossary/term/{guid}', {path: {guid: other}});
  }

  async #categories(category: Json & {guid: string}, anchor: Json): Promise<void> {
    const path = {guid: category.guid};
    const below = await this.call<{guid: string}>('POST /v2/glossary/category', {
      body: {name: 'Online', anchor, parentCategory: {categoryGuid: category.guid}},
    });
    await this.call('GET /v2/glossary/category/{guid}', {path});
    await this.call('PUT /v2/glossary/category/{guid}', {
      path: {guid: below.guid},
      body: {
        name: 'Online',
        anchor,
        shortDescription: 'In the web shop',
        parentCategory: {categoryGuid: category.guid},
      },
    });
    await this.call('PUT /v2/glossary/category/{guid}/partial', {
      path,
      body: {longDescription: 'All that is sold'},
    });
    await this.call('GET /v2/glossary/category/{guid}/terms', {path});
    await this.call('GET /v2/glossary/category/{guid}/related', {path});
    await this.call('DELETE /v2/glossary/category/{guid}', {path: {guid: below.guid}});
  }

  async #beforeV2({orders, daily}: Ids): Promise<void> {
    const trait = {typeName: 'Reviewed', superTypes: [], attributeDefinitions: []};
    const types = {enumTypes: [], structTypes: [], traitTypes: [trait], classTypes: []};
    await this.call('POST /types', {body: types});
    await this.call('PUT /types', {body: types});
    await this.call('GET /types', {query: {type: 'TRAIT'}});
    await this.call('GET /types/{typeName}', {path: {typeName: 'Reviewed'}});
    const kind = (name: string) =>
      `org.apache.atlas.typesystem.json.InstanceSerialization$_${name}`;
    const entity = {
      jsonClass: kind('Reference'),
      id: {jsonClass: kind('Id'), id: '-1', version: 0, typeName: 'hive_db', state: 'ACTIVE'},
      typeName: 'hive_db',
      values: {qualifiedName: 'old@prod', name: 'old', clusterName: 'prod'},
      traitNames: [],
      traits: {},
    };
    await this.call('POST /entities', {body: [entity]});
    await this.call('PUT /entities', {body: [entity]});
    const query = {type: 'hive_db', property: 'qualifiedName', value: 'old@prod'};
    await this.call('GET /entities', {query});
    const values = {...entity, values: {description: 'Of last year'}};
    await this.call('POST /entities/qualifiedName', {query, body: values});
    await this.call('POST /entities/{guid}', {
      path: {guid: orders},
      query: {property: 'description'},
      body: 'Orders',
    });
    const path = {guid: orders};
    await this.call('GET /entities/{guid}', {path});
    const struct = {jsonClass: kind('Struct'), typeName: 'Reviewed', values: {}};
    await this.call('POST /entities/{guid}/traits', {path, body: struct});
    await this.call('GET /entities/{guid}/traits', {path});
    await this.call('GET /entities/{guid}/traitDefinitions', {path});
    await this.call('GET /entities/{guid}/traitDefinitions/{traitName}', {
      path: {...path, traitName: 'Reviewed'},
    });
    await this.call('DELETE /entities/{guid}/traits/{traitName}', {
      path: {...path, traitName: 'Reviewed'},
    });
    await this.call('GET /entities/{guid}/audit', {path, query: {count: '1'}});
    await this.call('DELETE /entities', {query});
    for (const side of ['inputs', 'outputs']) {
      await this.call(`GET /lineage/{guid}/${side}/graph`, {path: {guid: daily}});
      await this.call(`GET /lineage/hive/table/{tableName}/${side}/graph`, {
        path: {tableName: 'sales.daily@prod'},
      });
    }
    await this.call('GET /lineage/{guid}/schema', {path});
    await this.call('GET /lineage/hive/table/{tableName}/schema', {
      path: {tableName: 'sales.orders@prod'},
    });
    await this.call('GET /discovery/search', {query: {query: 'hive_table', limit: '1'}});
    await this.call('GET /discovery/search/dsl', {query: {query: 'hive_table', limit: '1'}});
    await this.call('GET /discovery/search/fulltext', {query: {query: 'orders', limit: '1'}});
  }

  async #transfer(): Promise<void> {
    const items = [{typeName: 'hive_db', uniqueAttributes: {qualifiedName: 'sales@prod'}}];
    const content = await this.call<Uint8Array<ArrayBuffer>>('POST /admin/export', {
      body: {itemsToExport: items, options: {fetchType: 'CONNECTED', replicatedTo: 'backup'}},
    });
    const form = {request: '{"options": {}}', data: {file: 'sales.zip', content}};
    await this.call('POST /admin/import', {form});
    await writeFile(join(this.#importFolder, 'sales.zip'), content);
    await this.call('POST /admin/importfile', {body: {options: {fileName: 'sales.zip'}}});
    const begun = await this.call<{importId: string}>('POST /admin/async/import', {form});
    const path = {importId: begun.importId};
    await this.#imported(begun.importId);
    await this.#cancelImport(content);
    await this.call('GET /admin/async/import/status/{importId}', {path});
    await this.call('GET /admin/async/import/status');
    await this.call('GET /admin/expimp/audit', {query: {limit: '1'}});
    await this.call('GET /admin/server/{serverName}', {path: {serverName: 'backup'}});
  }

  async #imported(importId: string): Promise<void> {
    await soon(async () => {
      const {status} = await this.#unrecorded(`/admin/async/import/status/${importId}`);
      assert.ok(status === 'SUCCESSFUL', String(status));
    });
  }

  /**
   * An import can only be canceled while it waits: the last of some that wait for each other,
   * unless they are faster.
   */
  async #cancelImport(content: Uint8Array<ArrayBuffer>): Promise<void> {
    let size = 0;
    const begin = async () => {
      // Another request than those before, or it would be one of them.
      const request = JSON.stringify({options: {batchSize: String(++size)}});
      const form = {request, data: {file: 'sales.zip', content}};
      return (await fetched(this.#base, 'POST /admin/async/import', {form})).answer as {
        importId: string;
      };
    };
    await soon(async () => {
      const begun = await Promise.all(Array.from({length: 8}, begin));
      const {importId = ''} = begun.pop() ?? {};
      const canceling = this.call('DELETE /admin/async/import/{importId}', {path: {importId}});
      const others = begun.map(one => this.#imported(one.importId));
      await Promise.all([canceling, ...others]);
    });
  }

  async #administration({orders}: Ids): Promise<void> {
    for (const name of [
      'status',
      'version',
      'session',
      'metrics',
      'patches',
      'liveness',
      'readiness',
      'stack',
      'configuration',
    ]) {
      await this.call(`GET /admin/${name}`);
    }
    await this.call('GET /admin/metrics/classifications');
    await this.call('GET /admin/authorization', {
      query: {user: 'ann', privilege: 'entity-read', typeName: 'hive_table', guid: orders},
    });
    const day = 86_400_000;
    const range = {
      startTime: String(Date.now() - day),
      endTime: String(Date.now() + day),
      typeName: 'hive_table',
    };
    const stats = await soon(async () => {
      const {json} = await ask(`${this.#base}/admin/metricsstats`);
      const list = json as {collectionTime: number}[];
      assert.ok(list.length > 0);
      return list;
    });
    await this.call('GET /admin/metricsstats', {query: {mininfo: 'true'}});
    await this.call('GET /admin/metricsstat/{collectionTime}', {
      path: {collectionTime: String(stats[0]?.collectionTime)},
    });
    await this.call('GET /admin/metricsstats/range', {query: range});
    await this.call('GET /admin/metricsstats/charts', {query: range});
    await this.#bulkChanges();
    await this.call('GET /admin/tasks');
    await this.call('POST /admin/checkstate', {body: {entityTypes: ['hive_db']}});
    await this.call('GET /v2/indexrecovery');
    await this.call('POST /v2/indexrecovery/start', {
      query: {startTime: '2026-01-31T00:00:00.000Z'},
    });
    await this.call('GET /admin/activeSearches');
    await this.call('DELETE /admin/activeSearches/{id}', {path: {id: 'no-such-search'}});
    await this.call('GET /admin/debug/metrics');
    await this.call('GET /admin/prometheus');
    await this.call('GET /openapi.json');
    await this.call('POST /admin/audits/ageout', {
      body: {auditAgingEnabled: true, defaultAgeoutTTLInDays: 90},
    });
    await this.call('DELETE /admin/tasks', {query: {guids: orders}});
    await this.call('GET /v2/changes', {query: {limit: '1'}});
    await this.call('POST /v2/notification/topic/{topicName}', {
      path: {topicName: 'ATLAS_HOOK'},
      body: [
        {
          type: 'ENTITY_DELETE_V2',
          user: 'hive',
          entities: [{typeName: 'hive_db', uniqueAttributes: {}}],
        },
      ],
    });
    await this.call('GET /v2/notification/failed', {query: {limit: '1'}});
    await this.call('POST /v2/notification/failed/replay', {query: {all: 'true'}});
    await this.call('DELETE /v2/notification/failed', {query: {all: 'true'}});
  }

  async #bulkChanges(): Promise<void> {
    await this.call('POST /v2/batch', {
      body: {
        requests: [
          {id: 'glossary', method: 'POST', path: '/v2/glossary', body: {name: 'Logistics'}},
          {
            method: 'POST',
            path: '/v2/glossary/term',
            body: {name: 'Parcel', anchor: {glossaryGuid: {$ref: 'glossary.guid'}}},
          },
        ],
      },
    });
    const {guid} = await this.call<{guid: string}>('POST /v2/bulk', {
      body: {
        search: {typeName: 'hive_table', excludeDeletedEntities: true},
        action: {type: 'ADD_LABELS', labels: ['reviewed']},
        isRehearsal: false,
      },
    });
    const path = {taskGuid: guid};
    await soon(async () => {
      const {json} = await ask(`${this.#base}/v2/bulk/${guid}`);
      assert.equal((json as {status: string}).status, 'COMPLETE');
    });
    await this.call('GET /v2/bulk/{taskGuid}', {path});
    await this.call('POST /v2/bulk/{taskGuid}/cancel', {path});
    await this.call('POST /v2/bulk/{taskGuid}/resume', {path});
    await this.call('GET /v2/bulk/{taskGuid}/entities', {
      path,
      query: {outcome: 'CHANGED', limit: '2'},
    });
    await this.call('GET /v2/bulk', {query: {limit: '1'}});
    const undone = await this.call<{guid: string}>('POST /v2/bulk/{taskGuid}/undo', {path});
    await soon(async () => {
      const {json} = await ask(`${this.#base}/v2/bulk/${undone.guid}`);
      assert.equal((json as {status: string}).status, 'COMPLETE');
    });
    await this.call('GET /v2/undo', {query: {limit: '1'}});
    const change = {path: {changeId: undone.guid}};
    await this.call('GET /v2/undo/{changeId}', {...change, query: {limit: '1'}});
    await this.call('POST /v2/undo/{changeId}', {...change, query: {isRehearsal: 'true'}});
  }

  async #domains({orders, daily}: Ids): Promise<void> {
    await this.call('GET /v2/people', {query: {text: 'adm'}});
    await this.call('PUT /v2/entity/guid/{guid}/owners', {
      path: {guid: orders},
      body: {owners: ['ann', 'analysts'], stewards: ['sue']},
    });
    await this.call('PUT /v2/entity/guid/{guid}/trust', {
      path: {guid: orders},
      body: {certification: 'Certified', tier: 'Tier 1', announcement: 'Rebuilt on Sunday'},
    });
    await this.call('POST /v2/lineage/{guid}/inputs', {
      path: {guid: daily},
      body: {inputGuid: orders, reason: 'Copied by a script'},
    });
    await this.call('DELETE /v2/lineage/{guid}/inputs/{inputGuid}', {
      path: {guid: daily, inputGuid: orders},
    });
    const sales = await this.call<{guid: string}>('POST /v2/domains', {
      body: {name: 'Sales', description: 'Orders, returns and **revenue**', owner: 'ann'},
    });
    const {guid} = await this.call<{guid: string}>('POST /v2/domains', {
      body: {name: 'Returns', parentGuid: sales.guid},
    });
    await this.call('GET /v2/domains');
    await this.call('GET /v2/domains/{guid}', {path: {guid}});
    await this.call('PUT /v2/domains/{guid}', {path: {guid}, body: {parentGuid: null}});
    const [path, guids] = [{guid: sales.guid}, [orders, daily]];
    await this.call('POST /v2/domains/{guid}/assets', {path, body: {guids}});
    await this.call('GET /v2/domains/{guid}/dictionary', {path, query: {format: 'markdown'}});
    await this.call('POST /v2/search/basic/dictionary', {
      query: {format: 'markdown'},
      body: {title: 'Databases', searchParameters: {typeName: 'hive_db', limit: 10}},
    });
    await this.call('DELETE /v2/domains/{guid}/assets', {path, query: {asset: daily}});
    await this.call('DELETE /v2/domains/{guid}', {path: {guid}});
    const product = await this.call<{guid: string}>('POST /v2/products', {
      body: {name: 'Daily figures', domainGuid: sales.guid},
    });
    const of = {path: {guid: product.guid}};
    await this.call('GET /v2/products');
    await this.call('GET /v2/products/{guid}', of);
    await this.call('PUT /v2/products/{guid}', {...of, body: {owner: 'ann'}});
    await this.call('POST /v2/products/{guid}/assets', {...of, body: {guids}});
    await this.call('DELETE /v2/products/{guid}/assets', {
      path: of.path,
      query: {asset: orders},
    });
    await this.#follows({guid: orders}, {name: 'PII'});
    const other = await ask(`${this.#base}/v2/products`, {body: {name: 'Other'}});
    await this.call('DELETE /v2/products/{guid}', {
      path: {guid: (other.json as {guid: string}).guid},
    });
  }

  async #follows(entity: {guid: string}, classification: {name: string}): Promise<void> {
    await this.call('PUT /v2/follows/entities/{guid}', {path: entity});
    await this.call('PUT /v2/follows/classifications/{name}', {path: classification});
    await this.call('GET /v2/follows');
    await this.call('GET /v2/follows/changes', {query: {limit: '5'}});
    await this.call('GET /v2/follows/breaking-changes', {query: {limit: '5'}});
    await this.call('PUT /v2/follows/seen', {body: {seenTime: 1_767_225_600_000}});
    await this.call('GET /v2/follows/digest');
    await this.call('PUT /v2/follows/digest', {body: {every: 'NEVER'}});
    await this.call('DELETE /v2/follows/entities/{guid}', {path: entity});
    await this.call('DELETE /v2/follows/classifications/{name}', {path: classification});
  }

  async #openLineage(): Promise<void> {
    const place = {namespace: 'postgres://db.example:5432'};
    const event = {
      eventType: 'COMPLETE',
      eventTime: '2026-01-01T02:00:00Z',
      producer: 'https://example.org/nightly',
      run: {runId: '01939a1c-0000-7000-8000-000000000001'},
      job: {namespace: 'etl', name: 'nightly.totals'},
      inputs: [{...place, name: 'shop.public.orders'}],
      outputs: [{...place, name: 'shop.public.totals'}],
    };
    await this.call('POST /v2/lineage/events', {body: event});
    await this.call('POST /v2/lineage/events/batch', {body: [event]});
    const process = `${this.#base}/v2/entity/uniqueAttribute/type/openlineage_process?attr:qualifiedName=etl/nightly.totals`;
    const guid = await soon(async () => {
      const {status, json} = await ask(process);
      assert.equal(status, 200);
      return (json as {entity: {guid: string}}).entity.guid;
    });
    await this.call('GET /v2/lineage/runs/{guid}', {path: {guid}});
    await this.#namesOfProducers(event);
    const fields = [{name: 'id', type: 'integer', description: 'Number of the customer'}];
    const dataset = {...place, name: 'shop.public.customers'};
    await this.call('POST /v2/lineage/datasets', {body: {...dataset, facets: {schema: {fields}}}});
    const {datasets} = await this.call<{datasets: {asset: {guid: string}}[]}>(
      'POST /v2/lineage/datasets/find',
      {query: {withColumns: 'true'}, body: [dataset]},
    );
    const [found] = datasets;
    const asset = {guid: found?.asset.guid ?? ''};
    await this.call('GET /v2/entity/guid/{guid}/editor', {path: asset});
    await this.call('GET /v2/entity/guid/{guid}/editor/sample', {path: asset});
    await this.call('GET /v2/entity/guid/{guid}/editor/freshness', {path: asset});
    await this.call('POST /v2/entity/guid/{guid}/editor/profile', {path: asset});
    await this.#columnLineage({...event, inputs: [dataset]}, fields);
    const checked = {...dataset, passed: 2, failed: 1, errors: 0};
    await this.call('POST /v2/lineage/datasets/checks', {body: [checked]});
    await this.#usage(dataset, asset);
  }

  /** @param event whose input has the fields */
  async #columnLineage(
    event: {inputs: {namespace: string; name: string}[]},
    fields: {name: string}[],
  ): Promise<void> {
    const [input] = event.inputs;
    const place = {namespace: input?.namespace ?? '', name: 'shop.public.copies'};
    const from = fields.map(({name}) => [name, {inputFields: [{...input, field: name}]}]);
    const facets = {schema: {fields}, columnLineage: {fields: Object.fromEntries(from)}};
    const body = {
      ...event,
      run: {runId: '01939a1c-0000-7000-8000-000000000002'},
      job: {namespace: 'etl', name: 'nightly.copies'},
      outputs: [{...place, facets}],
    };
    const {status} = await ask(`${this.#base}/v2/lineage/events`, {body});
    assert.equal(status, 201);
    const query = {nodeId: `dataset:${place.namespace}:${place.name}`, depth: '2'};
    const search = new URLSearchParams(query);
    await soon(async () => {
      const answer = await ask(`${this.#base}/v2/openlineage/column-lineage?${search}`);
      assert.equal(answer.status, 200, answer.text);
    });
    await this.call('GET /v2/openlineage/column-lineage', {query});
  }

  /** What clients of Marquez ask. */
  async #namesOfProducers({
    run: {runId},
    job: {namespace, name: job},
    outputs: [output],
  }: {
    run: {runId: string};
    job: {namespace: string; name: string};
    outputs: {namespace: string; name: string}[];
  }): Promise<void> {
    const query = {limit: '20'};
    const own = '/v2/openlineage/namespaces/{namespace}';
    await this.call('GET /v2/openlineage/namespaces', {query});
    await this.call(`GET ${own}`, {path: {namespace}});
    await this.call(`GET ${own}/jobs`, {path: {namespace}, query});
    await this.call(`GET ${own}/jobs/{job}`, {path: {namespace, job}});
    await this.call(`GET ${own}/jobs/{job}/runs`, {path: {namespace, job}, query});
    await this.call('GET /v2/openlineage/jobs/runs/{runId}', {path: {runId}});
    const place = output?.namespace ?? '';
    const dataset = output?.name ?? '';
    await this.call(`GET ${own}/datasets`, {path: {namespace: place}, query});
    await this.call(`GET ${own}/datasets/{dataset}`, {path: {namespace: place, dataset}});
    const nodeId = `dataset:${place}:${dataset}`;
    await this.call('GET /v2/openlineage/lineage', {query: {nodeId, depth: '2'}});
    await this.call('GET /v2/openlineage/sources', {query});
    await this.call('GET /v2/openlineage/sources/{source}', {path: {source: place}});
    await this.call('GET /v2/openlineage/tags', {query});
    await this.call('GET /v2/openlineage/search', {query: {q: 'totals', filter: 'dataset'}});
    await this.call('GET /v2/openlineage/events', {query: {after: '2026-01-01T00:00:00Z'}});
  }

  async #usage(dataset: {namespace: string; name: string}, path: {guid: string}): Promise<void> {
    const statement = {
      id: 'notebook-4711',
      user: 'ann',
      engine: 'trino',
      endTime: Date.now(),
      duration: 840,
      sql: 'SELECT id FROM shop.public.customers',
      inputs: [{...dataset, columns: ['id']}],
    };
    await this.call('POST /v2/usage/statements', {body: {statements: [statement]}});
    await soon(async () => {
      const {json} = await ask(`${this.#base}/v2/entity/guid/${path.guid}/usage`);
      assert.equal((json as {queries: number}).queries, 1);
    });
    await this.call('GET /v2/entity/guid/{guid}/usage', {path});
    await this.call('GET /v2/usage/most', {query: {days: '7', limit: '10'}});
  }

  async #tokens(): Promise<void> {
    const body = {name: 'Spark of the nightly load', scope: 'lineage', days: 365};
    const {uuid} = await this.call<{uuid: string}>('POST /v2/tokens', {body});
    await this.call('GET /v2/tokens');
    await this.call('DELETE /v2/tokens/{uuid}', {path: {uuid}});
  }

  async #sources(): Promise<void> {
    await this.call('GET /v2/sources/types');
    await this.call('GET /v2/sources/types/engines');
    const config = {path: this.#importFolder, files: ['*.csv']};
    const body = {name: 'landing', type: 'files', config, schedule: '0 3 * * *'};
    await this.call('POST /v2/sources/test', {body});
    await this.call('POST /v2/sources', {body});
    const path = {name: 'landing'};
    const {guid: runGuid} = await this.call<{guid: string}>('POST /v2/sources/{name}/runs', {path});
    // What a run tells depends on how far it is.
    await soon(async () => {
      const {answer} = await this.#send('GET /v2/sources/runs/{runGuid}', {path: {runGuid}});
      assert.equal((answer as {status: string}).status, 'COMPLETE');
    });
    await this.call('GET /v2/sources/runs/{runGuid}', {path: {runGuid}});
    await this.call('POST /v2/sources/runs/{runGuid}/cancel', {path: {runGuid}});
    await this.call('PUT /v2/sources/{name}', {path, body: {...body, maxDeletes: 5}});
    await this.call('GET /v2/sources/{name}', {path});
    await this.call('GET /v2/sources/{name}/runs', {path});
    await this.call('GET /v2/sources');
    await this.call('DELETE /v2/sources/{name}', {path});
  }

  async #subscriptions(): Promise<void> {
    const url = 'https://hooks.slack.com/services/T000/B000/XXXX';
    const {uuid} = await this.call<{uuid: string}>('POST /v2/subscriptions', {
      body: {
        name: 'Personal data',
        target: {kind: 'SLACK', url},
        filter: {classifications: ['PII'], operations: ['CLASSIFICATION_ADD', 'ENTITY_DELETE']},
        isPaused: true,
      },
    });
    const path = {uuid};
    await this.call('PUT /v2/subscriptions/{uuid}', {path, body: {every: 60}});
    await this.call('GET /v2/subscriptions/{uuid}', {path});
    await this.call('GET /v2/subscriptions');
    const receiver = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(204).end());
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const {port} = receiver.address() as AddressInfo;
    const target = {kind: 'SLACK', url: `http://127.0.0.1:${port}/`};
    await this.call('PUT /v2/subscriptions/{uuid}', {path, body: {target}});
    await this.call('POST /v2/subscriptions/{uuid}/test', {path});
    receiver.close();
    await this.call('DELETE /v2/subscriptions/{uuid}', {path});
  }

  async #ends({old, older, daily}: Ids): Promise<void> {
    await this.call('DELETE /v2/entity/guid/{guid}', {path: {guid: old}});
    await this.call('DELETE /v2/entity/bulk', {query: {guid: older}});
    await this.call('DELETE /v2/entity/uniqueAttribute/type/{typeName}', {
      path: {typeName: 'hive_table'},
      query: {'attr:qualifiedName': 'sales.daily@prod'},
    });
    await this.call('PUT /admin/purge', {body: [old, older, daily]});
    const audits = await this.call<{guid: string}[]>('POST /admin/audits', {
      body: {
        auditFilters: {attributeName: 'operation', operator: 'eq', attributeValue: 'PURGE'},
        limit: 1,
      },
    });
    const path = {auditGuid: audits[0]?.guid ?? ''};
    await this.call('GET /admin/audit/{auditGuid}/summary', {path});
    await this.call('GET /admin/audit/{auditGuid}/batches', {path});
    await this.call('GET /admin/audit/{auditGuid}/details', {path, query: {limit: '2'}});
  }
}

type Ids = Readonly<Record<'db' | 'orders' | 'daily' | 'old' | 'older' | 'report', string>>;

async function fetched(
  base: string,
  operation: string,
  {path = {}, query = {}, body, form}: Request,
): Promise<Reply> {
  const [method = '', template = ''] = operation.split(' ');
  const at = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(path[name] ?? ''),
  );
  const search = new URLSearchParams(query).toString();
  const parts = form && new FormData();
  for (const [name, value] of Object.entries(form ?? {})) {
    if (typeof value === 'string') parts?.set(name, value);
    else parts?.set(name, new Blob([value.content]), value.file);
  }
  const url = `${base}${at}${search === '' ? '' : `?${search}`}`;
  const {status, bytes} = await ask(url, {
    method,
    ...(parts ? {body: parts} : body === undefined ? {} : {body: JSON.stringify(body)}),
  });
  return replyOf(status, bytes);
}

/** What a body holds: JSON, a text, or a file. */
export function replyOf(status: number, bytes: Uint8Array): Reply {
  const text = new TextDecoder().decode(bytes);
  try {
    return {status, answer: JSON.parse(text) as unknown, bytes};
  } catch {
    const isText = text !== '' && !text.startsWith('PK');
    return {status, answer: isText ? text : undefined, bytes};
  }
}
