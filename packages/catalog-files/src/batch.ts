/**
 * What was there already, or what a request of the batch makes: as a body and as a path name it.
 */
export type Ref = {readonly body: unknown; readonly path: string};

type BatchRequest = {
  readonly id?: string;
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
};

/** Requests of `POST /v2/batch`, in the order in which they are to be made. */
export class Batch {
  readonly requests: BatchRequest[] = [];

  add(method: BatchRequest['method'], path: string, body?: unknown): void {
    this.requests.push({method, path, ...(body === undefined ? {} : {body})});
  }

  /** One that makes something. @returns its guid, for later ones */
  make(path: string, body: unknown): Ref {
    const id = `n${this.requests.length + 1}`;
    this.requests.push({id, method: 'POST', path, body});
    return {body: {$ref: `${id}.guid`}, path: `{${id}.guid}`};
  }
}

/** Something that is there. */
export const existing = (guid: string): Ref => ({body: guid, path: encodeURIComponent(guid)});
