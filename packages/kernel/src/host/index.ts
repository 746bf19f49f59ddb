export {Apart} from './apart.ts';
export {Host, type Allowance, type Runner} from './host.ts';
export {InTurns} from './in-turns.ts';
export {Telemetry, type ActiveOperation} from './telemetry.ts';
export {Threads} from './threads.ts';
export {WhileUnchanged} from './while-unchanged.ts';
