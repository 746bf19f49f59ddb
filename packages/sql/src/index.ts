export {type Dialect, dialectOf, writtenName} from './dialects.ts';
export {splitStatements, type Position, type StatementText} from './split-statements.ts';
