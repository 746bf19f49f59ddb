import type {OutgoingMessage, Publisher} from './publisher.ts';
import {postSigned, type SignedPost} from './signed-post.ts';

export type WebhookOptions = Pick<
  SignedPost,
  'url' | 'secret' | 'allowPrivate' | 'timeoutMs' | 'now'
> & {readonly name: string};

/** Posts messages as `{"changes": […]}`, and tells by `id` what the receiver has had before. */
export class WebhookPublisher implements Publisher {
  readonly name: string;
  readonly #options: WebhookOptions;
  readonly #closing = new AbortController();

  constructor(options: WebhookOptions) {
    this.name = options.name;
    this.#options = options;
  }

  async publish(messages: readonly OutgoingMessage[]): Promise<void> {
    await postSigned({
      ...this.#options,
      body: `{"changes":[${messages.map(one => one.body).join(',')}]}`,
      delivery: `${messages[0]?.id ?? ''} ${messages.at(-1)?.id ?? ''}`,
      signal: this.#closing.signal,
    });
  }

  async close(): Promise<void> {
    // A receiver that does not answer keeps nobody from stopping; it gets its messages again.
    this.#closing.abort(new Error('closed'));
  }
}
