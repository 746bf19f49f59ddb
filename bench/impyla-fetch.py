"""Runs a statement by impyla and reads all rows: impyla-fetch.py PORT STATEMENT. Prints rows, seconds of reading, peak memory."""

import json
import resource
import sys
import time

from impala.dbapi import connect

connection = connect('localhost', int(sys.argv[1]), auth_mechanism='PLAIN', user='bench', password='bench')
cursor = connection.cursor()
cursor.arraysize = 10000
cursor.execute(sys.argv[2])
begin = time.monotonic()
rows = 0
while True:
    page = cursor.fetchmany(10000)
    if not page:
        break
    rows += len(page)
seconds = time.monotonic() - begin
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({'rows': rows, 'seconds': seconds, 'peakMiB': round(peak)}))
