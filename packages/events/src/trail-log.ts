/** What is logged, in the shape of the servers' log. */
export type TrailLog = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};
