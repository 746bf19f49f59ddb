import {createHash} from 'node:crypto';
import {type CatalogHost, catalogItself} from '../caller.ts';
import type {Log} from '../catalog.ts';
import {readFollowedChanges} from '../follow/read-followed-changes.ts';
import {isRefused, MailSender} from './mail-sender.ts';
import type {Means} from './open-target.ts';
import type {DigestOutcome, TakenDigest} from './deliver-digest.ts';
import {digestMail} from './digest-text.ts';
import {subscriptionOperations as operations} from './operations.ts';

const everyMs = 3000;
/** As many as can be asked for at once. */
const maxChanges = 200;

const caller = catalogItself('digests');

/** What is known of users who are not logged in. */
export type KnownUsers = {
  readonly isThere: (userName: string) => Promise<boolean>;
  readonly groupsOf: (userName: string) => Promise<readonly string[]>;
};

/**
 * Mails users what others changed of what they follow, with what they may read at that time. One
 * of several nodes sends each; where it dies before it is noted, another sends it again, with the
 * same id where it says the same.
 */
export class DigestRunner {
  readonly #host: CatalogHost;
  readonly #users: KnownUsers;
  readonly #sender: MailSender;
  readonly #address: string;
  readonly #log: Log;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #isClosed = false;

  constructor(host: CatalogHost, users: KnownUsers, {mail, address}: Means, log: Log) {
    this.#host = host;
    this.#users = users;
    this.#sender = new MailSender(mail);
    this.#address = address;
    this.#log = log;
  }

  start(): void {
    this.#timer = setInterval(() => this.#look(), everyMs);
    this.#timer.unref();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#sender.close();
    await this.#looking;
  }

  #look(): void {
    this.#looking ??= this.#sendDue()
      .catch((error: unknown) => {
        if (!this.#isClosed) this.#log.error({error}, 'digests could not be read');
      })
      .finally(() => (this.#looking = undefined));
  }

  async #sendDue(): Promise<void> {
    for (const due of await this.#host.call(operations.listDueDigests, caller, undefined)) {
      if (this.#isClosed) return;
      const taken = await this.#host.call(operations.takeDigest, caller, due);
      if (taken === undefined) continue;
      const outcome = await this.#send(taken);
      if (this.#isClosed && outcome.kind === 'failed') return;
      await this.#host.call(operations.endDigest, caller, {taken: taken.digest, outcome});
    }
  }

  async #send({digest, until}: TakenDigest): Promise<DigestOutcome> {
    const {userName, address: to, toldTime} = digest;
    try {
      if (!(await this.#users.isThere(userName)))
        return {kind: 'failed', error: `There is no user ${userName} any more`, isRefused: true};
      const actor = {userName, groups: await this.#users.groupsOf(userName)};
      const reader = {actor, requestId: caller.requestId};
      const limit = {limit: maxChanges};
      const read = await this.#host.call(readFollowedChanges, reader, limit);
      const found = await this.#host.call(operations.readFollowedBreaks, reader, limit);
      const isTold = ({time}: {readonly time: number}) => time > toldTime && time <= until;
      const [changes, breaks] = [read.changes.filter(isTold), found.changes.filter(isTold)];
      const newest = Math.max(...[...changes, ...breaks].map(({time}) => time));
      if (newest === -Infinity) return {kind: 'nothing'};
      const isMore = read.isMore && changes.at(-1) === read.changes.at(-1);
      const id = createHash('sha256')
        .update(`${userName} ${toldTime} ${newest}`)
        .digest('hex')
        .slice(0, 32);
      await this.#sender.send({
        id: `digest.${id}`,
        to,
        ...digestMail({changes, breaks, isMore}, this.#address),
      });
      return {kind: 'sent', toldTime: newest};
    } catch (error) {
      if (!this.#isClosed)
        this.#log.warn({error, user: userName}, 'a digest of changes could not be mailed');
      // Of what failed inside, or between servers, the log alone tells.
      return isRefused(error)
        ? {kind: 'failed', error: (error as Error).message, isRefused: true}
        : {kind: 'failed', error: 'The catalog could not send it.', isRefused: false};
    }
  }
}
