/**
 * A column of a result; `type` is the SQL type as the server names it, such as `decimal(10,2)` or
 * `array<int>`.
 */
export type Column = {readonly name: string; readonly type: string; readonly comment?: string};
