/** Carries whole messages to a server and back. One exchange at a time: Connection sees to that. */
export interface Transport {
  /** Text for errors and logs: host and port, or the URL. */
  readonly peer: string;
  /** False once the connection is lost; it never becomes usable again. */
  readonly isOpen: boolean;
  /**
   * Sends a message and waits for the one answer.
   * @throws {TransportError} after which the transport is closed, unless it is HTTP, where requests
   * stand alone
   */
  exchange(message: Buffer): Promise<Buffer>;
  /**
   * Ends an exchange that takes too long, which then throws `reason`. On a socket this closes the
   * connection: the answer that is still to come could not be told from the next one.
   */
  interrupt(reason: Error): void;
  close(): void;
}

/** 256 MiB; a fetch of 10,000 ordinary rows is about 1 MB. */
export const defaultMaxMessageBytes = 256 * 1024 * 1024;
