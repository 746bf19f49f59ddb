import {ask} from './client.ts';

/**
 * What the tests of the lineage page look at: a small warehouse with columns, and graphs of any
 * size.
 */

type Guids = ReadonlyMap<string, string>;
type Body = Record<string, unknown>;

async function save(url: string, entities: readonly Body[]): Promise<Guids> {
  const {status, text, json} = await ask(`${url}/api/atlas/v2/entity/bulk`, {body: {entities}});
  if (status !== 200) throw new Error(text);
  const {guidAssignments} = json as {guidAssignments: Record<string, string>};
  return new Map(
    Object.entries(guidAssignments).map(([temporary, guid]) => [temporary.slice(1), guid]),
  );
}

const refs = (names: readonly string[]) => names.map(name => ({guid: `-${name}`}));

function table(name: string, columns: readonly string[] = []): Body[] {
  return [
    {
      typeName: 'hive_table',
      guid: `-${name}`,
      attributes: {
        qualifiedName: `${name}@lineage`,
        name,
        owner: 'etl',
        columns: refs(columns.map(one => `${name}.${one}`)),
      },
    },
    ...columns.map(column => ({
      typeName: 'hive_column',
      guid: `-${name}.${column}`,
      attributes: {
        qualifiedName: `${name}.${column}@lineage`,
        name: column,
        type: 'string',
        table: {guid: `-${name}`},
      },
    })),
  ];
}

const query = {startTime: 1, endTime: 2, operationType: 'QUERY', queryPlan: '{}', queryId: 'q'};

function hiveProcess(name: string, queryText: string, inputs: string[], outputs: string[]): Body {
  return {
    typeName: 'hive_process',
    guid: `-${name}`,
    attributes: {
      qualifiedName: `${name}@lineage`,
      name,
      ...query,
      userName: 'etl',
      queryText,
      inputs: refs(inputs),
      outputs: refs(outputs),
    },
  };
}

function columnLineage(process: string, inputs: string[], output: string): Body {
  return {
    typeName: 'hive_column_lineage',
    guid: `-${process}:${output}`,
    attributes: {
      qualifiedName: `${process}:${output}@lineage`,
      name: `${process}:${output}`,
      depenendencyType: 'SIMPLE',
      query: {guid: `-${process}`},
      inputs: refs(inputs),
      outputs: refs([output]),
    },
  };
}

/**
 * raw_customers and raw_orders are cleaned, joined and reported; raw_orders also feeds
 * fraud_alerts. `old_report` is deleted. email is classified, and its way goes from column to
 * column.
 */
export async function saveWarehouse(url: string): Promise<Guids> {
  const guids = await save(url, [
    ...table('raw_customers', ['id', 'email', 'country']),
    ...table('raw_orders', ['id', 'customer_id', 'amount']),
    ...table('customers', ['id', 'email', 'country']),
    ...table('orders', ['id', 'customer_id', 'amount']),
    ...table('customer_value', ['customer_id', 'email', 'total']),
    ...table('monthly_report', ['country', 'total']),
    ...table('fraud_alerts'),
    ...table('old_report'),
    ...table('lonely'),
    hiveProcess(
      'clean_customers',
      'INSERT OVERWRITE TABLE customers SELECT …',
      ['raw_customers'],
      ['customers'],
    ),
    hiveProcess(
      'clean_orders',
      'INSERT OVERWRITE TABLE orders SELECT …',
      ['raw_orders'],
      ['orders'],
    ),
    hiveProcess(
      'join_value',
      'SELECT c.id, c.email, sum(o.amount) FROM …',
      ['customers', 'orders'],
      ['customer_value'],
    ),
    hiveProcess(
      'report',
      'SELECT country, sum(total) FROM …',
      ['customer_value', 'customers'],
      ['monthly_report'],
    ),
    hiveProcess('report_before', 'SELECT 1', ['customer_value'], ['old_report']),
    hiveProcess(
      'detect_fraud',
      'SELECT * FROM raw_orders WHERE …',
      ['raw_orders'],
      ['fraud_alerts'],
    ),
    columnLineage('clean_customers', ['raw_customers.id'], 'customers.id'),
    columnLineage('clean_customers', ['raw_customers.email'], 'customers.email'),
    columnLineage('clean_customers', ['raw_customers.country'], 'customers.country'),
    columnLineage(
      'join_value',
      ['customers.id', 'orders.customer_id'],
      'customer_value.customer_id',
    ),
    columnLineage('join_value', ['customers.email'], 'customer_value.email'),
    columnLineage('join_value', ['orders.amount'], 'customer_value.total'),
    columnLineage('report', ['customers.country'], 'monthly_report.country'),
    columnLineage('report', ['customer_value.total'], 'monthly_report.total'),
  ]);
  const change = async (path: string, how: Parameters<typeof ask>[1]) => {
    const {status, text} = await ask(`${url}/api/atlas/v2${path}`, how);
    if (status >= 300) throw new Error(text);
  };
  const classificationDefs = ['PII', 'finance'].map(name => ({
    name,
    superTypes: [],
    attributeDefs: [],
  }));
  await change('/types/typedefs', {body: {classificationDefs}});
  await change(`/entity/guid/${guids.get('customers')}/classifications`, {
    body: [{typeName: 'PII', propagate: false}],
  });
  const both = [
    {typeName: 'finance', propagate: false},
    {typeName: 'PII', propagate: false},
  ];
  await change(`/entity/guid/${guids.get('customer_value')}/classifications`, {body: both});
  await change(`/entity/guid/${guids.get('old_report')}`, {method: 'DELETE'});
  return guids;
}

/**
 * `middle` with as many tables before and behind it as `widths` says for each step, every one of
 * them connected with the step nearer to it by a process of its own that reads or writes one or
 * two.
 */
export async function saveLargeLineage(url: string, widths: readonly number[]): Promise<Guids> {
  const entities: Body[] = table('middle');
  for (const side of ['before', 'behind']) {
    widths.forEach((width, step) => {
      const nearer = widths[step - 1] ?? 1;
      const nearerName = (n: number) => (step === 0 ? 'middle' : `${side}_${step}_${n % nearer}`);
      for (let n = 0; n < width; n++) {
        const name = `${side}_${step + 1}_${n}`;
        const others = refs([
          ...new Set([nearerName(n), ...(n % 3 === 0 ? [nearerName(n + 1)] : [])]),
        ]);
        const own = refs([name]);
        const ends =
          side === 'behind' ? {inputs: others, outputs: own} : {inputs: own, outputs: others};
        const attributes = {qualifiedName: `load_${name}@lineage`, name: `load_${name}`, ...ends};
        entities.push(...table(name), {
          typeName: 'spark_process',
          guid: `-load_${name}`,
          attributes,
        });
      }
    });
  }
  return await save(url, entities);
}

/** A table that `count` processes read, each writing a table of its own. */
export async function saveHub(url: string, count: number): Promise<Guids> {
  const entities: Body[] = table('hub');
  for (let n = 0; n < count; n++) {
    entities.push(...table(`mart_${n}`), {
      typeName: 'spark_process',
      guid: `-spread_${n}`,
      attributes: {
        qualifiedName: `spread_${n}@lineage`,
        name: `spread_${n}`,
        inputs: refs(['hub']),
        outputs: refs([`mart_${n}`]),
      },
    });
  }
  return await save(url, entities);
}
