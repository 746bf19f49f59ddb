"""Two tasks: the second reads what the first has written."""
from airflow.providers.standard.operators.bash import BashOperator
from airflow.sdk import DAG, Asset

raw, orders, totals = (Asset(f"file:///data/{name}.csv") for name in ("raw", "orders", "totals"))

with DAG("shop_nightly", schedule=None, default_args={"owner": "ann"}):
    load = BashOperator(task_id="load", bash_command="true", inlets=[raw], outlets=[orders])
    load >> BashOperator(task_id="sum", bash_command="true", inlets=[orders], outlets=[totals])
