"""hueclientrest as a script uses it: files of the cluster, and a statement whose rows become a file."""

import os
import sys

from hueclientrest import HueClientREST

url, folder = sys.argv[1:3]
client = HueClientREST(url, "bob", "bob")
client.login()

large = os.path.join(folder, "part-0 of data.csv")
with open(large, "wb") as file:
    for n in range(300_000):
        file.write(b"%d,caf\xc3\xa9\n" % n)
client.upload_file("/user/bob", large)
names = [file["name"] for file in client.list_directory("/user/bob")]
assert names == ["..", ".", "part-0 of data.csv"], names
assert client.check_directory_exists("/user/bob")
assert not client.check_directory_exists("/user/nobody")
[back] = client.download_directory_files("/user/bob", os.path.join(folder, "back"), "part-")
with open(large, "rb") as one, open(back, "rb") as other:
    assert one.read() == other.read()
try:
    client.upload_file("/user/bob", large)
except RuntimeError as error:
    assert "409" in str(error) and "already exists" in str(error), error
else:
    raise AssertionError("a name that is taken was taken")
try:
    client.upload_file("/", large)
except RuntimeError as error:
    assert "403" in str(error) and "Permission denied: user=bob" in str(error), error
else:
    raise AssertionError("bob may not write there")

rows = os.path.join(folder, "rows.csv")
client.run("ROWS 3", "hive", rows)
with open(rows) as file:
    print(len(file.readlines()))
