/** What a client asked for cannot be had, told by a status of HTTP. The message and `fields` are for the client. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly status: number;
  readonly fields: Readonly<Record<string, unknown>>;

  constructor(status: number, message: string, fields: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.status = status;
    this.fields = fields;
  }
}
