import {pino, stdSerializers, type DestinationStream} from 'pino';

/**
 * What code logs through: fields first, then a message that stays the same for every occurrence.
 */
export type Log = {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

export type LogOptions = {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  /** `json` is one JSON object per line, `pretty` is for a terminal. */
  readonly format: 'json' | 'pretty';
  /** Standard output when not given. */
  readonly destination?: DestinationStream;
  /** Warnings and errors are written there as well. */
  readonly problems?: DestinationStream;
};

// Nobody logs these on purpose; the filter is there for the day when somebody logs an object that
// holds one.
const secrets = [
  'password',
  'authorization',
  'cookie',
  'headers',
  '*.password',
  '*.authorization',
  '*.cookie',
];

export function createLog(options: LogOptions): Log {
  const shaped = (target: DestinationStream): DestinationStream =>
    options.format === 'json' ? target : {write: line => void target.write(prettyLine(line))};
  const all = shaped(options.destination ?? pino.destination({fd: 1, sync: true}));
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: {level: label => ({level: label})},
      serializers: {error: stdSerializers.errWithCause},
      redact: {paths: secrets, censor: '***'},
    },
    options.problems === undefined
      ? all
      : pino.multistream([
          {level: options.level, stream: all},
          {level: 'warn', stream: shaped(options.problems)},
        ]),
  );
}

/** `12:00:00.000 INFO  message key=value`, with the stack of an error on lines of its own. */
function prettyLine(line: string): string {
  const {level, time, msg, error, ...fields} = JSON.parse(line) as Record<string, unknown>;
  const pairs = Object.entries(fields).map(([key, value]) => `${key}=${text(value)}`);
  const head = [
    String(time).slice(11, 23),
    String(level).toUpperCase().padEnd(5),
    String(msg),
    ...pairs,
  ].join(' ');
  const stack = (error as {stack?: string} | undefined)?.stack;
  return stack === undefined ? `${head}\n` : `${head}\n    ${stack.replaceAll('\n', '\n    ')}\n`;
}

function text(value: unknown): string {
  return typeof value === 'string' && /^\S+$/.test(value) ? value : JSON.stringify(value);
}
