export {acceptor, type GssContext, initiate} from './gss-context.ts';
export {KerberosMissing, loadGssLibrary} from './gss-library.ts';
