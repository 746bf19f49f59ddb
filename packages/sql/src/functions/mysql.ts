/** How functions of MySQL and MariaDB are called, a way a line. */
export const mysqlFunctions = `
abs(number) → number
acos(number) → double
adddate(date, days) → date
addtime(time, time) → time
aes_decrypt(bytes, key[, vector[, kdf[, salt[, iterations]]]]) → binary
aes_encrypt(text, key[, vector[, kdf[, salt[, iterations]]]]) → binary
any_value(value) → value
ascii(text) → int
asin(number) → double
atan(number[, number]) → double
atan2(y[, x]) → double
avg(number) → number
bin(number) → varchar
bit_and(number) → bigint
bit_count(number) → int
bit_length(text) → int
bit_or(number) → bigint
bit_xor(number) → bigint
cast(value AS type) → type
ceil(number) → number
ceiling(number) → number
char_length(text) → int
character_length(text) → int
coalesce(value...) → value
concat(value...) → varchar
concat_ws(separator, value...) → varchar
connection_id() → bigint
conv(number, from_base, to_base) → varchar
convert(value, type) → type
convert(text USING charset) → varchar
convert_tz(time, from_zone, to_zone) → datetime
cos(number) → double
cot(number) → double
count(value...) → bigint
crc32([start, ]text) → int unsigned
cume_dist() → double
curdate() → date
curtime([precision]) → time
database() → varchar
date(value) → date
date_add(date, INTERVAL n unit) → date
date_format(date, format[, locale]) → varchar
date_sub(date, INTERVAL n unit) → date
datediff(date, date) → int
day(date) → int
dayname(date) → varchar
dayofmonth(date) → int
dayofweek(date) → int
dayofyear(date) → int
degrees(radians) → double
dense_rank() → bigint
elt(n, text...) → varchar
exp(number) → double
export_set(bits, on, off[, separator[, count]]) → varchar
extract(unit FROM date) → bigint
field(text, text...) → int
find_in_set(text, list) → int
first_value(value) → value
floor(number) → number
format(number, decimals[, locale]) → varchar
found_rows() → bigint
from_base64(text) → binary
from_days(days) → date
from_unixtime(seconds[, format]) → datetime
get_format(kind, standard) → varchar
greatest(value, value...) → value
group_concat(value... ORDER BY value SEPARATOR text) → varchar
hex(value) → varchar
hour(time) → int
if(condition, then, else) → value
ifnull(value, value) → value
inet_aton(address) → bigint
inet_ntoa(number) → varchar
insert(text, start, length, text) → varchar
instr(text, substring) → int
isnull(value) → int
json_array([value...]) → json
json_array_append(json, path, value...) → json
json_array_insert(json, path, value...) → json
json_arrayagg(value) → json
json_contains(json, candidate[, path]) → int
json_contains_path(json, one_or_all, path...) → int
json_depth(json) → int
json_extract(json, path...) → json
json_insert(json, path, value...) → json
json_keys(json[, path]) → json
json_length(json[, path]) → int
json_merge_patch(json, json...) → json
json_merge_preserve(json, json...) → json
json_object([key, value...]) → json
json_objectagg(key, value) → json
json_overlaps(json, json) → int
json_quote(text) → varchar
json_remove(json, path...) → json
json_replace(json, path, value...) → json
json_search(json, one_or_all, text[, escape[, path...]]) → json
json_set(json, path, value...) → json
json_type(json) → varchar
json_unquote(json) → varchar
json_valid(text) → int
json_value(json, path) → varchar
lag(value[, offset[, default]]) → value
last_day(date) → date
last_insert_id([value]) → bigint
last_value(value...) → value
lcase(text) → varchar
lead(value[, offset[, default]]) → value
least(value, value...) → value
left(text, count) → varchar
length(text) → int
ln(number) → double
load_file(path) → blob
locate(substring, text[, start]) → int
log(number) → double
log(base, number) → double
log10(number) → double
log2(number) → double
lower(text) → varchar
lpad(text, length[, fill]) → varchar
ltrim(text) → varchar
makedate(year, day) → date
maketime(hour, minute, second) → time
make_set(bits, text...) → varchar
max(value) → value
md5(text) → varchar
microsecond(time) → int
mid(text, start[, count]) → varchar
min(value) → value
minute(time) → int
mod(number, divisor) → number
month(date) → int
monthname(date) → varchar
now([precision]) → datetime
nth_value(value, n) → value
ntile(buckets) → bigint
nullif(value, value) → value
oct(number) → varchar
octet_length(text) → int
ord(text) → int
percent_rank() → double
period_add(period, months) → int
period_diff(period, period) → int
pi() → double
position(substring IN text) → int
pow(number, exponent) → double
power(number, exponent) → double
quarter(date) → int
quote(text) → varchar
radians(degrees) → double
rand([seed]) → double
rank() → bigint
regexp_instr(text, pattern[, start[, n[, return_option[, flags]]]]) → int
regexp_like(text, pattern[, flags]) → int
regexp_replace(text, pattern, replacement[, start[, n[, flags]]]) → varchar
regexp_substr(text, pattern[, start[, n[, flags]]]) → varchar
repeat(text, count) → varchar
replace(text, from, to) → varchar
reverse(text) → varchar
right(text, count) → varchar
round(number[, decimals]) → number
row_count() → bigint
row_number() → bigint
rpad(text, length[, fill]) → varchar
rtrim(text) → varchar
sec_to_time(seconds) → time
second(time) → int
sha1(text) → varchar
sha2(text, bits) → varchar
sign(number) → int
sin(number) → double
sleep(seconds) → int
soundex(text) → varchar
space(count) → varchar
sqrt(number) → double
std(number) → double
stddev(number) → double
stddev_pop(number) → double
stddev_samp(number) → double
str_to_date(text, format) → datetime
strcmp(text, text) → int
subdate(date, days) → date
substr(text, start[, count]) → varchar
substring(text FROM start FOR count) → varchar
substring(text, start[, count]) → varchar
substring_index(text, delimiter, count) → varchar
subtime(time, time) → time
sum(number) → number
sysdate([precision]) → datetime
tan(number) → double
time(value) → time
time_format(time, format) → varchar
time_to_sec(time) → int
timediff(time, time) → time
timestamp(value[, time]) → datetime
timestampadd(unit, n, datetime) → datetime
timestampdiff(unit, datetime, datetime) → bigint
to_base64(text) → varchar
to_days(date) → int
to_seconds(date) → bigint
trim([BOTH characters FROM ]text) → varchar
truncate(number, decimals) → number
ucase(text) → varchar
unhex(text) → binary
unix_timestamp([date]) → bigint
upper(text) → varchar
utc_date() → date
utc_time([precision]) → time
utc_timestamp([precision]) → datetime
uuid() → varchar
uuid_short() → bigint unsigned
var_pop(number) → double
var_samp(number) → double
variance(number) → double
version() → varchar
week(date[, mode]) → int
weekday(date) → int
weekofyear(date) → int
year(date) → int
yearweek(date[, mode]) → int
`;
