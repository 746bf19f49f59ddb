import {parentPort} from 'node:worker_threads';
import {compareSync} from 'bcryptjs';

export type BcryptQuestion = {
  readonly id: number;
  readonly password: string;
  readonly stored: string;
};
export type BcryptAnswer = {readonly id: number; readonly isRight: boolean};

/**
 * Node has no bcrypt of its own; what it takes in JavaScript nobody else should have to wait for.
 */
parentPort?.on('message', ({id, password, stored}: BcryptQuestion) => {
  parentPort?.postMessage({id, isRight: compareSync(password, stored)} satisfies BcryptAnswer);
});
