/** The words of the sample's shop; `load-sample.ts` makes a glossary of them. */

export const glossaryName = 'Shop';
export const glossaryAbout = 'What people of the shop mean by the words in reports.';

export const categories: readonly {readonly name: string; readonly about: string}[] = [
  {name: 'Customers', about: 'Who buys.'},
  {name: 'Sales', about: 'What is bought, and for how much.'},
  {name: 'Visits', about: 'What happens on the web site.'},
];

export type TermSample = {
  readonly name: string;
  readonly category: string;
  readonly about: string;
  readonly abbreviation?: string;
  /** By name, of terms that come earlier in the list. */
  readonly isA?: readonly string[];
  readonly seeAlso?: readonly string[];
  /** What the term says something about. */
  readonly assigned: readonly string[];
};

/** In an order in which each names only earlier ones. */
export const terms: readonly TermSample[] = [
  {
    name: 'Customer',
    category: 'Customers',
    about: 'A person who has registered, whether or not they have ordered yet.',
    assigned: ['raw.customers', 'staging.customers_clean', 'warehouse.dim_customer'],
  },
  {
    name: 'Active customer',
    category: 'Customers',
    about: 'A customer with an order within the last twelve months.',
    isA: ['Customer'],
    assigned: ['marts.customer_value.last_order'],
  },
  {
    name: 'Churn risk',
    category: 'Customers',
    about: 'How likely a customer is not to order again within a year: 0 is never, 1 is certain.',
    seeAlso: ['Active customer'],
    assigned: ['marts.customer_value.churn_risk'],
  },
  {
    name: 'Order',
    category: 'Sales',
    about: 'What a customer has bought at once. Orders that are returned as a whole still count.',
    assigned: ['raw.orders', 'staging.orders_clean'],
  },
  {
    name: 'Revenue',
    category: 'Sales',
    about: 'Quantity times price less discount, in euros and before tax.',
    seeAlso: ['Order'],
    assigned: [
      'warehouse.fact_sales.amount_eur',
      'marts.daily_revenue.revenue_eur',
      'marts.customer_value.revenue_eur',
    ],
  },
  {
    name: 'Margin',
    category: 'Sales',
    about: 'Revenue less what the goods have cost.',
    seeAlso: ['Revenue'],
    assigned: ['warehouse.fact_sales.margin_eur', 'marts.daily_revenue.margin_eur'],
  },
  {
    name: 'Visit',
    category: 'Visits',
    about: 'Page views of one browser with no more than 30 minutes between them.',
    assigned: ['staging.sessions', 'warehouse.fact_visits'],
  },
  {
    name: 'Conversion rate',
    category: 'Visits',
    about: 'Orders for each visit.',
    abbreviation: 'CR',
    seeAlso: ['Visit', 'Order'],
    assigned: ['marts.conversion.conversion_rate'],
  },
];
