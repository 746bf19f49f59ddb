/** What schedules may do here, as the administrator says. */
export type ScheduleLimits = {
  /** Schedules of one person. */
  readonly perPerson: number;
  /** Runs of one person at a time, in all processes together. */
  readonly runningPerPerson: number;
  /** Runs of this process at a time. */
  readonly running: number;
  /** How far apart the times of a schedule are. */
  readonly minIntervalMs: number;
  /** Rows and bytes of a result that are kept, and bytes of all kept results of one person. */
  readonly rows: number;
  readonly bytes: number;
  readonly personBytes: number;
};

/** What operations need to know of the schedules. */
export type ScheduleDesk = {
  readonly limits: ScheduleLimits;
  /** Whether mail can be sent. */
  readonly hasMail: boolean;
  /** Whether anything may be posted to addresses of the web. */
  readonly hasWebhooks: boolean;
  /** Topics of Kafka that anything may be written to. */
  readonly kafkaTopics: readonly string[];
  /** Why mail may not be sent there; undefined where it may. */
  readonly mailProblem: (address: string) => string | undefined;
  /** There may be something to do. */
  readonly wake: () => void;
};
