"""Makes a table from another one, and fails in the end."""
from pyspark.sql import SparkSession

spark = SparkSession.builder.appName("orders nightly").enableHiveSupport().getOrCreate()
spark.sql("CREATE DATABASE shop")
spark.sql("CREATE TABLE shop.orders (id INT, amount INT) STORED AS PARQUET")
spark.sql("INSERT INTO shop.orders VALUES (1, 10), (1, 20), (2, 5)")
spark.sql("CREATE TABLE shop.totals STORED AS PARQUET AS SELECT id, sum(amount) AS total FROM shop.orders GROUP BY id")
spark.stop()
