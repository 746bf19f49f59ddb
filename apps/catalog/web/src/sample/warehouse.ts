/**
 * A small shop's warehouse: what its operational database holds, how it is loaded, cleaned, joined
 * and reported. Written down in a form that is short to read; `sample-entities.ts` makes entities
 * of it.
 */

/** `database` → `table` → `name type comment?`, one column a line. */
export const tables: Readonly<
  Record<
    string,
    Readonly<
      Record<string, {readonly about: string; readonly owner: string; readonly columns: string}>
    >
  >
> = {
  raw: {
    orders: {
      about: 'Orders as the shop writes them, one file an hour.',
      owner: 'ingest',
      columns: `order_id bigint Number of the order
customer_id bigint Who has ordered
order_time timestamp When it was placed, UTC
status string new, paid, shipped, returned
currency string ISO 4217
payload string The order as JSON`,
    },
    order_items: {
      about: 'Lines of orders.',
      owner: 'ingest',
      columns: `order_id bigint
line int
product_id bigint
quantity int
unit_price decimal(12,2) Before tax
discount decimal(5,2) Percent`,
    },
    customers: {
      about: 'Customers as they have registered. Holds personal data.',
      owner: 'ingest',
      columns: `customer_id bigint
full_name string
email string
phone string
birth_date date
street string
postal_code string
country string ISO 3166
registered_at timestamp`,
    },
    products: {
      about: 'Product catalog.',
      owner: 'ingest',
      columns: `product_id bigint
product_name string
category string
supplier string
list_price decimal(12,2)`,
    },
    web_events: {
      about: 'Clicks and views of the web shop, from the topic web_events.',
      owner: 'ingest',
      columns: `event_id string
session_id string
customer_id bigint Null for visitors that are not logged in
event_time timestamp
page string
event_type string
ip_address string`,
    },
  },
  staging: {
    orders_clean: {
      about: 'Orders without duplicates and tests.',
      owner: 'etl',
      columns: `order_id bigint
customer_id bigint
order_date date
status string
currency string`,
    },
    order_items_clean: {
      about: 'Order lines with prices in euros.',
      owner: 'etl',
      columns: `order_id bigint
product_id bigint
quantity int
amount_eur decimal(12,2)`,
    },
    customers_clean: {
      about: 'Customers, one row each, with checked addresses.',
      owner: 'etl',
      columns: `customer_id bigint
full_name string
email string
birth_date date
postal_code string
country string`,
    },
    sessions: {
      about: 'Web events put together to visits.',
      owner: 'etl',
      columns: `session_id string
customer_id bigint
started_at timestamp
pages int
bought boolean`,
    },
  },
  warehouse: {
    dim_customer: {
      about: 'Customers with their history.',
      owner: 'dwh',
      columns: `customer_key bigint
customer_id bigint
full_name string
email string
age_group string
country string
valid_from date
valid_to date`,
    },
    dim_product: {
      about: 'Products with category and supplier.',
      owner: 'dwh',
      columns: `product_key bigint
product_id bigint
product_name string
category string
supplier string`,
    },
    dim_date: {
      about: 'A row for each day.',
      owner: 'dwh',
      columns: 'date_key int\nday date\nweek int\nmonth int\nquarter int\nyear int',
    },
    fact_sales: {
      about: 'One row for each order line.',
      owner: 'dwh',
      columns: `order_id bigint
customer_key bigint
product_key bigint
date_key int
quantity int
amount_eur decimal(12,2)
margin_eur decimal(12,2)`,
    },
    fact_visits: {
      about: 'One row for each visit of the shop.',
      owner: 'dwh',
      columns: `session_id string
customer_key bigint
date_key int
pages int
bought boolean`,
    },
  },
  marts: {
    daily_revenue: {
      about: 'Revenue by day and category, for the board.',
      owner: 'finance',
      columns: `day date
category string
revenue_eur decimal(14,2)
margin_eur decimal(14,2)
orders bigint`,
    },
    customer_value: {
      about: 'What each customer is worth, and how likely they are to leave.',
      owner: 'marketing',
      columns: `customer_id bigint
full_name string
email string
revenue_eur decimal(14,2)
orders bigint
last_order date
churn_risk double`,
    },
    conversion: {
      about: 'From visits to orders, by week and country.',
      owner: 'marketing',
      columns: `week int
country string
visits bigint
orders bigint
conversion_rate double`,
    },
    product_ranking: {
      about: 'Best and worst sellers.',
      owner: 'purchasing',
      columns: `product_name string
category string
quantity bigint
revenue_eur decimal(14,2)
rank int`,
    },
  },
};

export type Load = {
  readonly name: string;
  readonly from: readonly string[];
  readonly to: string;
  /**
   * `column = table.column, table.column`; columns that are called the same in source and target
   * need no line.
   */
  readonly columns?: readonly string[];
};

/** The jobs, each with its sources, its target and what becomes what. */
export const loads: readonly Load[] = [
  {
    name: 'clean_orders',
    from: ['raw.orders'],
    to: 'staging.orders_clean',
    columns: ['order_date = raw.orders.order_time'],
  },
  {
    name: 'clean_order_items',
    from: ['raw.order_items', 'raw.orders'],
    to: 'staging.order_items_clean',
    columns: [
      'amount_eur = raw.order_items.unit_price, raw.order_items.quantity, raw.order_items.discount, raw.orders.currency',
    ],
  },
  {name: 'clean_customers', from: ['raw.customers'], to: 'staging.customers_clean'},
  {
    name: 'build_sessions',
    from: ['raw.web_events'],
    to: 'staging.sessions',
    columns: [
      'started_at = raw.web_events.event_time',
      'pages = raw.web_events.page',
      'bought = raw.web_events.event_type',
    ],
  },
  {
    name: 'load_dim_customer',
    from: ['staging.customers_clean'],
    to: 'warehouse.dim_customer',
    columns: [
      'customer_key = staging.customers_clean.customer_id',
      'age_group = staging.customers_clean.birth_date',
    ],
  },
  {
    name: 'load_dim_product',
    from: ['raw.products'],
    to: 'warehouse.dim_product',
    columns: ['product_key = raw.products.product_id'],
  },
  {
    name: 'load_fact_sales',
    from: [
      'staging.orders_clean',
      'staging.order_items_clean',
      'warehouse.dim_customer',
      'warehouse.dim_product',
      'warehouse.dim_date',
    ],
    to: 'warehouse.fact_sales',
    columns: ['margin_eur = staging.order_items_clean.amount_eur'],
  },
  {
    name: 'load_fact_visits',
    from: ['staging.sessions', 'warehouse.dim_customer', 'warehouse.dim_date'],
    to: 'warehouse.fact_visits',
  },
  {
    name: 'report_daily_revenue',
    from: ['warehouse.fact_sales', 'warehouse.dim_product', 'warehouse.dim_date'],
    to: 'marts.daily_revenue',
    columns: [
      'revenue_eur = warehouse.fact_sales.amount_eur',
      'orders = warehouse.fact_sales.order_id',
    ],
  },
  {
    name: 'score_customers',
    from: ['warehouse.fact_sales', 'warehouse.dim_customer', 'warehouse.fact_visits'],
    to: 'marts.customer_value',
    columns: [
      'revenue_eur = warehouse.fact_sales.amount_eur',
      'orders = warehouse.fact_sales.order_id',
      'churn_risk = warehouse.fact_visits.bought, warehouse.fact_sales.date_key',
    ],
  },
  {
    name: 'report_conversion',
    from: [
      'warehouse.fact_visits',
      'warehouse.fact_sales',
      'warehouse.dim_customer',
      'warehouse.dim_date',
    ],
    to: 'marts.conversion',
    columns: [
      'visits = warehouse.fact_visits.session_id',
      'orders = warehouse.fact_sales.order_id',
      'conversion_rate = warehouse.fact_visits.bought',
    ],
  },
  {
    name: 'rank_products',
    from: ['warehouse.fact_sales', 'warehouse.dim_product'],
    to: 'marts.product_ranking',
    columns: [
      'revenue_eur = warehouse.fact_sales.amount_eur',
      'rank = warehouse.fact_sales.quantity',
    ],
  },
];

export type ClassificationSample = {
  readonly name: string;
  readonly about: string;
  readonly superType?: string;
  readonly attribute?: {readonly name: string; readonly typeName: string};
};

export const classifications: readonly ClassificationSample[] = [
  {name: 'Sensitive', about: 'Restricted to authorized users.'},
  {
    name: 'PII',
    about: 'Says something about a person.',
    superType: 'Sensitive',
    attribute: {name: 'kind', typeName: 'string'},
  },
  {name: 'Financial', about: 'Figures of the company.', superType: 'Sensitive'},
  {
    name: 'Certified',
    about: 'Checked, and fit for reports.',
    attribute: {name: 'checkedBy', typeName: 'string'},
  },
];

/** On what each is put; what is made of it gets it by propagation. */
export const classified: readonly {
  readonly name: string;
  readonly on: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly propagate: boolean;
}[] = [
  {name: 'PII', on: 'raw.customers.full_name', attributes: {kind: 'name'}, propagate: true},
  {name: 'PII', on: 'raw.customers.email', attributes: {kind: 'contact'}, propagate: true},
  {name: 'PII', on: 'raw.customers.phone', attributes: {kind: 'contact'}, propagate: true},
  {name: 'PII', on: 'raw.customers.birth_date', attributes: {kind: 'age'}, propagate: true},
  {name: 'PII', on: 'raw.web_events.ip_address', attributes: {kind: 'device'}, propagate: true},
  {name: 'Sensitive', on: 'raw.customers', propagate: true},
  {name: 'Financial', on: 'warehouse.fact_sales.margin_eur', propagate: true},
  {
    name: 'Certified',
    on: 'marts.daily_revenue',
    attributes: {checkedBy: 'finance'},
    propagate: false,
  },
];
