export {rotateFiles} from '@gazetteer/events';
export {auditOptions} from './audit/audit-options.ts';
export {AuditRelay, type KeptRecords} from './audit/audit-relay.ts';
export {auditNameOf, openAudit} from './audit/open-audit.ts';
export {type Actor, type Authenticator, LoginError} from './auth/actor.ts';
export {browserRules, isFromOtherSite} from './auth/session/browser.ts';
export {sentBy} from './auth/password/check-credentials.ts';
export {endSession, logOut} from './auth/login/end-session.ts';
export {loginRoutes} from './auth/login/login.ts';
export {openIdButton, openIdRoutes} from './auth/login/open-id-routes.ts';
export type {Login} from './auth/login/open-login.ts';
export type {Refusals} from './auth/login/protect.ts';
export {isAdmin, sessionListRoutes, visitorOf} from './auth/login/session-list.ts';
export {cookieOf, sessionIdOf, setCookie, setSessionCookie} from './auth/session/session-cookie.ts';
export type {Session} from './auth/session/session.ts';
export {csrfTokenOf} from './auth/session/csrf-token.ts';
export {checkLengths, mountApi} from './http/api.ts';
export {apiPrefixes, apiStyleOf, pathOf} from './http/api-path.ts';
export {clientGone} from './http/client-gone.ts';
export {tellWhenAgain} from './http/error-answer.ts';
export {type Ending, whenEnded} from './http/when-ended.ts';
export {isOwnPath} from './http/own-address.ts';
export {optionalBody, requiredBody} from './http/json-body.ts';
export {whileLoggingIn} from './http/limit-requests.ts';
export {unpackBodies} from './http/unpack-body.ts';
export {passOverRest, readUpload, type Upload, uploadRoutes} from './http/upload.ts';
export {docsRoutes} from './docs/routes.ts';
export {checkFolder, checkStart, type Findings, type Ready} from './check-start.ts';
export {mcpRoutes} from './mcp/mcp-routes.ts';
export {
  type JsonSchema,
  RefusedRequest,
  type Tool,
  type ToolCall,
  type ToolRequest,
} from './mcp/tool.ts';
export {House, inMemory, itself, Link, type Neighbour} from './link/link.ts';
export {askJson, type FoundThere, otherHalfRoutes, withOtherHalf} from './link/other-half.ts';
export {SingleSignOn} from './link/single-sign-on.ts';
export type {LinkCaller} from './link/link-token.ts';
export {DiskRoom, sizeText} from './disk-room.ts';
export {giveWay} from './give-way.ts';
export {listen, listeningOn, portProblem, type Serving, stopOnSignal} from './life-cycle.ts';
export {createLog, type Log} from './log.ts';
export {metric, metricHead, metricHistogram, metricSample} from './metrics/prometheus-text.ts';
export {ServerMetrics} from './metrics/server-metrics.ts';
export {Timing} from './metrics/timing.ts';
export {
  commonOptions,
  logoutFileOf,
  passwdCommand,
  passwordFileOf,
} from './options/common-options.ts';
export {checkKafka, kafkaOf, kafkaOptions} from './options/kafka-options.ts';
export {loginOptions} from './options/login-options.ts';
export {DecisionAudit, type Who} from './policy/decision-audit.ts';
export {PolicyFile, type PolicyState} from './policy/policy-file.ts';
export {type DecisionScope, policyFileOf, policyOptions} from './options/policy-options.ts';
export {checkServerAddress, linkOptions} from './options/link-options.ts';
export {mailOptions, mailProblem, mailSettingsOf} from './options/mail-options.ts';
export {type UsageRules, usageOptions, usageRulesOf} from './options/usage-options.ts';
export {checkStoreAddress, storeAddress, storeFile} from './options/store-address.ts';
export {traceOptions} from './options/trace-options.ts';
export {openTraces} from './trace/open-traces.ts';
export {limitOptions} from './options/limit-options.ts';
export {tlsOptions, type TlsOptions} from './options/tls-options.ts';
export {openServer, type ServerInput} from './open-server.ts';
export {passwd, passwdUsage} from './passwd.ts';
export {builtPage, staticFiles} from './web/built-page.ts';
export {escapeHtml} from './web/html.ts';
export {markdownHtml} from './web/markdown.ts';
export {loginHtml, plainHtml} from './web/plain-page.ts';
