/** Functions that make one value of many rows, in any of the dialects. */
export const aggregates: ReadonlySet<string> = new Set(
  (
    'sum count avg min max mean median mode stddev stddev_pop stddev_samp variance var_pop var_samp covar_pop ' +
    'covar_samp corr first last any_value array_agg list string_agg group_concat listagg collect_list collect_set ' +
    'approx_count_distinct approx_distinct ndv percentile percentile_approx approx_percentile quantile quantile_cont ' +
    'bool_and bool_or every some max_by min_by arg_max arg_min histogram map_agg json_agg jsonb_agg count_if sum_distinct'
  ).split(' '),
);
