export {Connections} from './connections.ts';
export {Host, type Allowance, type Runners} from './host.ts';
export {KeptAnswers} from './kept-answers.ts';
export {Telemetry, type ActiveOperation} from './telemetry.ts';
export {Threads} from './threads.ts';
