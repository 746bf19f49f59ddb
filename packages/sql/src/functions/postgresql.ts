/** How functions of PostgreSQL are called, a way a line. */
export const postgresqlFunctions = `
abs(number) → number
acos(number) → double precision
age(timestamp[, timestamp]) → interval
any_value(value) → value
array_agg(value) → array
array_append(array, element) → array
array_cat(array, array) → array
array_dims(array) → text
array_fill(element, lengths[, lower_bounds]) → array
array_length(array, dimension) → integer
array_lower(array, dimension) → integer
array_ndims(array) → integer
array_position(array, element[, start]) → integer
array_positions(array, element) → integer array
array_prepend(element, array) → array
array_remove(array, element) → array
array_replace(array, from, to) → array
array_to_json(array[, pretty]) → json
array_to_string(array, delimiter[, null_text]) → text
array_upper(array, dimension) → integer
ascii(text) → integer
asin(number) → double precision
atan(number) → double precision
atan2(y, x) → double precision
avg(number) → number
bit_and(number) → number
bit_length(text) → integer
bit_or(number) → number
bool_and(condition) → boolean
bool_or(condition) → boolean
btrim(text[, characters]) → text
cardinality(array) → integer
cast(value AS type) → type
cbrt(number) → double precision
ceil(number) → number
ceiling(number) → number
char_length(text) → integer
character_length(text) → integer
chr(code) → text
clock_timestamp() → timestamp with time zone
coalesce(value...) → value
concat(value...) → text
concat_ws(separator, value...) → text
corr(y, x) → double precision
cos(number) → double precision
cot(number) → double precision
count(value) → bigint
covar_pop(y, x) → double precision
covar_samp(y, x) → double precision
cume_dist() → double precision
current_database() → name
current_schema() → name
current_setting(name[, missing_ok]) → text
currval(sequence) → bigint
date_bin(stride, source, origin) → timestamp
date_part(field, source) → double precision
date_trunc(field, source[, time_zone]) → timestamp
decode(text, format) → bytea
degrees(radians) → double precision
dense_rank() → bigint
div(number, divisor) → numeric
encode(bytes, format) → text
every(condition) → boolean
exp(number) → number
extract(field FROM source) → numeric
first_value(value) → value
floor(number) → number
format(template[, value...]) → text
gcd(number, number) → number
gen_random_uuid() → uuid
generate_series(start, stop[, step[, time_zone]]) → set of values
generate_subscripts(array, dimension[, reverse]) → set of integer
greatest(value...) → value
grouping(expression...) → integer
initcap(text) → text
isfinite(time) → boolean
json_agg(value) → json
json_array_elements(json) → set of json
json_array_elements_text(json) → set of text
json_array_length(json) → integer
json_build_array([value...]) → json
json_build_object([key, value...]) → json
json_each(json) → set of key and value
json_each_text(json) → set of key and value
json_extract_path(json, path...) → json
json_extract_path_text(json, path...) → text
json_object_agg(key, value) → json
json_object_keys(json) → set of text
json_typeof(json) → text
jsonb_agg(value) → jsonb
jsonb_array_elements(jsonb) → set of jsonb
jsonb_array_elements_text(jsonb) → set of text
jsonb_array_length(jsonb) → integer
jsonb_build_array([value...]) → jsonb
jsonb_build_object([key, value...]) → jsonb
jsonb_each(jsonb) → set of key and value
jsonb_each_text(jsonb) → set of key and value
jsonb_extract_path(jsonb, path...) → jsonb
jsonb_extract_path_text(jsonb, path...) → text
jsonb_insert(target, path, value[, after]) → jsonb
jsonb_object_agg(key, value) → jsonb
jsonb_object_keys(jsonb) → set of text
jsonb_path_exists(target, path[, variables[, silent]]) → boolean
jsonb_path_query(target, path[, variables[, silent]]) → set of jsonb
jsonb_path_query_array(target, path[, variables[, silent]]) → jsonb
jsonb_path_query_first(target, path[, variables[, silent]]) → jsonb
jsonb_pretty(jsonb) → text
jsonb_set(target, path, value[, create_if_missing]) → jsonb
jsonb_strip_nulls(jsonb[, in_arrays]) → jsonb
jsonb_typeof(jsonb) → text
justify_days(interval) → interval
justify_hours(interval) → interval
justify_interval(interval) → interval
lag(value[, offset[, default]]) → value
last_value(value) → value
lastval() → bigint
lcm(number, number) → number
lead(value[, offset[, default]]) → value
least(value...) → value
left(text, count) → text
length(text) → integer
length(bytes, encoding) → integer
ln(number) → number
log(number) → number
log(base, number) → numeric
log10(number) → number
lower(text) → text
lpad(text, length[, fill]) → text
ltrim(text[, characters]) → text
make_date(year, month, day) → date
make_interval([years[, months[, weeks[, days[, hours[, mins[, secs]]]]]]]) → interval
make_time(hour, minute, second) → time
make_timestamp(year, month, day, hour, minute, second) → timestamp
make_timestamptz(year, month, day, hour, minute, second[, time_zone]) → timestamp with time zone
max(value) → value
md5(text) → text
min(value) → value
mod(number, divisor) → number
mode() WITHIN GROUP (ORDER BY value) → value
nextval(sequence) → bigint
now() → timestamp with time zone
nth_value(value, n) → value
ntile(buckets) → integer
nullif(value, value) → value
num_nonnulls(value...) → integer
num_nulls(value...) → integer
octet_length(text) → integer
overlay(text PLACING text FROM start FOR count) → text
overlay(text, text, start[, count]) → text
percent_rank() → double precision
percentile_cont(fraction) WITHIN GROUP (ORDER BY value) → value
percentile_disc(fraction) WITHIN GROUP (ORDER BY value) → value
pi() → double precision
position(substring IN text) → integer
power(number, exponent) → number
quote_ident(text) → text
quote_literal(value) → text
quote_nullable(value) → text
radians(degrees) → double precision
random() → double precision
random(least, most) → number
rank() → bigint
regexp_count(text, pattern[, start[, flags]]) → integer
regexp_instr(text, pattern[, start[, n[, end_option[, flags[, subexpression]]]]]) → integer
regexp_like(text, pattern[, flags]) → boolean
regexp_match(text, pattern[, flags]) → text array
regexp_matches(text, pattern[, flags]) → set of text array
regexp_replace(text, pattern, replacement[, flags]) → text
regexp_replace(text, pattern, replacement, start[, n[, flags]]) → text
regexp_split_to_array(text, pattern[, flags]) → text array
regexp_split_to_table(text, pattern[, flags]) → set of text
regexp_substr(text, pattern[, start[, n[, flags[, subexpression]]]]) → text
regr_count(y, x) → bigint
regr_intercept(y, x) → double precision
regr_r2(y, x) → double precision
regr_slope(y, x) → double precision
repeat(text, count) → text
replace(text, from, to) → text
reverse(text) → text
right(text, count) → text
round(number[, decimals]) → number
row_number() → bigint
row_to_json(row[, pretty]) → json
rpad(text, length[, fill]) → text
rtrim(text[, characters]) → text
setval(sequence, value[, is_called]) → bigint
sign(number) → number
sin(number) → double precision
split_part(text, delimiter, n) → text
sqrt(number) → number
starts_with(text, prefix) → boolean
statement_timestamp() → timestamp with time zone
stddev(number) → number
stddev_pop(number) → number
stddev_samp(number) → number
string_agg(text, delimiter) → text
string_to_array(text, delimiter[, null_text]) → text array
string_to_table(text, delimiter[, null_text]) → set of text
strpos(text, substring) → integer
substr(text, start[, count]) → text
substring(text FROM start FOR count) → text
substring(text, start[, count]) → text
sum(number) → number
tan(number) → double precision
to_char(value, format) → text
to_date(text, format) → date
to_hex(number) → text
to_json(value) → json
to_jsonb(value) → jsonb
to_number(text, format) → numeric
to_timestamp(seconds) → timestamp with time zone
to_timestamp(text, format) → timestamp with time zone
to_tsquery([configuration, ]query) → tsquery
to_tsvector([configuration, ]document) → tsvector
transaction_timestamp() → timestamp with time zone
translate(text, from, to) → text
trim([BOTH characters FROM ]text) → text
trim(text, characters) → text
trunc(number[, decimals]) → number
unnest(array...) → set of elements
upper(text) → text
var_pop(number) → number
var_samp(number) → number
variance(number) → number
width_bucket(operand, low, high, count) → integer
width_bucket(operand, thresholds) → integer
`;
