/**
 * A small shop for first queries: the same rows on every machine, made by the engine itself. Random
 * numbers are hashes of the row's number. Run in a database that is called `sample`.
 */
export const sampleDataSql = `
BEGIN;
CREATE TEMP MACRO dice(n, salt, sides) AS (hash(n, salt) % sides)::BIGINT;

CREATE TABLE sample.customers AS
SELECT i::INTEGER AS customer_id,
  ['Ada', 'Bela', 'Chen', 'Dana', 'Emil', 'Fatou', 'Gita', 'Hugo', 'Ines', 'Jun'][1 + dice(i, 0, 10)]
    || ' ' || ['Ahrens', 'Bruno', 'Costa', 'Diallo', 'Eriksen', 'Fujita', 'Green', 'Haddad', 'Ivanov', 'Jansen'][1 + dice(i, 1, 10)] AS name,
  'customer' || i || '@shop.example' AS email,
  ['DE', 'FR', 'IT', 'JP', 'BR', 'US', 'SE', 'SN'][1 + dice(i, 2, 8)] AS country,
  (DATE '2023-01-01' + dice(i, 3, 900)::INTEGER)::DATE AS signed_up
FROM range(1, 1001) t(i);

CREATE TABLE sample.products AS
SELECT i::INTEGER AS product_id,
  ['Oak', 'Steel', 'Paper', 'Wool', 'Glass', 'Cork'][1 + dice(i, 0, 6)] || ' '
    || ['lamp', 'chair', 'notebook', 'blanket', 'bottle', 'tray', 'clock', 'frame'][1 + dice(i, 1, 8)] || ' ' || i AS name,
  ['Furniture', 'Stationery', 'Textiles', 'Kitchen', 'Decoration'][1 + dice(i, 2, 5)] AS category,
  (3 + dice(i, 3, 24000) / 100)::DECIMAL(10, 2) AS price
FROM range(1, 201) t(i);

CREATE TABLE sample.orders AS
SELECT i::INTEGER AS order_id,
  (1 + dice(i, 0, 1000))::INTEGER AS customer_id,
  TIMESTAMP '2024-01-01 06:00:00' + INTERVAL (i * 2400 + dice(i, 1, 7200)) SECOND AS ordered_at,
  CASE WHEN dice(i, 2, 100) < 86 THEN 'delivered' WHEN dice(i, 2, 100) < 94 THEN 'sent' ELSE 'returned' END AS status,
  CASE WHEN dice(i, 3, 12) = 0 THEN NULL ELSE ['web', 'app', 'phone'][1 + dice(i, 4, 3)] END AS channel
FROM range(1, 20001) t(i);

CREATE TABLE sample.order_items AS
SELECT order_id, line::INTEGER AS line, product_id, quantity, (price * quantity)::DECIMAL(12, 2) AS amount
FROM (
  SELECT order_id, line, (1 + dice(order_id, line, 200))::INTEGER AS product_id,
    (1 + dice(line, order_id, 4))::INTEGER AS quantity
  FROM sample.orders, range(1, 6) l(line) WHERE line <= 1 + dice(order_id, 7, 5)
) JOIN sample.products USING (product_id)
ORDER BY order_id, line;

CREATE VIEW sample.daily_sales AS
SELECT ordered_at::DATE AS day, count(DISTINCT order_id) AS orders, sum(amount) AS amount
FROM sample.orders JOIN sample.order_items USING (order_id) WHERE status <> 'returned' GROUP BY ALL;

COMMENT ON TABLE sample.customers IS 'Who buys';
COMMENT ON TABLE sample.products IS 'What is sold, at its price of today';
COMMENT ON TABLE sample.orders IS 'One row an order';
COMMENT ON TABLE sample.order_items IS 'What an order consists of; amounts are quantity times price';
COMMENT ON VIEW sample.daily_sales IS 'Orders and amount by day, without what came back';
COMMENT ON COLUMN sample.customers.country IS 'ISO 3166 code';
COMMENT ON COLUMN sample.orders.channel IS 'Where it was ordered; unknown for old systems';
DROP MACRO dice;
COMMIT;
`;
