// Generated from the operations of apps/editor by `npm run docs`.

export type Schemas = {
  /** A value of a result: decimals as texts, 64-bit integers with all digits */
  Cell: string | number | boolean | null;
  /** How values of a result are drawn */
  ChartSpecification: {
    /** What it is called */
    "title"?: string | undefined;
    /** How values are drawn */
    "kind": 'bar' | 'line' | 'area' | 'timeline' | 'pie' | 'scatter' | 'pivot' | 'map';
    /** The column that values are grouped by; of a scatter chart the horizontal axis, of a pivot table its rows, of a map the country, or the latitude where there is a `longitude` */
    "x": string;
    /** Of times in `x`: as far as they agree; `auto` by their span */
    "unit"?: 'auto' | 'year' | 'quarter' | 'month' | 'week' | 'day' | 'hour' | 'minute' | undefined;
    /** The columns whose values are drawn; none where rows are counted, where a map shows places alone, and where they are not chosen yet */
    "y": string[];
    /** Those of `y` with an axis at the right; absent where their size decides */
    "right"?: string[] | undefined;
    /** What is made of the values of a group */
    "aggregate"?: 'count' | 'countDistinct' | 'sum' | 'avg' | 'min' | 'max' | 'median' | undefined;
    /** A column each value of which is a series; of a pivot table its columns */
    "series"?: string | undefined;
    /** Of a map of places: the column with their longitude */
    "longitude"?: string | undefined;
    /** Whether bars and areas stand on each other */
    "isStacked"?: boolean | undefined;
  };
  /** How far a statement is */
  Checked: {
    /** 0: it went well */
    "status": number;
    /** What is known of the statement */
    "query_status": {"status": Schemas['QueryState']; "has_result_set": boolean; "is_cancelling"?: boolean | undefined};
  };
  /** A job of a cluster */
  ClusterJob: {
    /** Its id */
    "id": string;
    /** Its name */
    "name": string;
    /** Such as MAPREDUCE or SPARK */
    "type": string;
    /** Its state, in the words of the cluster */
    "status": string;
    /** What became of it */
    "apiStatus": 'RUNNING' | 'SUCCEEDED' | 'FAILED';
    /** Whose it is */
    "user": string;
    /** How much of it is done, of 100 */
    "progress": number;
    /** Where it waits for its turn */
    "queue": string;
    /** For how long it has run, in milliseconds */
    "duration": number | null;
    /** When it was begun */
    "submitted": string | null;
    /** When it had ended */
    "finished": string | null;
    /** Whether the caller may kill it */
    "canWrite": boolean;
    /** Its page, empty where there is none */
    "url": string;
    /** What the cluster says of it */
    "diagnostics": string;
  };
  /** A job with all that the cluster tells */
  ClusterJobDetails: {
    /** Its id */
    "id": string;
    /** Its name */
    "name": string;
    /** Such as MAPREDUCE or SPARK */
    "type": string;
    /** Its state, in the words of the cluster */
    "status": string;
    /** What became of it */
    "apiStatus": 'RUNNING' | 'SUCCEEDED' | 'FAILED';
    /** Whose it is */
    "user": string;
    /** How much of it is done, of 100 */
    "progress": number;
    /** Where it waits for its turn */
    "queue": string;
    /** For how long it has run, in milliseconds */
    "duration": number | null;
    /** When it was begun */
    "submitted": string | null;
    /** When it had ended */
    "finished": string | null;
    /** Whether the caller may kill it */
    "canWrite": boolean;
    /** Its page, empty where there is none */
    "url": string;
    /** What the cluster says of it */
    "diagnostics": string;
    /** In the words of the cluster */
    "properties": {[name: string]: unknown};
  };
  /** A column */
  Column: {
    /** Its name */
    "name": string;
    /** Its type */
    "type": string;
    /** What people wrote about it */
    "comment": string;
  };
  /** What is in a column */
  ColumnSummary: {
    /** The column */
    "column": {"name": string; "type": string; "kind": 'boolean' | 'int32' | 'int64' | 'float' | 'date' | 'binary' | 'text' | 'timestamp' | 'decimal'; "isUtc"?: boolean | undefined; "precision"?: number | undefined; "scale"?: number | undefined};
    /** Rows that fit */
    "count": number;
    /** How many of them have none */
    "nulls": number;
    /** Values that are not of the type of the column */
    "unreadable": number;
    /** How many different values */
    "distinct": number;
    /** The least */
    "min": Schemas['Cell'];
    /** The greatest */
    "max": Schemas['Cell'];
    /** Of numbers: their mean */
    "mean"?: number | null | undefined;
    /** Of numbers: their standard deviation */
    "deviation"?: number | null | undefined;
    /** Of numbers: the lower one, the median, the upper one */
    "quartiles"?: (number | null)[] | undefined;
    /** The most frequent ones */
    "top": ({"value": Schemas['Cell']; "count": number})[];
    /** Of numbers and times: how the values are distributed */
    "histogram"?: {"low": number | null; "high": number | null; "isTime"?: boolean | undefined; "counts": number[]} | undefined;
    /** Rows that were asked */
    "rowCount": number;
    /** Whether these are all; of more than 10,000,000 the first are asked */
    "isWhole": boolean;
  };
  /** What a user wrote about a document or a shared result */
  Comment: {
    /** Its id */
    "uuid": string;
    /** Who wrote it */
    "author": string;
    /** What it says, as plain text */
    "text": string;
    /** When it was written, in milliseconds since 1970 */
    "writtenAt": number;
    /** Whether the caller may delete it */
    "isDeletable": boolean;
  };
  /** What is not the same in two results */
  ComparedRows: {
    /** Those of this result */
    "columns": Schemas['ResultColumn'][];
    /** Columns that the earlier one has not */
    "onlyNow": string[];
    /** Columns that this one has not */
    "onlyBefore": string[];
    /** Places of the columns that rows were found again by */
    "keys": number[];
    /** Rows of both with other cells */
    "changed": number;
    /** Rows of this result alone */
    "added": number;
    /** Rows of the earlier result alone */
    "removed": number;
    /** Rows that are the same in both */
    "same": number;
    /** Keys that several rows of a result have */
    "repeated": number;
    /** Place of the first row */
    "from": number;
    /** Rows of the kind that was asked for */
    "total": number;
    /** In the order of the results */
    "rows": ({"change": 'changed' | 'added' | 'removed'; "cells": Schemas['Cell'][]; "changed": number[]; "before"?: Schemas['Cell'][] | undefined})[];
  };
  /** What the editor has to offer */
  Config: {
    /** 0: it went well */
    "status": number;
    /** Settings by application */
    "app_config": {"editor": {"name": string; "displayName": string; "buttonName": string; "interpreter_names": string[]; "page": string; "interpreters": Schemas['Engine'][]; "default_sql_interpreter": string; "default_limit"?: number | undefined; "download_formats": ({"format": string; "label": string; "note"?: string | undefined})[]}; "catalogs": ({"name": string; "displayName": string; "type": string; "id": string; "dialect": string; "is_sql": boolean; "is_catalog": boolean})[]; "browser": {"name": string; "displayName": string; "buttonName": string; "interpreters": ({"type": string; "displayName": string; "page": string; "buttonName": string; "tooltip": string})[]; "interpreter_names": string[]}; "home": {[name: string]: unknown}; "dashboard": {[name: string]: unknown} | null; "scheduler": {[name: string]: unknown} | null; "sdkapps": {[name: string]: unknown} | null};
    /** The engine that is offered first */
    "default_sql_interpreter": string;
    /** The engine that is offered first */
    "main_button_action": unknown;
    /** The editor, with its engines */
    "button_actions": unknown[];
    /** Always direct */
    "cluster_type": string;
    /** Always false */
    "has_computes": boolean;
    /** Always one */
    "clusters": ({[name: string]: unknown})[];
    /** What the server allows */
    "hue_config": {"enable_sharing": boolean; "enable_link_sharing": boolean; "is_admin": boolean; "is_yarn_enabled": boolean; "enable_download": boolean};
    /** Version of the editor */
    "hue_version": string;
    /** What can be done with files */
    "storage_browser": {"enable_chunked_file_upload": boolean; "enable_file_download_button": boolean; "file_upload_chunk_size": number; "max_file_editor_size": number};
    /** What can be imported */
    "importer": {"is_enabled": boolean};
    /** What can be saved */
    "documents": {"types": string[]};
  };
  /** Tiles on a grid */
  Dashboard: {
    /** The tiles */
    "tiles": Schemas['DashboardTile'][];
    /** Variables that are more than a text, or have a value of their own */
    "filters": Schemas['DashboardFilter'][];
  };
  /** A dashboard, and what the caller may do with it */
  DashboardDocument: {
    /** Its id */
    "uuid": string;
    /** Whose it is: who owns the folder owns what is in it */
    "owner": string;
    /** A saved query, a dashboard, a notebook, or a folder of some */
    "kind": 'query' | 'folder' | 'dashboard' | 'notebook';
    /** Its name */
    "name": string;
    /** What it is for */
    "description": string;
    /** Id of its folder; absent at the top */
    "folder"?: string | undefined;
    /** Counts the savings */
    "version": number;
    /** When it was made, in milliseconds since 1970 */
    "createdAt": number;
    /** When it was last saved, in milliseconds since 1970 */
    "changedAt": number;
    /** Who saved it last */
    "changedBy": string;
    /** When it was thrown away, in milliseconds since 1970 */
    "trashedAt"?: number | undefined;
    /** Its tiles */
    "dashboard": Schemas['Dashboard'];
    /** What the caller may do with it */
    "permission": 'read' | 'write' | 'owner';
    /** How many comments it has */
    "commentCount": number;
    /** The folders above it, the uppermost first, as far as the caller may see them */
    "path": ({"uuid": string; "name": string})[];
  };
  /** How a variable is asked for */
  DashboardFilter: {
    /** Name of the variable */
    "name": string;
    /** What is asked for */
    "kind"?: 'text' | 'number' | 'date' | undefined;
    /** What the field is called; the name where it is empty */
    "label"?: string | undefined;
    /** What it is where nothing else is chosen */
    "value"?: string | undefined;
  };
  /** A saved query of a dashboard */
  DashboardQuery: {
    /** Its id */
    "document": string;
    /** Its name */
    "name": string;
    /** Where it is run */
    "engine": string;
    /** What pages keep with it: its charts */
    "state": {"charts"?: Schemas['ChartSpecification'][] | undefined; [name: string]: unknown};
    /** Its variables */
    "variables": Schemas['DashboardVariable'][];
  };
  /** What the caller ran last for a query of a dashboard */
  DashboardResult: {
    /** Id of the query */
    "document": string;
    /** Id of the statement, and of its result; absent where it was never run */
    "statement"?: string | undefined;
    "state"?: Schemas['QueryState'] | undefined;
    /** When it was asked for, in milliseconds since 1970 */
    "askedAt"?: number | undefined;
    /** When it had ended, in milliseconds since 1970 */
    "finishedAt"?: number | undefined;
    /** Why there is no result */
    "message"?: string | undefined;
    /** Whether its rows are there */
    "isKept": boolean;
  };
  /** A part of a dashboard */
  DashboardTile: {
    /** Its name in the dashboard */
    "id": string;
    /** A chart of a saved query, its first rows, one value of it, or a text */
    "kind": 'chart' | 'table' | 'number' | 'text';
    /** Its title; where it is empty, the name of the chart or of the query */
    "title"?: string | undefined;
    /** Column of the grid where it begins, from 0 */
    "x": number;
    /** Row of the grid where it begins, from 0 */
    "y": number;
    /** How many of the 12 columns it takes */
    "w": number;
    /** How many rows of the grid it takes */
    "h": number;
    /** Id of the saved query; of a text none */
    "document"?: string | undefined;
    /** Which of the charts of the query, from 0 */
    "chart"?: number | undefined;
    /** Of one value: its column; the first one without a name */
    "column"?: string | undefined;
    /** Of a table: how many rows */
    "rows"?: number | undefined;
    /** Of a text: what it says, in Markdown */
    "text"?: string | undefined;
  };
  /** A variable of a query */
  DashboardVariable: {
    /** Its name */
    "name": string;
    /** What it is where nothing is chosen; null without one */
    "fallback": string | null;
    /** What may be chosen; nothing where it is free */
    "choices": ({"value": string; "label": string})[];
  };
  /** What is known of a table, a database or a column */
  Description: {
    /** 0: it went well */
    "status": number;
    /** Of the table */
    "name"?: string | undefined;
    /** Columns that the table is divided by */
    "partition_keys"?: Schemas['Column'][] | undefined;
    /** Always empty */
    "primary_keys"?: unknown[] | undefined;
    /** The other columns */
    "cols"?: Schemas['Column'][] | undefined;
    /** Where its files are */
    "path_location"?: string | undefined;
    /** The same, without the file system */
    "hdfs_link"?: string | undefined;
    /** What people wrote about it */
    "comment"?: string | undefined;
    /** Whether it is a view */
    "is_view"?: boolean | undefined;
    /** What the server tells of it */
    "properties"?: ({"col_name": string; "data_type": string; "comment": string | null})[] | undefined;
    /** The same, by name */
    "details"?: {"properties": {[name: string]: string}; "stats": {[name: string]: string}} | undefined;
    /** Its table properties; of a column its figures, an object with one member for each */
    "stats"?: ({[name: string]: string})[] | undefined;
    /** Of the database */
    "db_name"?: string | undefined;
    /** Where its files are */
    "location"?: string | undefined;
    /** Whose it is */
    "owner_name"?: string | undefined;
    /** User or role */
    "owner_type"?: string | undefined;
    /** Its properties */
    "parameters"?: string | undefined;
    /** Always empty */
    "message"?: string | undefined;
  };
  /** Why a connection could not be made */
  Diagnosis: {
    /** Host and port, or the address, of the server */
    "contacted": string;
    /** The service that Kerberos was asked for */
    "principal"?: string | undefined;
    /** What failed */
    "failure": string;
    /** What was looked at */
    "findings": Schemas['Finding'][];
    /** What to try, the likeliest first */
    "advice": string[];
  };
  /** A line of a text, and whether it changed */
  DiffLine: {
    /** What became of it */
    "kind": 'same' | 'removed' | 'added';
    /** The line */
    "text": string;
    /** Its number before */
    "from"?: number | undefined;
    /** Its number after */
    "to"?: number | undefined;
  };
  /** A document in a list */
  DocumentHead: {
    /** Its id */
    "uuid": string;
    /** Whose it is: who owns the folder owns what is in it */
    "owner": string;
    /** A saved query, a dashboard, a notebook, or a folder of some */
    "kind": 'query' | 'folder' | 'dashboard' | 'notebook';
    /** Its name */
    "name": string;
    /** What it is for */
    "description": string;
    /** Id of its folder; absent at the top */
    "folder"?: string | undefined;
    /** Counts the savings */
    "version": number;
    /** When it was made, in milliseconds since 1970 */
    "createdAt": number;
    /** When it was last saved, in milliseconds since 1970 */
    "changedAt": number;
    /** Who saved it last */
    "changedBy": string;
    /** When it was thrown away, in milliseconds since 1970 */
    "trashedAt"?: number | undefined;
    /** What the caller may do with it */
    "permission": 'read' | 'write' | 'owner';
  };
  /** A saving of a document */
  DocumentVersion: {
    /** Its number */
    "version": number;
    /** The name of then */
    "name": string;
    /** The description of then */
    "description": string;
    /** When it was saved, in milliseconds since 1970 */
    "savedAt": number;
    /** Who saved it */
    "savedBy": string;
    /** Why */
    "comment": string;
  };
  /** A SQL server that statements can be run on */
  Engine: {
    /** As pages show it */
    "name": string;
    /** Its name in calls */
    "type": string;
    /** The same */
    "id": string;
    /** As pages show it */
    "displayName": string;
    /** Always Query */
    "buttonName": string;
    /** What pages say of it */
    "tooltip": string;
    /** Where statements are written for it */
    "page": string;
    /** Always true */
    "is_sql": boolean;
    /** Always false */
    "is_batchable": boolean;
    /** Its SQL */
    "dialect": string;
    /** Always empty */
    "dialect_properties": {[name: string]: unknown};
    /** What the engine can do */
    "features": {"cancel": boolean; "logs": boolean; "resume": boolean; "bindsNames"?: 'started' | 'ended' | undefined; "holdsRows"?: boolean | undefined; "preparations"?: boolean | undefined; "importFormats": string[]; "tableStatements": string[]};
  };
  /** A statement that was sent */
  Executed: {
    /** 0: it went well */
    "status": number;
    /** The statement */
    "handle": Schemas['StatementHandle'];
    /** Its number in the history */
    "history_id": number;
    /** Its id, which later calls send as `operationId` */
    "history_uuid": string;
  };
  /** What failed; which members there are depends on what was asked for */
  Failure: {
    /** What failed, and why */
    "message"?: string | undefined;
    /** Such as GAZETTEER-409-00-003, where a name is taken */
    "errorCode"?: string | undefined;
    /** Of an answer of status 200: what failed, as a number other than 0 */
    "status"?: number | undefined;
    /** 500 where completion failed, 403 where the caller may not do that */
    "code"?: number | undefined;
    /** The message, where completion failed */
    "error"?: string | undefined;
    /** Error, where a page is to show it as it is */
    "title"?: string | undefined;
    /** In place of the message where no user is logged in or the token of the session is missing */
    "detail"?: string | null | undefined;
    /** Always empty */
    "traceback"?: string[] | undefined;
    /** False where a page is to show it as it is */
    "is_embeddable"?: boolean | undefined;
    /** Of the SQL server */
    "sql_state"?: string | undefined;
    /** Of the SQL server */
    "error_code"?: number | undefined;
    /** Why a connection could not be made */
    "diagnosis"?: Schemas['Diagnosis'] | undefined;
    /** What would help */
    "help"?: {"setting"?: {"name": string; "value": string} | undefined} | undefined;
    /** Of the statement that failed */
    "query_status"?: {"status": Schemas['QueryState']; "has_result_set"?: boolean | undefined; "is_cancelling"?: boolean | undefined} | undefined;
    /** Of the statement that failed: its number */
    "history_id"?: number | undefined;
    /** Of the statement that failed: its id */
    "history_uuid"?: string | undefined;
    /** Id of the document that has the name */
    "uuid"?: string | undefined;
    /** Of a document that was saved meanwhile: as it is */
    "document"?: Schemas['SavedDocument'] | undefined;
    /** Of a tab that was saved meanwhile: as it is, null where there is none */
    "tab"?: Schemas['Tab'] | null | undefined;
  };
  /** Rows of a result */
  Fetched: {
    /** 0: it went well */
    "status": number;
    /** The rows and their columns */
    "result": {"has_more": boolean; "type": string; "meta": Schemas['Column'][]; "data": Schemas['Cell'][][]; "isEscaped": boolean};
  };
  /** A file on its way into a table */
  FileLoad: {
    /** Its id */
    "uuid": string;
    /** The engine that gets the table */
    "engine": string;
    /** Where the table is */
    "database": string;
    /** Its name */
    "table": string;
    /** When it began, in milliseconds since 1970 */
    "startedAt": number;
    /** reading: the rows are written as Parquet; sending: that is copied to HDFS; running: the engine makes the table */
    "phase": 'reading' | 'sending' | 'running' | 'finished' | 'failed' | 'canceled';
    /** Rows of the table, once they are counted */
    "rows"?: number | undefined;
    /** Bytes that are in HDFS */
    "sentBytes": number;
    /** Bytes that there will be; 0 until that is known */
    "totalBytes": number;
    /** Id of the statement that runs, or ran last */
    "statement"?: string | undefined;
    /** How far that is, where the engine tells */
    "percent"?: number | undefined;
    /** Why it failed */
    "message"?: string | undefined;
    /** A table, or a folder of HDFS, that could not be removed */
    "leftOver"?: string | undefined;
  };
  /** What was looked at when a connection could not be made */
  Finding: {
    /** What was looked at */
    "check": 'principal' | 'ticket' | 'clock' | 'dns';
    /** Absent where it could not be found out */
    "isFine"?: boolean | undefined;
    /** What was found */
    "text": string;
  };
  /** A saving of a document with its content */
  FullVersion: {
    /** Its number */
    "version": number;
    /** The name of then */
    "name": string;
    /** The description of then */
    "description": string;
    /** When it was saved, in milliseconds since 1970 */
    "savedAt": number;
    /** Who saved it */
    "savedBy": string;
    /** Why */
    "comment": string;
    /** Of a query */
    "content"?: Schemas['QueryContent'] | undefined;
    /** Of a dashboard */
    "dashboard"?: Schemas['Dashboard'] | undefined;
    /** Of a notebook */
    "notebook"?: Schemas['Notebook'] | undefined;
  };
  /** Whom a document is shared with */
  Grant: {
    /** A user, a group, or everybody who is logged in and has the address */
    "kind": 'user' | 'group' | 'link';
    /** Of the user or the group; empty for a link */
    "name": string;
    /** What they may do */
    "permission": 'read' | 'write';
  };
  /** Whom a document is shared with */
  Grants: {
    /** Of the document itself */
    "grants": Schemas['Grant'][];
    /** Of folders above it */
    "inherited": Schemas['InheritedGrant'][];
  };
  /** Groups of rows */
  GroupedRows: {
    /** First those that groups are made by, then the values */
    "columns": ({"name"?: string | undefined; "unit"?: string | undefined; "left"?: number | undefined; "aggregate"?: string | undefined; "type": string})[];
    /** Cells of each row */
    "rows": Schemas['Cell'][][];
    /** Whether there are more groups */
    "isTruncated": boolean;
    /** Rows that were asked */
    "rowCount": number;
    /** Whether these are all; of more than 10,000,000 the first are asked */
    "isWhole": boolean;
  };
  /** A statement that a server knows, or whose rows are here */
  HeldQuery: {
    /** Its id */
    "uuid": string;
    /** Who runs it */
    "user": string;
    /** Where */
    "engine": string;
    /** The database that names are looked up in */
    "database": string;
    /** Its text */
    "statement": string;
    /** How far it is */
    "state": Schemas['QueryState'];
    /** Whether it has rows */
    "hasResultSet": boolean;
    /** How much of it is done, where the server tells */
    "percent"?: number | undefined;
    /** When it was run, in milliseconds since 1970 */
    "submittedAt": number;
    /** When somebody last asked for it, in milliseconds since 1970 */
    "usedAt": number;
    /** The session that it holds, if any */
    "sessionId"?: string | undefined;
    /** Rows that were fetched so far */
    "rowCount": number;
  };
  /** A session on a server, and what holds it */
  HeldSession: {
    /** Its id */
    "id": string;
    /** Whose it is */
    "user": string;
    /** The engine */
    "engineId": string;
    /** Its server */
    "endpoint": string;
    /** The service that Kerberos was asked for */
    "principal"?: string | undefined;
    /** The server's name of it; absent while it is being opened */
    "guid"?: string | undefined;
    /** What becomes of it */
    "state": 'opening' | 'idle' | 'in use' | 'lost';
    /** How many use it */
    "leases": number;
    /** When it was opened, in milliseconds since 1970 */
    "openedAt": number;
    /** When it was last used, in milliseconds since 1970 */
    "usedAt": number;
    /** Statements that hold it */
    "queries": Schemas['HeldQuery'][];
  };
  /** A statement that somebody ran */
  HistoryEntry: {
    /** Its number: later ones have higher ones */
    "id": number;
    /** Its id */
    "uuid": string;
    /** Where it was run */
    "engine": string;
    /** The database that names were looked up in */
    "database": string;
    /** Its text */
    "statement": string;
    /** How far it is */
    "state": Schemas['QueryState'];
    /** Whether it has rows */
    "hasResultSet": boolean;
    /** Why it failed */
    "message"?: string | undefined;
    /** When it was run, in milliseconds since 1970 */
    "submittedAt": number;
    /** When it had ended, in milliseconds since 1970 */
    "finishedAt"?: number | undefined;
  };
  /** A document, as clients of Hue know it */
  HueDocument: {
    /** Whose it is */
    "owner": string;
    /** Its name */
    "name": string;
    /** Folders and name, from the top of its owner */
    "path": string;
    /** What it is for */
    "description": string;
    /** Its id */
    "uuid": string;
    /** Its number, made of its id */
    "id": number;
    /** The same */
    "doc1_id": number;
    /** Id of its folder */
    "parent_uuid": string | null;
    /** `directory`, `dashboard`, `notebook`, `gist`, or `query-` with the engine */
    "type": string;
    /** Who can use it */
    "perms": {"read": {"users": ({"id": number; "username": string})[]; "groups": ({"id": number; "name": string})[]}; "write": {"users": ({"id": number; "username": string})[]; "groups": ({"id": number; "name": string})[]}; "link_sharing_on": boolean; "link_read": boolean; "link_write": boolean};
    /** When it was last saved, ISO 8601 */
    "last_modified": string;
    /** The same in seconds since 1970 */
    "last_modified_ts": number;
    /** Always false */
    "is_managed": boolean;
    /** Always false: of the page */
    "isSelected": boolean;
    /** Its page */
    "absoluteUrl": string;
  };
  /** What an import came to */
  Imported: {
    /** How many queries were made */
    "queries": number;
    /** How many folders were made */
    "folders": number;
    /** Documents of an export that are no queries */
    "passedOver": number;
  };
  /** Whom a folder is shared with */
  InheritedGrant: {
    /** A user, a group, or everybody who is logged in and has the address */
    "kind": 'user' | 'group' | 'link';
    /** Of the user or the group; empty for a link */
    "name": string;
    /** What they may do */
    "permission": 'read' | 'write';
    /** Id of the folder */
    "folder": string;
  };
  /** What the job browser has to offer */
  JobInterfaces: {
    /** Kinds of jobs that are configured */
    "interfaces": string[];
    /** How many a list asks a cluster for */
    "maxJobs": number;
    /** Whether killing is switched on */
    "mayKill": boolean;
    /** Whether the caller sees and kills those of everybody */
    "isAdmin": boolean;
  };
  /** What was killed */
  Killed: {
    /** 0, or -1 where something did not work */
    "status": number;
    /** What was asked for */
    "operation": {"action": string};
    /** Ids of those that were killed */
    "kills": string[];
    /** The same in words, or what did not work */
    "message": string;
  };
  /** What the catalog knows of a table */
  KnownAsset: {
    /** Its GUID there */
    "guid": string;
    /** What it is */
    "description"?: string | undefined;
    /** Who is responsible for it */
    "owners": string[];
    /** Its classifications */
    "classifications": string[];
    /** Its terms */
    "terms": string[];
    /** Certified, Draft, Deprecated or another one */
    "certification"?: string | undefined;
    /** What its users have to know now */
    "announcement"?: string | undefined;
    /** How the checks of its contents ended last */
    "checks"?: {"state": string; "passed": number; "failed": number; "errors": number} | undefined;
    /** Where it is not to be used any more */
    "deprecation"?: {"reason": string; "successor"?: string | undefined} | undefined;
    /** Columns that there is something to say of */
    "columns"?: ({"name": string; "description"?: string | undefined; "classifications": string[]; "terms": string[]})[] | undefined;
  };
  /** A tab in a list: with its content or, if that was asked for, with its title alone */
  ListedTab: {
    /** Its id, made by the page */
    "uuid": string;
    /** Counts the savings */
    "revision": number;
    /** When it was last saved, in milliseconds since 1970 */
    "changedAt": number;
    /** When it was closed, in milliseconds since 1970 */
    "closedAt"?: number | undefined;
    /** What the page keeps of it */
    "content"?: {[name: string]: unknown} | undefined;
    /** Its title */
    "title"?: string | undefined;
  };
  /** What a server says about a statement */
  Logs: {
    /** 0: it went well */
    "status": number;
    /** Lines of its log */
    "logs": string;
    /** How much of the statement is done, of 100 */
    "progress": number;
    /** Jobs that it has begun */
    "jobs": Schemas['StatementJob'][];
    /** The number of the first line here, later than `from` where those between are not kept */
    "first_line": number;
    /** How many lines there were so far: the next `from` */
    "line_count": number;
    /** Whether to ask again: the statement runs, its engine still writes, or `size` left lines out */
    "has_more": boolean;
    /** Always false */
    "isFullLogs": boolean;
  };
  /** A document as it is here */
  MigratedDocument: {
    /** Its id */
    "uuid": string;
    /** Whose it is */
    "owner": string;
    /** What it is */
    "kind": 'query' | 'folder' | 'dashboard' | 'notebook';
    /** Its name */
    "name": string;
    /** What it is for */
    "description": string;
    /** Id of its folder; empty at the top */
    "folder": string;
    /** Counts the savings */
    "version": number;
    /** When it was made, in milliseconds since 1970 */
    "createdAt": number;
    /** When it was last saved, in milliseconds since 1970 */
    "changedAt": number;
    /** Who saved it last */
    "changedBy": string;
    /** When it was thrown away, in milliseconds since 1970 */
    "trashedAt"?: number | undefined;
    /** Whom it is shared with */
    "grants": Schemas['Grant'][];
    /** Of a query */
    "content"?: Schemas['QueryContent'] | undefined;
    /** Of a dashboard */
    "dashboard"?: Schemas['Dashboard'] | undefined;
    /** Of a notebook */
    "notebook"?: Schemas['Notebook'] | undefined;
  };
  /** A statement as it is here */
  MigratedStatement: {
    /** Its id */
    "uuid": string;
    /** Who ran it */
    "userName": string;
    /** Where it was run */
    "engine": string;
    /** The database that names were looked up in */
    "database": string;
    /** The statement */
    "text": string;
    /** How far it is */
    "state": string;
    /** When it was run, in milliseconds since 1970 */
    "submittedAt": number;
  };
  /** What became of a document */
  MigrationOutcome: {
    /** Its id */
    "uuid": string;
    /** What became of it; `kept` is what was changed here since */
    "outcome": 'created' | 'changed' | 'unchanged' | 'kept' | 'refused';
    /** Why it was kept or refused; empty otherwise */
    "reason": string;
  };
  /** A document without its content */
  MovedDocument: {
    /** Its id */
    "uuid": string;
    /** Whose it is: who owns the folder owns what is in it */
    "owner": string;
    /** A saved query, a dashboard, a notebook, or a folder of some */
    "kind": 'query' | 'folder' | 'dashboard' | 'notebook';
    /** Its name */
    "name": string;
    /** What it is for */
    "description": string;
    /** Id of its folder; absent at the top */
    "folder"?: string | undefined;
    /** Counts the savings */
    "version": number;
    /** When it was made, in milliseconds since 1970 */
    "createdAt": number;
    /** When it was last saved, in milliseconds since 1970 */
    "changedAt": number;
    /** Who saved it last */
    "changedBy": string;
    /** When it was thrown away, in milliseconds since 1970 */
    "trashedAt"?: number | undefined;
  };
  /** What there is at a place; which members there are depends on what was asked for */
  Names: {
    /** Always 0; what failed has `code` 500 */
    "status": number;
    /** Of the engine */
    "databases"?: string[] | undefined;
    /** Of the database */
    "tables_meta"?: Schemas['TableName'][] | undefined;
    /** How many tables there are with that filter */
    "total"?: number | undefined;
    /** Names of the columns of the table */
    "columns"?: string[] | undefined;
    /** The columns, those of partitions among them */
    "extended_columns"?: Schemas['Column'][] | undefined;
    /** Columns that the table is divided by */
    "partition_keys"?: ({"name": string; "type": string})[] | undefined;
    /** Always empty */
    "primary_keys"?: unknown[] | undefined;
    /** Always empty */
    "foreign_keys"?: unknown[] | undefined;
    /** Whether it is a view */
    "is_view"?: boolean | undefined;
    /** Where its files are, empty where that is not told */
    "hdfs_link"?: string | undefined;
    /** What people wrote about it */
    "comment"?: string | undefined;
    /** Whether rows can be changed */
    "support_updates"?: boolean | undefined;
    /** Of the column, or of the part of it */
    "name"?: string | undefined;
    /** Its type */
    "type"?: string | undefined;
    /** Parts of a struct, as trees of types */
    "fields"?: unknown[] | undefined;
    /** Type of the elements of a list */
    "item"?: unknown | undefined;
    /** Type of the keys of a map */
    "key"?: unknown | undefined;
    /** Type of the values of a map */
    "value"?: unknown | undefined;
    /** Of the engine */
    "functions"?: ({"name": string})[] | undefined;
    /** The function that was asked for */
    "function"?: {"name": string; "signature": string; "description": string} | undefined;
    /** 500 where it failed */
    "code"?: number | undefined;
    /** Why it failed */
    "message"?: string | undefined;
    /** The same */
    "error"?: string | undefined;
    /** Why a connection could not be made */
    "diagnosis"?: Schemas['Diagnosis'] | undefined;
    /** Of the server, where it failed */
    "sql_state"?: string | undefined;
    /** Of the server, where it failed */
    "error_code"?: number | undefined;
  };
  /** A token for a script, with the token itself */
  NewToken: {
    /** Its id */
    "uuid": string;
    /** What it is for */
    "name": string;
    /** What it allows: `all` that its user may do */
    "scope": string;
    /** When it was made, in milliseconds since 1970 */
    "createdAt": number;
    /** When it ends; absent for one without an end, in milliseconds since 1970 */
    "expiresAt"?: number | undefined;
    /** When it was last used, to the hour, in milliseconds since 1970 */
    "usedAt"?: number | undefined;
    /** The token */
    "token": string;
  };
  /** Texts and statements, one below another */
  Notebook: {
    /** Where statements are run */
    "engine": string;
    /** The database that names are looked up in */
    "database": string;
    /** Values for `${name}` in the statements, by name */
    "variables": {[name: string]: string};
    /** The cells */
    "cells": Schemas['NotebookCell'][];
  };
  /** A text, or a statement */
  NotebookCell: {
    /** Its name in the notebook */
    "id": string;
    /** A text in Markdown, or a statement */
    "kind": 'text' | 'sql';
    /** What it says */
    "text"?: string | undefined;
    /** How the result of a statement is shown */
    "view"?: 'table' | 'chart' | undefined;
    /** Whether the result is left out of sight */
    "isFolded"?: boolean | undefined;
    /** The page's own: its charts, of which the first is shown */
    "state"?: {"charts"?: Schemas['ChartSpecification'][] | undefined; [name: string]: unknown} | undefined;
  };
  /** What the caller ran last in a cell */
  NotebookResult: {
    /** Id of the cell */
    "cell": string;
    /** Id of the statement, and of its result; absent where it was never run */
    "statement"?: string | undefined;
    "state"?: Schemas['QueryState'] | undefined;
    /** When it was asked for, in milliseconds since 1970 */
    "askedAt"?: number | undefined;
    /** When it had ended, in milliseconds since 1970 */
    "finishedAt"?: number | undefined;
    /** Why there is no result */
    "message"?: string | undefined;
    /** Whether its rows are there */
    "isKept": boolean;
    /** Whether what was run has rows, kept or not */
    "hasResultSet": boolean;
    /** Whether the cell would run the same now, with the values that are given */
    "isCurrent": boolean;
  };
  /** Something that a schedule tells its owner */
  Notice: {
    /** Its id */
    "uuid": string;
    /** Id of the schedule */
    "schedule": string;
    /** What happened */
    "title": string;
    /** More about it */
    "text": string;
    /** When that was, in milliseconds since 1970 */
    "writtenAt": number;
    /** Whether the owner has read it */
    "isRead": boolean;
  };
  /** A dashboard with its queries */
  OpenedDashboard: {
    /** The dashboard */
    "document": Schemas['DashboardDocument'];
    /** Those that the caller may read */
    "queries": Schemas['DashboardQuery'][];
  };
  /** A document, and what the caller may do with it */
  OpenedDocument: {
    /** Its id */
    "uuid": string;
    /** Whose it is: who owns the folder owns what is in it */
    "owner": string;
    /** A saved query, a dashboard, a notebook, or a folder of some */
    "kind": 'query' | 'folder' | 'dashboard' | 'notebook';
    /** Its name */
    "name": string;
    /** What it is for */
    "description": string;
    /** Id of its folder; absent at the top */
    "folder"?: string | undefined;
    /** Counts the savings */
    "version": number;
    /** When it was made, in milliseconds since 1970 */
    "createdAt": number;
    /** When it was last saved, in milliseconds since 1970 */
    "changedAt": number;
    /** Who saved it last */
    "changedBy": string;
    /** When it was thrown away, in milliseconds since 1970 */
    "trashedAt"?: number | undefined;
    /** Of a query */
    "content"?: Schemas['QueryContent'] | undefined;
    /** Of a dashboard */
    "dashboard"?: Schemas['Dashboard'] | undefined;
    /** Of a notebook */
    "notebook"?: Schemas['Notebook'] | undefined;
    /** What the caller may do with it */
    "permission": 'read' | 'write' | 'owner';
    /** How many comments it has */
    "commentCount": number;
    /** The folders above it, the uppermost first, as far as the caller may see them */
    "path": ({"uuid": string; "name": string})[];
  };
  /** A document with its neighbours */
  OpenedHueDocument: {
    /** 0: it went well */
    "status": number;
    /** What was asked for */
    "document": Schemas['HueDocument'];
    /** Its folder; null for the top */
    "parent": Schemas['HueDocument'] | null;
    /** What is in a folder */
    "children": Schemas['HueDocument'][];
    /** Always empty */
    "dependencies": Schemas['HueDocument'][];
    /** Always empty */
    "dependents": Schemas['HueDocument'][];
    /** With `data=true` the notebook; an empty text otherwise */
    "data": unknown;
    /** What the caller can do with it */
    "user_perms": {"can_read": boolean; "can_write": boolean};
    /** How many there are */
    "count"?: number | undefined;
    /** Which of the pages this is, from 1 */
    "page"?: number | undefined;
    /** How many are on a page; 0 for all */
    "limit"?: number | undefined;
    /** What was asked for */
    "types"?: string[] | undefined;
    /** What was asked for */
    "text"?: string | null | undefined;
    /** What was asked for */
    "sort"?: string | undefined;
  };
  /** A session that was opened */
  OpenedSession: {
    /** 0: it went well */
    "status": number;
    /** The session */
    "session": {"type": string; "id": number; "session_id": string; "properties": ({"key": string; "nice_name": string; "type": string; "help_text": string; "multiple": boolean; "defaultValue": unknown[]; "options": unknown[]; "value": unknown})[]; "configuration": {[name: string]: string}; "reuse_session": boolean};
  };
  /** A result that somebody shares, and the statement */
  OpenedShare: {
    /** Its id */
    "uuid": string;
    /** Whose it is */
    "owner": string;
    /** Whether it is theirs */
    "isOwner": boolean;
    /** What it is called */
    "title": string;
    /** The page's own: table or charts, what is searched for, the order */
    "view": {"charts"?: Schemas['ChartSpecification'][] | undefined; [name: string]: unknown};
    /** When it was shared, in milliseconds since 1970 */
    "createdAt": number;
    /** Where it was run */
    "engine": string;
    /** The database that names were looked up in */
    "database": string;
    /** What was run */
    "statement": string;
    /** When it had ended, in milliseconds since 1970 */
    "finishedAt"?: number | undefined;
    /** How many comments it has */
    "commentCount": number;
    /** For how long rows are kept that nobody reads, in milliseconds */
    "keptMs": number;
  };
  /** A snapshot of the caller, with its links */
  OwnSnapshot: {
    /** Its id; its page is /snapshots/{uuid} */
    "uuid": string;
    /** Id of the dashboard */
    "document": string;
    /** Who took it */
    "owner": string;
    /** Whether that is the caller */
    "isOwner": boolean;
    /** Its name */
    "name": string;
    /** What it shows */
    "description": string;
    /** Only its owner, or all users who can open the dashboard */
    "audience": 'owner' | 'dashboard';
    /** Whether name, description and picture are shown without a login */
    "hasPreview": boolean;
    /** What it takes of the space of its owner */
    "bytes": number;
    /** When it was taken, in milliseconds since 1970 */
    "takenAt": number;
    /** Links that show it without a login, the last first */
    "links": Schemas['SnapshotLink'][];
  };
  /** The partitions of a table */
  Partitions: {
    /** 0: it went well */
    "status": number;
    /** Columns that the table is divided by */
    "partition_keys": ({"name": string})[];
    /** The values of each; null where a key has none */
    "partitions": ((string | null)[])[];
    /** Whether there are more than are listed */
    "is_cut": boolean;
  };
  /** Who there is to share with */
  People: {
    /** The caller */
    "me": {"name": string; "groups": string[]};
    /** Names of users */
    "users": string[];
    /** Names of groups */
    "groups": string[];
  };
  /** A place in a text, counted from 0 */
  Position: {
    /** Line */
    "row": number;
    /** Character of the line */
    "column": number;
  };
  /** Rows of a result that fit */
  QueriedRows: {
    /** Place of the first among those that fit */
    "from": number;
    /** Cells of each row */
    "rows": Schemas['Cell'][][];
    /** Their places in the result */
    "numbers": number[];
    /** How many fit */
    "total": number;
    /** Rows that were asked */
    "rowCount": number;
    /** Whether these are all; of more than 10,000,000 the first are asked */
    "isWhole": boolean;
  };
  /** What a saved query holds */
  QueryContent: {
    /** Where it is run */
    "engine": string;
    /** The database that names are looked up in */
    "database": string;
    /** The statements */
    "text": string;
    /** The page's own: variables, properties of the session, its charts */
    "state": {"charts"?: Schemas['ChartSpecification'][] | undefined; [name: string]: unknown};
  };
  /** How far a statement is; `sending` until the server has taken it */
  QueryState: 'sending' | 'waiting' | 'starting' | 'running' | 'available' | 'failed' | 'expired' | 'canceled';
  /** A statement with the log of its server */
  QueryWithLog: {
    /** Its id */
    "uuid": string;
    /** Who runs it */
    "user": string;
    /** Where */
    "engine": string;
    /** The database that names are looked up in */
    "database": string;
    /** Its text */
    "statement": string;
    /** How far it is */
    "state": Schemas['QueryState'];
    /** Whether it has rows */
    "hasResultSet": boolean;
    /** How much of it is done, where the server tells */
    "percent"?: number | undefined;
    /** When it was run, in milliseconds since 1970 */
    "submittedAt": number;
    /** When somebody last asked for it, in milliseconds since 1970 */
    "usedAt": number;
    /** The session that it holds, if any */
    "sessionId"?: string | undefined;
    /** Rows that were fetched so far */
    "rowCount": number;
    /** Lines of the log */
    "log": string[];
  };
  /** A column of a result */
  ResultColumn: {
    /** Its name */
    "name": string;
    /** Its type */
    "type": string;
    /** What people wrote about it */
    "comment": string;
    /** What its values are */
    "kind": 'boolean' | 'int32' | 'int64' | 'float' | 'date' | 'binary' | 'text' | 'timestamp' | 'decimal';
    /** Of timestamps: moments, else the reading of a clock */
    "isUtc"?: boolean | undefined;
    /** Of decimals: how many digits */
    "precision"?: number | undefined;
    /** Of decimals: how many of them behind the point */
    "scale"?: number | undefined;
  };
  /** What is known of a result */
  ResultFacts: {
    /** As it was asked for */
    "uuid": string;
    /** The columns */
    "columns": Schemas['ResultColumn'][];
    /** Rows that were fetched so far */
    "rowCount": number;
    /** Whether these are all */
    "isComplete": boolean;
    /** Whether downloads are switched on */
    "mayDownload": boolean;
    /** Rows of a download at most; absent where it has all */
    "maxDownloadRows"?: number | undefined;
    /** Whether others look at it */
    "isShared": boolean;
  };
  /** Rows of a result */
  ResultRows: {
    /** Place of the first */
    "from": number;
    /** Cells of each row */
    "rows": Schemas['Cell'][][];
    /** Rows that were fetched so far */
    "rowCount": number;
    /** Whether these are all */
    "isComplete": boolean;
  };
  /** A result that others may look at */
  ResultShare: {
    /** Its id, in place of that of the statement */
    "uuid": string;
    /** What it is called */
    "title": string;
    /** With whom it is shared */
    "grants": ({"kind": 'user' | 'group' | 'link'; "name": string})[];
    /** When it was shared, in milliseconds since 1970 */
    "createdAt": number;
  };
  /** Some rows of a table; with `async` the statement that reads them */
  Sample: {
    /** 0: it went well */
    "status": number;
    /** Names of the columns */
    "headers"?: string[] | undefined;
    /** The columns */
    "full_headers"?: Schemas['Column'][] | undefined;
    /** The rows; texts are HTML */
    "rows"?: Schemas['Cell'][][] | undefined;
    /** How to read further rows */
    "result"?: {"handle": Schemas['StatementHandle']; "history_uuid": string} | undefined;
  };
  /** A document */
  SavedDocument: {
    /** Its id */
    "uuid": string;
    /** Whose it is: who owns the folder owns what is in it */
    "owner": string;
    /** A saved query, a dashboard, a notebook, or a folder of some */
    "kind": 'query' | 'folder' | 'dashboard' | 'notebook';
    /** Its name */
    "name": string;
    /** What it is for */
    "description": string;
    /** Id of its folder; absent at the top */
    "folder"?: string | undefined;
    /** Counts the savings */
    "version": number;
    /** When it was made, in milliseconds since 1970 */
    "createdAt": number;
    /** When it was last saved, in milliseconds since 1970 */
    "changedAt": number;
    /** Who saved it last */
    "changedBy": string;
    /** When it was thrown away, in milliseconds since 1970 */
    "trashedAt"?: number | undefined;
    /** Of a query */
    "content"?: Schemas['QueryContent'] | undefined;
    /** Of a dashboard */
    "dashboard"?: Schemas['Dashboard'] | undefined;
    /** Of a notebook */
    "notebook"?: Schemas['Notebook'] | undefined;
  };
  /** What a saving came to */
  SavedTab: {
    /** Its id, made by the page */
    "uuid": string;
    /** Counts the savings */
    "revision": number;
    /** When it was last saved, in milliseconds since 1970 */
    "changedAt": number;
  };
  /** A saved query that is run by itself */
  Schedule: {
    /** Its id */
    "uuid": string;
    /** Id of the saved query; empty for a check */
    "document": string;
    /** What is expected of a table, where it is a check */
    "check"?: {"engine": string; "database": string; "table": string; "kind": 'rows' | 'nulls' | 'unique' | 'range' | 'list' | 'freshness' | 'sql'; "columns": string[]; "isNumber": boolean; "min": string; "max": string; "values": string[]; "hours": number; "filter": string; "sql": string; "condition"?: {"of": 'rows' | 'value'; "operator": '>' | '>=' | '<' | '<=' | '=' | '!='; "value": string} | undefined} | undefined;
    /** Its name */
    "name": string;
    /** Its cron expression; empty for a check that runs by hand */
    "cron": string;
    /** What that says, in plain language; empty where it cannot be said */
    "reading": string;
    /** The time zone that it is read in */
    "timeZone": string;
    /** When it runs next, in milliseconds since 1970 */
    "nextAt"?: number | undefined;
    /** Why it is paused */
    "pausedWhy"?: string | undefined;
    /** Values for `${name}` in the query, by name */
    "variables": {[name: string]: string};
    /** How often a run that failed is tried again */
    "retries": number;
    /** How long before the first of them */
    "retryPauseSeconds": number;
    /** Results that are kept */
    "keep": number;
    /** What the result is held against */
    "condition"?: {"of": 'rows' | 'value'; "operator": '>' | '>=' | '<' | '<=' | '=' | '!='; "value": string} | undefined;
    /** Who is told of what */
    "rules": ({"on": 'done' | 'failed' | 'condition'; "by": 'product' | 'mail' | 'webhook' | 'kafka'; "to": string})[];
    /** Signs what is posted, as webhooks of the catalog are signed */
    "webhookSecret": string;
    /** When it was created, in milliseconds since 1970 */
    "createdAt": number;
    /** When it was changed, in milliseconds since 1970 */
    "changedAt": number;
    /** Its last run */
    "lastRun"?: Schemas['ScheduleRun'] | undefined;
  };
  /** A run of a schedule */
  ScheduleRun: {
    /** Its id */
    "uuid": string;
    /** Whether its time had come, or a person asked for it */
    "cause": 'schedule' | 'person';
    /** `skipped`: the run before was still in progress */
    "state": 'waiting' | 'running' | 'done' | 'failed' | 'canceled' | 'skipped';
    /** How many times it was tried */
    "attempt": number;
    /** When it was to be, in milliseconds since 1970 */
    "dueAt": number;
    /** When it is tried again, in milliseconds since 1970 */
    "retryAt"?: number | undefined;
    /** When it was last begun, in milliseconds since 1970 */
    "startedAt"?: number | undefined;
    /** When it had ended, in milliseconds since 1970 */
    "endedAt"?: number | undefined;
    /** Id of its last statement, which the result is read by */
    "statement"?: string | undefined;
    /** Whether the result is kept */
    "isKept": boolean;
    /** How many rows the result has */
    "rows"?: number | undefined;
    /** Whether only the first of them were fetched */
    "isCut"?: boolean | undefined;
    /** The first value of the first row */
    "value"?: string | null | undefined;
    /** Whether the condition held */
    "isMet"?: boolean | undefined;
    /** How a check ended */
    "verdict"?: 'passed' | 'failed' | 'error' | undefined;
    /** Why it failed, or was paused, canceled or skipped */
    "message"?: string | undefined;
  };
  /** A result that somebody shares */
  SharedResult: {
    /** Its id */
    "uuid": string;
    /** Whose it is */
    "owner": string;
    /** What it is called */
    "title": string;
    /** Where it was run */
    "engine": string;
    /** The database that names were looked up in */
    "database": string;
    /** What was run */
    "statement": string;
    /** When it was shared, in milliseconds since 1970 */
    "createdAt": number;
    /** Whether its rows are still there */
    "isKept": boolean;
  };
  /** What a dashboard showed, with its tiles */
  Snapshot: {
    /** Its id; its page is /snapshots/{uuid} */
    "uuid": string;
    /** Id of the dashboard */
    "document": string;
    /** Who took it */
    "owner": string;
    /** Whether that is the caller */
    "isOwner": boolean;
    /** Its name */
    "name": string;
    /** What it shows */
    "description": string;
    /** Only its owner, or all users who can open the dashboard */
    "audience": 'owner' | 'dashboard';
    /** Whether name, description and picture are shown without a login */
    "hasPreview": boolean;
    /** What it takes of the space of its owner */
    "bytes": number;
    /** When it was taken, in milliseconds since 1970 */
    "takenAt": number;
    /** Values of the filters, by name */
    "variables": {[name: string]: string};
    /** The tiles, in reading order */
    "tiles": Schemas['SnapshotTile'][];
  };
  /** What a dashboard showed at a time */
  SnapshotHead: {
    /** Its id; its page is /snapshots/{uuid} */
    "uuid": string;
    /** Id of the dashboard */
    "document": string;
    /** Who took it */
    "owner": string;
    /** Whether that is the caller */
    "isOwner": boolean;
    /** Its name */
    "name": string;
    /** What it shows */
    "description": string;
    /** Only its owner, or all users who can open the dashboard */
    "audience": 'owner' | 'dashboard';
    /** Whether name, description and picture are shown without a login */
    "hasPreview": boolean;
    /** What it takes of the space of its owner */
    "bytes": number;
    /** When it was taken, in milliseconds since 1970 */
    "takenAt": number;
  };
  /** Shows a snapshot without a login */
  SnapshotLink: {
    /** Its id */
    "uuid": string;
    /** Its address, below that of the editor */
    "path": string;
    /** When it expires, in milliseconds since 1970 */
    "expiresAt": number;
    /** When it was created, in milliseconds since 1970 */
    "createdAt": number;
  };
  /** A part of a dashboard, with what it showed */
  SnapshotTile: {
    /** Of all but a text: id of the tile of the dashboard */
    "tile"?: string | undefined;
    /** As the tile of the dashboard */
    "kind": 'chart' | 'table' | 'number' | 'text';
    /** Its title */
    "title": string;
    /** Column of the grid where it begins, from 0 */
    "x": number;
    /** How many of the 12 columns it takes */
    "w": number;
    /** When its result was there, in milliseconds since 1970 */
    "at"?: number | undefined;
    /** Of a text: what it says, in Markdown; else why it shows nothing */
    "text": string;
    /** Its value */
    "value"?: string | undefined;
    /** Names of the columns of its table */
    "head": string[];
    /** Rows of its table, cells as texts */
    "rows": string[][];
    /** Its drawing, as SVG */
    "image"?: string | undefined;
  };
  /** What later calls about a statement may send back */
  StatementHandle: {
    /** Always empty */
    "secret": string;
    /** Name of the statement at its server */
    "guid": string;
    /** Always EXECUTE_STATEMENT */
    "operation_type": string;
    /** Whether it has rows */
    "has_result_set"?: boolean | undefined;
    /** Not told */
    "modified_row_count"?: number | null | undefined;
    /** Not told */
    "log_context"?: string | null | undefined;
    /** The server's name of the session that it runs in */
    "session_guid"?: string | undefined;
    /** The session of `create_session` that it was sent with */
    "session_id"?: number | null | undefined;
    /** The engine */
    "session_type"?: string | undefined;
    /** The statement that runs */
    "statement": string;
    /** Its place in the text, from 0 */
    "statement_id": number;
    /** How many statements the text has */
    "statements_count": number;
    /** Whether there is one behind it */
    "has_more_statements": boolean;
    /** Where it begins in the text */
    "start": Schemas['Position'];
    /** Where it ends */
    "end": Schemas['Position'];
    /** Tells whether the statement is still as it was */
    "previous_statement_hash": string;
  };
  /** A statement and the text that it is one of */
  StatementInText: {
    /** Its number: later ones have higher ones */
    "id": number;
    /** Its id */
    "uuid": string;
    /** Where it was run */
    "engine": string;
    /** The database that names were looked up in */
    "database": string;
    /** Its text */
    "statement": string;
    /** How far it is */
    "state": Schemas['QueryState'];
    /** Whether it has rows */
    "hasResultSet": boolean;
    /** Why it failed */
    "message"?: string | undefined;
    /** When it was run, in milliseconds since 1970 */
    "submittedAt": number;
    /** When it had ended, in milliseconds since 1970 */
    "finishedAt"?: number | undefined;
    /** The whole text */
    "body": string;
    /** Its place there, from 0 */
    "place": number;
  };
  /** A job that a server's log tells of */
  StatementJob: {
    /** Its id */
    "name": string;
    /** Its page, empty where there is none */
    "url": string;
    /** Always true */
    "started": boolean;
    /** Whether it has ended */
    "finished": boolean;
    /** How much of it is done, of 100 */
    "percentJob"?: number | undefined;
  };
  /** A tab of the editor */
  Tab: {
    /** Its id, made by the page */
    "uuid": string;
    /** Counts the savings */
    "revision": number;
    /** When it was last saved, in milliseconds since 1970 */
    "changedAt": number;
    /** When it was closed, in milliseconds since 1970 */
    "closedAt"?: number | undefined;
    /** What the page keeps of it */
    "content": {[name: string]: unknown};
  };
  /** A check of the contents of a table */
  TableCheck: {
    /** Its id, which is that of a schedule as well */
    "uuid": string;
    /** Its name */
    "name": string;
    /** Who has created it, and as whom it runs */
    "owner": string;
    /** Whether it is of the caller */
    "isOwn": boolean;
    /** What is expected, in plain language */
    "expectation": string;
    /** When it runs, in plain language; empty where it runs by hand */
    "reading": string;
    /** `new` before it has run; `error` where it could not be run */
    "state": 'new' | 'passed' | 'failed' | 'error';
    /** When it ended last, in milliseconds since 1970 */
    "checkedAt"?: number | undefined;
    /** Whether a run is queued or in progress */
    "isRunning": boolean;
    /** What was found last. Values of the data are told to whom the check belongs alone */
    "found"?: string | undefined;
    /** Why it could not be run */
    "message"?: string | undefined;
    "schedule"?: Schemas['Schedule'] | undefined;
  };
  /** A table or view */
  TableName: {
    /** Its name */
    "name": string;
    /** TABLE or VIEW */
    "type": string;
    /** What people wrote about it */
    "comment": string;
  };
  /** A query as a file */
  TextFile: {
    /** Its folders and its name */
    "path": string;
    /** The statements, with what else is known at the top */
    "text": string;
  };
  /** A token for a script */
  Token: {
    /** Its id */
    "uuid": string;
    /** What it is for */
    "name": string;
    /** What it allows: `all` that its user may do */
    "scope": string;
    /** When it was made, in milliseconds since 1970 */
    "createdAt": number;
    /** When it ends; absent for one without an end, in milliseconds since 1970 */
    "expiresAt"?: number | undefined;
    /** When it was last used, to the hour, in milliseconds since 1970 */
    "usedAt"?: number | undefined;
  };
  /** What changed from one version to another */
  VersionDifference: {
    /** The one */
    "from": Schemas['DocumentVersion'];
    /** The other */
    "to": Schemas['DocumentVersion'];
    /** What differs beside the text, by name */
    "fields": {[name: string]: {"from"?: unknown | undefined; "to"?: unknown | undefined}};
    /** The text */
    "lines": Schemas['DiffLine'][];
  };
  /** Who opened what a user shares */
  Viewers: {
    /** How long it is kept that somebody opened it, in milliseconds; 0 where that is not recorded */
    "keptMs": number;
    /** Users other than the owner, the last first */
    "viewers": ({"name": string; "viewedAt": number})[];
  };
  /** A statement that is not with its server yet */
  WaitingStatement: {
    /** Its id */
    "uuid": string;
    /** Where it is to run */
    "engine": string;
    /** Its text */
    "sql": string;
    /** When it was run, in milliseconds since 1970 */
    "submittedAt": number;
    /** line: all sessions are in use; session: one is being opened; turn: others come first in it; server: it is on its way */
    "step": 'line' | 'session' | 'turn' | 'server';
    /** How many come first, in that line or in the session */
    "ahead": number;
  };
};

/** By method and path: what a call takes and answers. */
export type Api = {
  /** Throw a document away, or delete what is in the trash for good. With `forever` there is no answer. What is in a folder goes along. */
  'DELETE /api/v1/documents/{uuid}': {path: {uuid: string}; query?: {"forever"?: boolean | undefined}; answer: Schemas['MovedDocument']};
  /** Delete a comment on a document. Of the caller; the owner of what it is about deletes any. */
  'DELETE /api/v1/documents/{uuid}/comments/{comment}': {path: {uuid: string; comment: string}; answer: undefined};
  /** Forget what the caller ran. What a server still works on stays. */
  'DELETE /api/v1/history': {query?: {"engine"?: string | undefined}; answer: {"cleared": number}};
  /** Forget a statement and its rows. Not while it runs. */
  'DELETE /api/v1/history/{uuid}': {path: {uuid: string}; answer: undefined};
  /** Cancel an import into Hive or Spark. It answers when its copy is removed. One that has ended stays as it is. */
  'DELETE /api/v1/imports/loads/{uuid}': {path: {uuid: string}; answer: undefined};
  /** Delete a schedule and its history. A run in progress is canceled. The saved query stays. */
  'DELETE /api/v1/schedules/{uuid}': {path: {uuid: string}; answer: undefined};
  /** Close a session on its server. With what runs in it. */
  'DELETE /api/v1/sessions/{uuid}': {path: {uuid: string}; answer: undefined};
  /** Take a share back. By its owner. */
  'DELETE /api/v1/shares/{uuid}': {path: {uuid: string}; answer: undefined};
  /** Delete a comment on a shared result. Of the caller; the owner of what it is about deletes any. */
  'DELETE /api/v1/shares/{uuid}/comments/{comment}': {path: {uuid: string; comment: string}; answer: undefined};
  /** Delete a snapshot and its links. By its owner. It can’t be restored. */
  'DELETE /api/v1/snapshots/{uuid}': {path: {uuid: string}; answer: undefined};
  /** Revoke a link to a snapshot. By its owner. From then on it shows nothing. */
  'DELETE /api/v1/snapshots/{uuid}/links/{link}': {path: {uuid: string; link: string}; answer: undefined};
  /** Delete a file of the caller. For good. */
  'DELETE /api/v1/storage/{engine}/file': {path: {engine: string}; query?: {"path"?: string | undefined}; answer: undefined};
  /** Delete an upload. Its received parts are deleted. */
  'DELETE /api/v1/storage/{engine}/upload': {path: {engine: string}; query?: {"id"?: string | undefined}; answer: undefined};
  /** Close a tab. It can be opened again while it is one of the last 50. */
  'DELETE /api/v1/tabs/{uuid}': {path: {uuid: string}; answer: undefined};
  /** Take a token back. It lets nobody in from then on. */
  'DELETE /api/v1/tokens/{uuid}': {path: {uuid: string}; answer: undefined};
  /** What the caller ran, newest first. `/api/v1/history` has more of it. */
  'GET /api/editor/get_history': {query?: {"doc_connector"?: string | undefined; "doc_type"?: string | undefined; "doc_text"?: string | undefined; "limit"?: number | undefined; "page"?: number | undefined}; answer: {"status": number; "count": number; "message": string; "history": ({"name": string; "id": number; "uuid": string; "type": string; "data": {"statement": string; "lastExecuted": number; "status": Schemas['QueryState']; "parentSavedQueryUuid": string}; "absoluteUrl": string})[]}};
  /** The notebook of a saved query. `/desktop/api2/doc` has it as well, beside the document. */
  'GET /api/editor/notebook/open': {query?: {"notebook"?: string | undefined}; answer: {"status": number; "notebook": {[name: string]: unknown}}};
  /** This document, OpenAPI 3.1. Needs no login. /apidocs/ shows it as a page. */
  'GET /api/editor/openapi.json': {answer: unknown};
  /** What an administrator wants everybody to read. Nothing here. */
  'GET /api/v1/banners': {answer: {"system": string; "configured": string}};
  /** Whether there is a catalog beside this editor. Its address is absent where browsers may not be able to reach it. */
  'GET /api/v1/catalog': {answer: {"isThere": boolean; "url"?: string | undefined}};
  /** Engines of the caller, by what their tables are called in OpenLineage. The catalog asks for it, to say where a table of its own can be queried. */
  'GET /api/v1/catalog/engines': {answer: {"engines": ({"engine": string; "name": string; "places": ({"namespace": string; "prefix": string; "database"?: string | undefined})[]})[]}};
  /** Tables of an engine that are queried most. By all users in the last 30 days, as the catalog counts them, with the permissions that the caller has there; 100 at most. */
  'GET /api/v1/catalog/queried': {query?: {"engine"?: string | undefined}; answer: {"state": 'there' | 'none' | 'away'; "tables": ({"database": string; "table": string; "queries": number})[]}};
  /** What is probably wrong in the configuration. As found at start. The lists have the names of several versions of Hue. For administrators. */
  'GET /api/v1/check_config': {answer: {"hue_config_dir": string; "config_error_list": ({"name": string; "message": string})[]; "conf_dir": string; "error_list": ({"name": string; "message": string})[]}};
  /** Checks of a table, or of the caller. With engine and table those of all users, who may use the engine; with neither the caller’s own. Of own checks the schedule is told as well: runs, Run now, pause, resume and deletion are those of schedules. */
  'GET /api/v1/checks': {query?: {"engine"?: string | undefined; "database"?: string | undefined; "table"?: string | undefined}; answer: {"checks": Schemas['TableCheck'][]; "most": number}};
  /** What the editor was started with. Every option and key with its value and where it is set; secrets are masked. For administrators. */
  'GET /api/v1/configuration': {answer: {"settings": ({"group": string; "name": string; "value": string; "place": string; "doc": string})[]; "warnings": string[]; "notices": string[]; "folder"?: string | undefined}};
  /** An engine that the caller may use, as a connector. By its name. Engines are configured in files: none is made or changed here. */
  'GET /api/v1/connector/instance/get/{name}': {path: {name: string}; answer: {"status": number; "connector": {[name: string]: unknown}}};
  /** The engines that the caller may use, as connectors. In the order of the configuration. */
  'GET /api/v1/connector/instances': {answer: {"connectors": ({"category": string; "values": ({[name: string]: unknown})[]})[]}};
  /** Kinds of engines in use. Engines are configured in files. */
  'GET /api/v1/connector/types': {answer: {"connectors": ({[name: string]: unknown})[]; "categories": ({[name: string]: unknown})[]}};
  /** Clusters of an engine. Always one. */
  'GET /api/v1/context/clusters/{dialect}': {path: {dialect: string}; answer: {[name: string]: unknown}};
  /** What computes for an engine. Always one. */
  'GET /api/v1/context/computes/{dialect}': {path: {dialect: string}; answer: {[name: string]: unknown}};
  /** Where statements of an engine can run. Always one: engines are told apart by their names. */
  'GET /api/v1/context/namespaces/{dialect}': {path: {dialect: string}; answer: {[name: string]: unknown}};
  /** A dashboard, and what its queries are. Queries that the caller may not read are left out: a dashboard gives no right on them. */
  'GET /api/v1/dashboards/{uuid}': {path: {uuid: string}; answer: Schemas['OpenedDashboard']};
  /** Snapshots of a dashboard. Those of the caller, and those for all users who can open it; the last first. */
  'GET /api/v1/dashboards/{uuid}/snapshots': {path: {uuid: string}; answer: {"snapshots": Schemas['SnapshotHead'][]; "most": number; "canPreview": boolean; "canEmbed": boolean}};
  /** A document, and what is in a folder. By `uuid`, which may be its number, or by `path`; without either the top of what the caller owns, with what others shared. */
  'GET /api/v1/doc': {query?: {"type"?: string[] | undefined; "text"?: string | undefined; "sort"?: string | undefined; "page"?: number | undefined; "limit"?: number | undefined; "uuid"?: string | undefined; "path"?: string | undefined; "data"?: boolean | undefined}; answer: Schemas['OpenedHueDocument']};
  /** Documents as a file that Hue imports. With all that is in folders among them. */
  'GET /api/v1/doc/export': {query?: {"documents"?: string | undefined; "format"?: string | undefined}; answer: unknown};
  /** The page of a document. A redirect. */
  'GET /api/v1/doc/open': {query?: {"id"?: string | undefined}; answer: string | null};
  /** Documents that the caller owns or that are shared with them. In the form of clients of Hue. `/api/v1/documents` has more of it. */
  'GET /api/v1/docs': {query?: {"type"?: string[] | undefined; "text"?: string | undefined; "sort"?: string | undefined; "page"?: number | undefined; "limit"?: number | undefined; "perms"?: string | undefined; "include_trashed"?: string | undefined}; answer: {"status": number; "documents": Schemas['HueDocument'][]; "count": number; "page": number; "limit": number; "types": string[]; "text": string | null; "sort": string}};
  /** Documents of a folder, or those that a search finds. With `text` or `kind` all that the caller owns or that is shared with them is searched: words that all have to occur in name, description or text, in any order and case; several words in quotes are one. Otherwise what is in the folder. */
  'GET /api/v1/documents': {query?: {"folder"?: string | undefined; "text"?: string | undefined; "kind"?: 'query' | 'folder' | 'dashboard' | 'notebook' | undefined; "limit"?: number | undefined}; answer: {"documents": Schemas['DocumentHead'][]}};
  /** All queries of the caller as files. As a zip, unless `format` says otherwise. */
  'GET /api/v1/documents/export': {query?: {"format"?: 'zip' | 'json' | 'sql' | undefined; "name"?: string | undefined}; answer: {"files": Schemas['TextFile'][]}};
  /** A document. With its content, and what the caller may do with it. */
  'GET /api/v1/documents/{uuid}': {path: {uuid: string}; query?: {"opens"?: boolean | undefined}; answer: Schemas['OpenedDocument']};
  /** Comments on a document. The oldest first. */
  'GET /api/v1/documents/{uuid}/comments': {path: {uuid: string}; answer: {"comments": Schemas['Comment'][]}};
  /** What changed from one version to another. The other may be the older one. */
  'GET /api/v1/documents/{uuid}/diff': {path: {uuid: string}; query?: {"from"?: number | undefined; "to"?: number | undefined}; answer: Schemas['VersionDifference']};
  /** A query, or all queries in a folder, as files. As a zip, unless `format` says otherwise. */
  'GET /api/v1/documents/{uuid}/export': {path: {uuid: string}; query?: {"format"?: 'zip' | 'json' | 'sql' | undefined; "name"?: string | undefined}; answer: {"files": Schemas['TextFile'][]}};
  /** Whom a document is shared with. For its owner. */
  'GET /api/v1/documents/{uuid}/grants': {path: {uuid: string}; answer: Schemas['Grants']};
  /** The versions of a document. The last first, 1,000 at most. */
  'GET /api/v1/documents/{uuid}/versions': {path: {uuid: string}; answer: {"versions": Schemas['DocumentVersion'][]}};
  /** A version of a document. With its content. */
  'GET /api/v1/documents/{uuid}/versions/{version}': {path: {uuid: string; version: string}; answer: Schemas['FullVersion']};
  /** Who opened a document. For its owner. Each user with the last time, noted once an hour at most; 1000 users at most. */
  'GET /api/v1/documents/{uuid}/viewers': {path: {uuid: string}; answer: Schemas['Viewers']};
  /** The engines that the caller may use, and what else the editor has to offer. In the order of the configuration. */
  'GET /api/v1/get_config': {answer: Schemas['Config']};
  /** The keys of the configuration files with their values. Sections are nested as in the files. Secrets are masked. For administrators. */
  'GET /api/v1/get_hue_config': {answer: {"config": unknown[]; "conf_dir": string; "apps": unknown[]}};
  /** Where statements of an engine can run. As `context/namespaces`. */
  'GET /api/v1/get_namespaces/{dialect}': {path: {dialect: string}; answer: {[name: string]: unknown}};
  /** The page of a statement that was kept to be passed on. A redirect. */
  'GET /api/v1/gist/open': {query?: {"uuid"?: string | undefined}; answer: string};
  /** What the caller ran, newest first. All conditions have to fit. To go on, ask with the `id` of the last one as `before`. */
  'GET /api/v1/history': {query?: {"text"?: string | undefined; "engine"?: string | undefined; "state"?: 'sending' | 'waiting' | 'starting' | 'running' | 'available' | 'failed' | 'expired' | 'canceled' | undefined; "from"?: number | undefined; "until"?: number | undefined; "before"?: number | undefined; "maxLength"?: number | undefined; "limit"?: number | undefined}; answer: {"statements": Schemas['HistoryEntry'][]; "count": number}};
  /** A statement that the caller ran. With the whole text that it is one of. */
  'GET /api/v1/history/{uuid}': {path: {uuid: string}; answer: Schemas['StatementInText']};
  /** Users that there are. With the numbers that sharing takes; 1,000 at most, by name. */
  'GET /api/v1/iam/get_users': {query?: {"filter"?: string | undefined}; answer: {"status": number; "users": ({"id": number; "username": string; "groups": number[]})[]}};
  /** Users by their numbers. Numbers that nobody has are left out. */
  'GET /api/v1/iam/users': {query?: {"userids"?: string[] | undefined}; answer: {"status": number; "users": ({"id": number; "username": string; "groups": number[]})[]}};
  /** Users and groups to share with. As `/desktop/api/users/autocomplete`. */
  'GET /api/v1/iam/users/autocomplete': {query?: {"filter"?: string | undefined; "count"?: number | undefined}; answer: {"users": ({"id": number; "username": string; "first_name": string; "last_name": string; "email": string})[]; "groups": ({"id": number; "name": string})[]}};
  /** Whether the first line of an uploaded file has the names of its columns. By what its other lines have. */
  'GET /api/v1/importer/file/guess_header': {query?: {"file_path"?: string | undefined; "import_type"?: string | undefined; "file_type"?: string | undefined}; answer: {"has_header": boolean}};
  /** How an uploaded file is written. From its beginning. */
  'GET /api/v1/importer/file/guess_metadata': {query?: {"file_path"?: string | undefined; "import_type"?: string | undefined}; answer: {"type": string; "field_separator"?: string | undefined; "quote_char"?: string | undefined; "record_separator"?: string | undefined}};
  /** The columns of an uploaded file, and its first rows. Types are those that all values of a column have, in the words of `sql_dialect`. 50 rows at most. */
  'GET /api/v1/importer/file/preview': {query?: {"file_path"?: string | undefined; "import_type"?: string | undefined; "file_type"?: string | undefined; "sql_dialect"?: string | undefined; "has_header"?: string | undefined; "field_separator"?: string | undefined; "quote_char"?: string | undefined}; answer: {"type": string; "columns": ({"name": string; "type": string})[]; "preview_data": {[name: string]: unknown[]}}};
  /** Types for the columns of a dialect. By name. */
  'GET /api/v1/importer/sql_type_mapping': {query?: {"sql_dialect"?: string | undefined}; answer: string[]};
  /** Your imports into Hive and Spark. Those in progress, and the last ones that have ended since the editor was started. */
  'GET /api/v1/imports/loads': {answer: {"loads": Schemas['FileLoad'][]}};
  /** Kinds of jobs that are configured. And what the caller may do with them. */
  'GET /api/v1/jobbrowser/interfaces': {answer: Schemas['JobInterfaces']};
  /** Which documents had a number on another server. Those that the caller may read, also by link, as bookmarks of that server name them. */
  'GET /api/v1/migration/numbers/{number}': {path: {number: string}; answer: {"documents": string[]}};
  /** What schedules tell the caller. The newest first; 200 are remembered. */
  'GET /api/v1/notices': {answer: {"notices": Schemas['Notice'][]}};
  /** Who there is to share with. Names alone, 100 of each at most. */
  'GET /api/v1/people': {query?: {"text"?: string | undefined}; answer: Schemas['People']};
  /** What the pages keep for the caller. By name: the theme, the width of a panel. */
  'GET /api/v1/preferences': {answer: {[name: string]: unknown}};
  /** Statements that a server knows, or whose rows are here. The newest first. */
  'GET /api/v1/queries': {query?: {"all"?: boolean | undefined}; answer: {"queries": Schemas['HeldQuery'][]; "isAdmin": boolean}};
  /** Statements of the caller that are not with their server yet. In the order in which they get there. */
  'GET /api/v1/queries/waiting': {answer: {"waiting": Schemas['WaitingStatement'][]}};
  /** A statement with the log of its server. Of the log its last 20,000 lines are kept. */
  'GET /api/v1/queries/{uuid}': {path: {uuid: string}; answer: Schemas['QueryWithLog']};
  /** The columns of a result, and how much of it is here. By the id of its statement, or of a share. 409 while it runs, 410 when it failed or is gone. */
  'GET /api/v1/results/{uuid}': {path: {uuid: string}; answer: Schemas['ResultFacts']};
  /** A whole result as a file. `download_row_limit` may end it early. It is fetched at the speed of whoever reads. */
  'GET /api/v1/results/{uuid}/download': {path: {uuid: string}; query?: {"format"?: string | undefined; "name"?: string | undefined; "view"?: string | undefined}; answer: Blob};
  /** Rows of a result by their place. Fetched from the server as far as needed. An answer has 1,000,000 cells at most, and may have fewer rows than were asked for. */
  'GET /api/v1/results/{uuid}/rows': {path: {uuid: string}; query?: {"from"?: number | undefined; "count"?: number | undefined}; answer: Schemas['ResultRows']};
  /** With whom a result is shared. The last first. */
  'GET /api/v1/results/{uuid}/shares': {path: {uuid: string}; answer: {"shares": Schemas['ResultShare'][]}};
  /** Schedules of the caller. By name, each with its last run. */
  'GET /api/v1/schedules': {answer: {"schedules": Schemas['Schedule'][]; "most": number; "minSeconds": number; "hasMail": boolean; "hasWebhooks": boolean; "kafkaTopics": string[]}};
  /** A schedule of the caller. Schedules of other users are not found. */
  'GET /api/v1/schedules/{uuid}': {path: {uuid: string}; answer: Schemas['Schedule']};
  /** Runs of a schedule. The newest first; 100 are remembered, and those whose result is kept. */
  'GET /api/v1/schedules/{uuid}/runs': {path: {uuid: string}; answer: {"runs": Schemas['ScheduleRun'][]}};
  /** Who holds which session on which server. The longest unused last. */
  'GET /api/v1/sessions': {query?: {"all"?: boolean | undefined}; answer: {"sessions": Schemas['HeldSession'][]; "isAdmin": boolean}};
  /** Results that others share with the caller or one of their groups. The last first. Those by link are for who has the address. */
  'GET /api/v1/shares': {answer: {"shares": Schemas['SharedResult'][]}};
  /** A result that is shared with the caller. Its rows are read as those of your own, by the id of the share. */
  'GET /api/v1/shares/{uuid}': {path: {uuid: string}; answer: Schemas['OpenedShare']};
  /** Comments on a shared result. The oldest first. */
  'GET /api/v1/shares/{uuid}/comments': {path: {uuid: string}; answer: {"comments": Schemas['Comment'][]}};
  /** Who opened a shared result. For its owner. Each user with the last time, noted once an hour at most; 1000 users at most. */
  'GET /api/v1/shares/{uuid}/viewers': {path: {uuid: string}; answer: Schemas['Viewers']};
  /** Your snapshots. Of all dashboards, also of those that the caller can no longer open, with their links; the last first. */
  'GET /api/v1/snapshots': {answer: {"snapshots": Schemas['OwnSnapshot'][]; "most": number; "canPreview": boolean; "canEmbed": boolean}};
  /** A snapshot. Also as a page, at `/snapshots/{uuid}`. */
  'GET /api/v1/snapshots/{uuid}': {path: {uuid: string}; answer: Schemas['Snapshot']};
  /** Links that show a snapshot without a login. For its owner. Those that have expired are left out. */
  'GET /api/v1/snapshots/{uuid}/links': {path: {uuid: string}; answer: {"links": Schemas['SnapshotLink'][]}};
  /** What the caller keeps on the disk of the editor. Sizes are in bytes. */
  'GET /api/v1/storage': {answer: {"freeBytes": number; "minFreeBytes": number; "engines": ({"engine": string; "displayName": string; "quotaBytes": number; "tableBytes": number; "fileBytes": number; "files": ({"path": string; "bytes": number; "modifiedAt": number})[]; "fileCount": number})[]}};
  /** Download a file of the caller. As it is. */
  'GET /api/v1/storage/{engine}/file': {path: {engine: string}; query?: {"path"?: string | undefined}; answer: Blob};
  /** Read how much of a file is received. The next part starts there; 0 where nothing is received. */
  'GET /api/v1/storage/{engine}/upload': {path: {engine: string}; query?: {"id"?: string | undefined}; answer: {"received": number}};
  /** A file or folder of the cluster: listed, shown, described or downloaded. Behind the slash `view`, `list`, `display`, `stat`, `content_summary` or `download`, with the path in `path` or behind a `=`: `view=/user/ada`; or `filesystems`, or `trash/get_trash_path`. As the caller: the cluster decides what they may see. */
  'GET /api/v1/storage/{names}': {path: {names: string[]}; query?: {"path"?: string | undefined; "pagesize"?: number | undefined; "pagenum"?: number | undefined; "filter"?: string | undefined; "sortby"?: string | undefined; "descending"?: boolean | undefined; "offset"?: number | undefined; "length"?: number | undefined; "mode"?: string | undefined}; answer: unknown};
  /** Tables of all databases with a text in their names. The best ones first, 500 at most. Not every engine can be asked so; of others lists of each database tell. The server stops looking when the client disconnects. */
  'GET /api/v1/tables/{engine}': {path: {engine: string}; query?: {"name"?: string | undefined}; answer: {"isSearched": boolean; "total": number; "tables": ({"database": string; "name": string; "type": string; "comment": string})[]}};
  /** When a table was written last, and how large it is, as its engine says. From what the engine keeps of the table and of its partitions; it reads no rows, and statistics may be older than they are. Of up to 20,000 partitions the newest is the one with the latest time among its keys. */
  'GET /api/v1/tables/{engine}/{database}/{table}/freshness': {path: {engine: string; database: string; table: string}; answer: {"written"?: number | undefined; "rows"?: string | undefined; "bytes"?: string | undefined; "partitions"?: number | undefined; "newest"?: {"name": string; "written"?: number | undefined; "rows"?: string | undefined; "bytes"?: string | undefined} | undefined}};
  /** Tables of the same database that a table belongs together with. By keys that the engine knows, and guessed from names such as `customer_id` and `customers`. Of a database with more than 60 tables those are looked at that columns are called like. */
  'GET /api/v1/tables/{engine}/{database}/{table}/relations': {path: {engine: string; database: string; table: string}; answer: {"primaryKey": string[]; "relations": ({"from": {"table": string; "column": string}; "to": {"table": string; "column": string}; "isDeclared": boolean})[]; "looked": number; "tables": number}};
  /** The tabs of the caller, in their order. Closed ones are the last 50, the last closed first. */
  'GET /api/v1/tabs': {query?: {"closed"?: boolean | undefined; "brief"?: boolean | undefined}; answer: {"tabs": Schemas['ListedTab'][]}};
  /** A tab. With its content. */
  'GET /api/v1/tabs/{uuid}': {path: {uuid: string}; answer: Schemas['Tab']};
  /** Tokens that the caller made for scripts. Without the tokens themselves, of which only digests are kept. */
  'GET /api/v1/tokens': {answer: {"tokens": Schemas['Token'][]}};
  /** What clients of Hue keep for the caller. Texts by name. */
  'GET /api/v1/user_preferences': {answer: {"status": number; "data": {[name: string]: string}}};
  /** One of them. Nothing where there is none. */
  'GET /api/v1/user_preferences/{name}': {path: {name: string}; answer: {"status": number; "data": {[name: string]: string}}};
  /** Users and groups to share with. By a part of their names. The numbers are those that sharing takes. */
  'GET /desktop/api/users/autocomplete': {query?: {"filter"?: string | undefined; "count"?: number | undefined}; answer: {"users": ({"id": number; "username": string; "first_name": string; "last_name": string; "email": string})[]; "groups": ({"id": number; "name": string})[]}};
  /** The page of a statement that was kept to be passed on. A redirect. */
  'GET /hue/gist': {query?: {"uuid"?: string | undefined}; answer: string};
  /** Leads to the page of a job. For bookmarks. */
  'GET /jobbrowser/jobs/{id}': {path: {id: string}; answer: undefined};
  /** Leads to the logs of a job. For bookmarks. */
  'GET /jobbrowser/jobs/{id}/single_logs': {path: {id: string}; answer: undefined};
  /** The same for clients that only read. As with POST. */
  'GET /metadata/api/catalog/find_entity': {query?: {"type"?: string | undefined; "database"?: string | undefined; "table"?: string | undefined; "name"?: string | undefined; "source_type"?: string | undefined}; answer: {"status": number; "entity": {[name: string]: unknown}}};
  /** An entity of the catalog. By its GUID. */
  'GET /metadata/api/catalog/get_entity': {query?: {"id"?: string | undefined}; answer: {"status": number; "entity": {[name: string]: unknown}}};
  /** What a data set was made from, and what was made from it. One step in each direction, with the queries that did it where they are known. */
  'GET /metadata/api/catalog/lineage': {query?: {"id"?: string | undefined}; answer: {"status": number; "id": string; "inputs": string[]; "source_query": string; "targets": string[]; "target_queries": string[]}};
  /** The databases of an engine, or the page of them. With `format=json` as the call; a redirect otherwise. */
  'GET /metastore/databases': {query?: {"source_type"?: string | undefined; "format"?: string | undefined}; answer: {"status": number; "databases": string[]}};
  /** All that is known of a database. As with POST. */
  'GET /metastore/databases/{database}/metadata': {path: {database: string}; query?: {"source_type"?: string | undefined}; answer: {"status": number; "data": {[name: string]: unknown}}};
  /** All that is known of a table, or its page. With `format=json` as the call; a redirect otherwise. */
  'GET /metastore/table/{database}/{table}': {path: {database: string; table: string}; query?: {"source_type"?: string | undefined; "format"?: string | undefined}; answer: Schemas['Description']};
  /** All that is known of a table, in one member. As with POST. */
  'GET /metastore/table/{database}/{table}/metadata': {path: {database: string; table: string}; query?: {"source_type"?: string | undefined}; answer: {"status": number; "data": {[name: string]: unknown}}};
  /** The partitions of a table, or its page. With `format=json` as the call; a redirect otherwise. */
  'GET /metastore/table/{database}/{table}/partitions': {path: {database: string; table: string}; query?: {"source_type"?: string | undefined; "format"?: string | undefined}; answer: {"status": number; "partition_keys_json": string[]; "partition_values_json": ({"columns": (string | null)[]; "partitionSpec": string; "readUrl": string; "browseUrl": string; "notebookUrl": string})[]; "is_cut": boolean}};
  /** The tables of a database, or the page of them. With `format=json` as the call; a redirect otherwise. */
  'GET /metastore/tables/{database}': {path: {database: string}; query?: {"source_type"?: string | undefined; "filter"?: string | undefined; "format"?: string | undefined}; answer: {"status": number; "database_meta": {[name: string]: unknown}; "tables": ({[name: string]: unknown})[]; "table_names": string[]; "search_filter": string; "count": number}};
  /** Databases of an engine, or its functions. As the call with a path. */
  'POST /api/editor/autocomplete': {body?: {"snippet"?: {[name: string]: unknown} | undefined; "type"?: string | undefined; "operation"?: string | undefined; "filter"?: string | undefined; "from"?: number | undefined; "limit"?: number | undefined}; answer: Schemas['Names']};
  /** Tables of a database, columns of a table, parts of a column, or a function. The path has the names of a database, a table, a column and parts of its type. What fails is told in an answer of status 0, with `code` 500, as clients of this call expect. The server stops looking when the client disconnects. */
  'POST /api/editor/autocomplete/{names}': {path: {names: string[]}; body?: {"snippet"?: {[name: string]: unknown} | undefined; "type"?: string | undefined; "operation"?: string | undefined; "filter"?: string | undefined; "from"?: number | undefined; "limit"?: number | undefined}; answer: Schemas['Names']};
  /** Cancel a statement. A server that is slow to cancel is not waited for. */
  'POST /api/editor/cancel_statement': {body?: {"operationId"?: string | undefined; "snippet"?: {[name: string]: unknown} | undefined; "notebook"?: {[name: string]: unknown} | undefined}; answer: {"status": number; "result": {"status": number}}};
  /** How far a statement is. One that has failed answers status 1 with its message, one whose result is gone -3. */
  'POST /api/editor/check_status': {body?: {"operationId"?: string | undefined; "snippet"?: {[name: string]: unknown} | undefined; "notebook"?: {[name: string]: unknown} | undefined}; answer: Schemas['Checked']};
  /** Forget what the caller ran. What a server still works on stays. */
  'POST /api/editor/clear_history': {body?: {"doc_type"?: string | undefined}; answer: {"status": number; "updated": number; "message": string}};
  /** Close a session. Its server forgets what was set in it. */
  'POST /api/editor/close_session': {body?: {"session"?: {[name: string]: unknown} | undefined; "id"?: string | undefined}; answer: {"status": number; "session": {"status": number; "message": string; "session": {"id": number | null; "application": string; "status": number}}}};
  /** Give up a statement and its rows. One that is gone already is no failure. */
  'POST /api/editor/close_statement': {body?: {"operationId"?: string | undefined; "snippet"?: {[name: string]: unknown} | undefined; "notebook"?: {[name: string]: unknown} | undefined}; answer: {"status": number; "message": string}};
  /** An empty notebook, to be filled and sent with execute. Nothing is kept of it: what is run goes into the history. */
  'POST /api/editor/create_notebook': {body?: {"type"?: string | undefined; "directory_uuid"?: string | undefined}; answer: {"status": number; "notebook": {"name": string; "uuid": string; "description": string; "type": string; "isSaved": boolean; "isManaged": boolean; "skipHistorify": boolean; "sessions": unknown[]; "snippets": unknown[]; "directoryUuid": string | null}}};
  /** Open a session on an engine. It stays the caller's until it is closed or nobody uses it. */
  'POST /api/editor/create_session': {body?: {"session"?: {[name: string]: unknown} | undefined; "type"?: string | undefined}; answer: Schemas['OpenedSession']};
  /** All that is known of a table, a database, or a column. The path has the names of a database and a table; for the figures of a column then `stats` and its name. */
  'POST /api/editor/describe/{names}': {path: {names: string[]}; body?: {"connector"?: {[name: string]: unknown} | undefined; "source_type"?: string | undefined; "snippet"?: {[name: string]: unknown} | undefined}; answer: Schemas['Description']};
  /** Run a statement. On the engine of the snippet, of the statement before, or the first one. */
  'POST /api/editor/execute': {body?: {"snippet"?: {[name: string]: unknown} | undefined; "variables"?: {[name: string]: unknown} | undefined; "properties"?: {[name: string]: unknown} | undefined; "statement"?: string | undefined; "database"?: string | undefined; "operationId"?: string | undefined; "once"?: boolean | undefined; "notebook"?: {[name: string]: unknown} | undefined; "session"?: {[name: string]: unknown} | undefined; "executable"?: {[name: string]: unknown} | undefined}; answer: Schemas['Executed']};
  /** Run a statement on an engine. One statement of the text at a time. It answers when the server has accepted it; `check_status` tells the rest. */
  'POST /api/editor/execute/{engine}': {path: {engine: string[]}; body?: {"snippet"?: {[name: string]: unknown} | undefined; "variables"?: {[name: string]: unknown} | undefined; "properties"?: {[name: string]: unknown} | undefined; "statement"?: string | undefined; "database"?: string | undefined; "operationId"?: string | undefined; "once"?: boolean | undefined; "notebook"?: {[name: string]: unknown} | undefined; "session"?: {[name: string]: unknown} | undefined; "executable"?: {[name: string]: unknown} | undefined}; answer: Schemas['Executed']};
  /** The plan of a statement. What is wrong with the statement is told in place of its plan. */
  'POST /api/editor/explain': {body?: {"snippet"?: {[name: string]: unknown} | undefined; "variables"?: {[name: string]: unknown} | undefined; "properties"?: {[name: string]: unknown} | undefined; "type"?: string | undefined; "statement"?: string | undefined; "database"?: string | undefined; "analyze"?: boolean | undefined}; answer: {"status": number; "explanation": string; "statement": string; "plan": string; "can_analyze": boolean}};
  /** The next rows of a result. Rows go on where the call before ended. They are fetched from the server once and kept, so nothing is run twice. */
  'POST /api/editor/fetch_result_data': {body?: {"operationId"?: string | undefined; "snippet"?: {[name: string]: unknown} | undefined; "notebook"?: {[name: string]: unknown} | undefined; "format"?: string | undefined; "rows"?: number | undefined; "startOver"?: boolean | undefined}; answer: Schemas['Fetched']};
  /** The columns of a result. None for a statement without rows. */
  'POST /api/editor/fetch_result_metadata': {body?: {"operationId"?: string | undefined; "snippet"?: {[name: string]: unknown} | undefined; "notebook"?: {[name: string]: unknown} | undefined; "format"?: string | undefined}; answer: {"status": number; "result": {"meta": Schemas['Column'][]}}};
  /** How many rows a result has. Where that is known without reading what nobody has asked for. */
  'POST /api/editor/fetch_result_size': {body?: {"operationId"?: string | undefined; "snippet"?: {[name: string]: unknown} | undefined; "notebook"?: {[name: string]: unknown} | undefined}; answer: {"status": number; "result": {"rows": number | null; "size": number | null; "message": string | null}}};
  /** Statements with line breaks and indents, keywords in capitals. A statement that cannot be read comes back as it was; 50000 characters are the limit. */
  'POST /api/editor/format': {body?: {"statements"?: string | undefined; "dialect"?: string | undefined}; answer: {"status": number; "formatted_statements": string}};
  /** The text of the saved query that a snippet names. In `associatedDocumentUuid`. */
  'POST /api/editor/get_external_statement': {body?: {"notebook"?: {[name: string]: unknown} | undefined; "snippet"?: {[name: string]: unknown} | undefined}; answer: {"status": number; "statement": string}};
  /** What a server says about a statement, and how far it is. Of the log its last 20,000 lines are kept. */
  'POST /api/editor/get_logs': {body?: {"operationId"?: string | undefined; "snippet"?: {[name: string]: unknown} | undefined; "notebook"?: {[name: string]: unknown} | undefined; "from"?: number | undefined; "size"?: number | undefined}; answer: Schemas['Logs']};
  /** Say that a notebook is not open any more. Nothing has to be closed: sessions and statements are given back when they have ended. */
  'POST /api/editor/notebook/close': {body?: {"notebook"?: {[name: string]: unknown} | undefined}; answer: {"status": number; "message": string}};
  /** Write a result to the cluster, or make a table of its statement. `hdfs-file` is CSV at the path of `destination`, or in it where it is a folder; `hive-table` creates the table of that name, for which its statement runs again. */
  'POST /api/editor/notebook/export_result': {body?: {"operationId"?: string | undefined; "snippet"?: {[name: string]: unknown} | undefined; "notebook"?: {[name: string]: unknown} | undefined; "format"?: string | undefined; "destination"?: string | undefined; "overwrite"?: boolean | undefined}; answer: {"status": number; "watch_url": string; "message": string; "history_uuid"?: string | undefined}};
  /** Save a notebook as a query. Over the query of its `parentSavedQueryUuid` or `id`; as a new one in `directoryUuid` otherwise, where a name that is taken gets a number. */
  'POST /api/editor/notebook/save': {body?: {"notebook"?: {[name: string]: unknown} | undefined; "editorMode"?: boolean | undefined}; answer: {"status": number; "save_as": boolean; "message": string; "uuid": string; "id": number; "document": Schemas['HueDocument']}};
  /** Whether another engine can run a statement of a notebook. Fails, as no optimizer is configured. */
  'POST /api/editor/optimizer/statement/compatibility': {body?: {"operationId"?: string | undefined; "snippet"?: {[name: string]: unknown} | undefined; "notebook"?: {[name: string]: unknown} | undefined; "interface"?: string | undefined}; answer: {"status": number; "message": string}};
  /** What is risky about a statement of a notebook. No optimizer is configured, so there are none. */
  'POST /api/editor/optimizer/statement/risk': {body?: {"operationId"?: string | undefined; "snippet"?: {[name: string]: unknown} | undefined; "notebook"?: {[name: string]: unknown} | undefined; "interface"?: string | undefined}; answer: {"status": number; "query_complexity": {"hints": ({[name: string]: unknown})[]; "noStats": string[]; "noDDL": string[]}}};
  /** Statements that are like one of a notebook. Fails, as no optimizer is configured. */
  'POST /api/editor/optimizer/statement/similarity': {body?: {"operationId"?: string | undefined; "snippet"?: {[name: string]: unknown} | undefined; "notebook"?: {[name: string]: unknown} | undefined; "interface"?: string | undefined}; answer: {"status": number; "message": string}};
  /** The partitions of a table. The path has the names of a database and a table. `list_partitions_limit` says how many are listed. */
  'POST /api/editor/partitions/{names}': {path: {names: string[]}; body?: {"snippet"?: {[name: string]: unknown} | undefined; "source_type"?: string | undefined}; answer: Schemas['Partitions']};
  /** Some rows of a table, or values of a column. The path has the names of a database, a table and a column. Views are not read, as one may be a query of any size. */
  'POST /api/editor/sample/{names}': {path: {names: string[]}; body?: {"snippet"?: {[name: string]: unknown} | undefined; "type"?: string | undefined; "operation"?: string | undefined; "async"?: boolean | undefined}; answer: Schemas['Sample']};
  /** Add a table to the catalog. With its columns as the engine describes them, with the permissions that the caller has in the catalog. With `isRehearsal` it only tells what would be created. */
  'POST /api/v1/catalog/register': {body: {"engine": string; "database": string; "table": string; "isRehearsal"?: boolean | undefined}; answer: {"created": number; "updated": number; "qualifiedName": string; "guid"?: string | undefined}};
  /** What the catalog knows of tables. With the permissions that the caller has there. One answer for each table, in order; 200 at most. */
  'POST /api/v1/catalog/tables': {body: {"engine": string; "tables": ({"database": string; "table": string})[]; "withColumns"?: boolean | undefined}; answer: {"state": 'there' | 'none' | 'away'; "tables": ({"database": string; "table": string; "qualifiedName": string; "asset"?: Schemas['KnownAsset'] | undefined})[]}};
  /** Create a check of a table. Its statement runs as the caller, with the permissions that the caller has then: at the times of its cron expression, or when the caller says so. */
  'POST /api/v1/checks': {body: {"engine": string; "database": string; "table": string; "kind": 'rows' | 'nulls' | 'unique' | 'range' | 'list' | 'freshness' | 'sql'; "columns"?: string[] | undefined; "min"?: string | undefined; "max"?: string | undefined; "values"?: string[] | undefined; "hours"?: number | undefined; "filter"?: string | undefined; "sql"?: string | undefined; "condition"?: {"of": 'rows' | 'value'; "operator": '>' | '>=' | '<' | '<=' | '=' | '!='; "value": string} | undefined; "name": string; "cron"?: string | undefined; "timeZone"?: string | undefined; "retries"?: number | undefined; "retryPauseSeconds"?: number | undefined; "keep"?: number | undefined; "rules": ({"on": 'done' | 'failed' | 'condition'; "by": 'product' | 'mail' | 'webhook' | 'kafka'; "to"?: string | undefined})[]}; answer: Schemas['Schedule']};
  /** The statement that a check would run. The table is described by its engine, as the caller. Nothing is stored or run. */
  'POST /api/v1/checks/preview': {body: {"engine": string; "database": string; "table": string; "kind": 'rows' | 'nulls' | 'unique' | 'range' | 'list' | 'freshness' | 'sql'; "columns"?: string[] | undefined; "min"?: string | undefined; "max"?: string | undefined; "values"?: string[] | undefined; "hours"?: number | undefined; "filter"?: string | undefined; "sql"?: string | undefined; "condition"?: {"of": 'rows' | 'value'; "operator": '>' | '>=' | '<' | '<=' | '=' | '!='; "value": string} | undefined}; answer: {"sql": string; "expectation": string}};
  /** Try an engine. Opens a session for the caller and asks for its databases. */
  'POST /api/v1/connector/instance/test': {body?: {"connector"?: {[name: string]: unknown} | undefined}; answer: {"status": number; "warnings": string; "hasErrors": boolean}};
  /** Run a query of a dashboard. As the caller, with the permissions of the caller. It has to be a single statement that only reads. It answers when the server has accepted it. */
  'POST /api/v1/dashboards/{uuid}/queries/{document}/runs': {path: {uuid: string; document: string}; body?: {"variables"?: Record<string, unknown> | undefined}; answer: Schemas['DashboardResult']};
  /** The latest results of a dashboard. Of what the caller, or a schedule of the caller, ran with these values. Nothing is run, and results of others are not shown. */
  'POST /api/v1/dashboards/{uuid}/results': {path: {uuid: string}; body?: {"variables"?: Record<string, unknown> | undefined}; answer: {"results": Schemas['DashboardResult'][]}};
  /** Keep what a dashboard shows. As the caller sees it, with the time of the server. It stays as it is. */
  'POST /api/v1/dashboards/{uuid}/snapshots': {path: {uuid: string}; body: {"name": string; "description"?: string | undefined; "audience"?: 'owner' | 'dashboard' | undefined; "variables"?: Record<string, unknown> | undefined; "tiles": ({"tile"?: string | undefined; "kind": 'chart' | 'table' | 'number' | 'text'; "title"?: string | undefined; "x": number; "w": number; "at"?: number | undefined; "text"?: string | undefined; "value"?: string | undefined; "head"?: string[] | undefined; "rows"?: string[][] | undefined; "image"?: string | undefined})[]; "picture"?: string | undefined}; answer: Schemas['SnapshotHead']};
  /** Copy a query. To the top of what the caller owns. Folders are not copied. */
  'POST /api/v1/doc/copy': {body?: {"uuid"?: string | undefined}; answer: {"status": number; "document": Schemas['HueDocument']}};
  /** Throw a document away, or delete it for good. What is in a folder goes along. */
  'POST /api/v1/doc/delete': {body?: {"uuid"?: string | undefined; "skip_trash"?: boolean | undefined}; answer: {"status": number}};
  /** Documents as a file that Hue imports. With all that is in folders among them. */
  'POST /api/v1/doc/export': {query?: {"format"?: string | undefined}; body?: {"documents"?: string | undefined}; answer: unknown};
  /** Make queries of a file that Hue exported. All or nothing. What has a name that is taken gets another; documents that are no queries are passed over. */
  'POST /api/v1/doc/import': {body?: {"documents"?: string | undefined}; answer: {"status": number; "message": string; "count": number; "created_count": number; "updated_count": number; "username": string}};
  /** Make a folder. A name that its folder has already is refused. */
  'POST /api/v1/doc/mkdir': {body?: {"parent_uuid"?: string | undefined; "name"?: string | undefined}; answer: {"status": number; "directory": Schemas['HueDocument']}};
  /** Move a document to another folder. Of the same owner. */
  'POST /api/v1/doc/move': {body?: {"source_doc_uuid"?: string | undefined; "destination_doc_uuid"?: string | undefined}; answer: {"status": number; "document": Schemas['HueDocument']}};
  /** Take documents out of the trash. Back to their folders, or to the top where these are gone. */
  'POST /api/v1/doc/restore': {body?: {"uuids"?: string | undefined}; answer: {"status": number}};
  /** Share a document with users and groups. `{"read": {"user_ids": [], "group_ids": []}, "write": …}`, by numbers or names. Of `read` and `write`, what is left out stays. */
  'POST /api/v1/doc/share': {body?: {"uuid"?: string | undefined; "data"?: {[name: string]: unknown} | undefined}; answer: {"status": number; "document": Schemas['HueDocument']}};
  /** Let everybody who is logged in and has the address open a document. `perm` is `read`, `write` or `off`. */
  'POST /api/v1/doc/share/link': {body?: {"uuid"?: string | undefined; "perm"?: string | undefined}; answer: {"status": number; "document": Schemas['HueDocument']}};
  /** Rename a document, or describe it. What is left out or empty stays. */
  'POST /api/v1/doc/update': {body?: {"uuid"?: string | undefined; "name"?: string | undefined; "description"?: string | undefined}; answer: {"status": number; "document": Schemas['HueDocument']}};
  /** Save a query, a dashboard or a notebook, or make a folder. A name that the folder has already is refused, and so is what documents of the kind don’t have: a query has `content`, a dashboard `dashboard`, a notebook `notebook`. The `content` of a folder is left out. */
  'POST /api/v1/documents': {body: {"kind"?: 'query' | 'folder' | 'dashboard' | 'notebook' | undefined; "name": string; "description"?: string | undefined; "content"?: {"engine"?: string | undefined; "database"?: string | undefined; "text"?: string | undefined; "state"?: {"charts"?: Schemas['ChartSpecification'][] | undefined; [name: string]: unknown} | undefined} | undefined; "dashboard"?: {"tiles": ({"id": string; "kind": 'chart' | 'table' | 'number' | 'text'; "title"?: string | undefined; "x": number; "y": number; "w": number; "h": number; "document"?: string | undefined; "chart"?: number | undefined; "column"?: string | undefined; "rows"?: number | undefined; "text"?: string | undefined})[]; "filters": ({"name": string; "kind"?: 'text' | 'number' | 'date' | undefined; "label"?: string | undefined; "value"?: string | undefined})[]} | undefined; "notebook"?: {"engine"?: string | undefined; "database"?: string | undefined; "variables"?: Record<string, unknown> | undefined; "cells": ({"id": string; "kind": 'text' | 'sql'; "text"?: string | undefined; "view"?: 'table' | 'chart' | undefined; "isFolded"?: boolean | undefined; "state"?: {"charts"?: Schemas['ChartSpecification'][] | undefined; [name: string]: unknown} | undefined})[]} | undefined; "folder"?: string | undefined}; answer: Schemas['SavedDocument']};
  /** Make queries of files. A zip (`Content-Type: application/zip`), or the files as JSON. All or nothing; what has a name that is taken gets another. */
  'POST /api/v1/documents/import': {query?: {"folder"?: string | undefined}; body?: {"files"?: ({"path": string; "text": string})[] | undefined; "folder"?: string | undefined}; answer: Schemas['Imported']};
  /** Comment on a document. All users who can read it can do so; 1000 comments at most. */
  'POST /api/v1/documents/{uuid}/comments': {path: {uuid: string}; body: {"text": string}; answer: Schemas['Comment']};
  /** Copy a query, a dashboard or a notebook. Whoever may read it may copy it. */
  'POST /api/v1/documents/{uuid}/copy': {path: {uuid: string}; body?: {"folder"?: string | undefined}; answer: Schemas['SavedDocument']};
  /** Move a document to another folder. Of the same owner. */
  'POST /api/v1/documents/{uuid}/move': {path: {uuid: string}; body?: {"folder"?: string | undefined}; answer: Schemas['MovedDocument']};
  /** Take a document out of the trash. Back to its folder, or to the top where that is gone. Where its name is taken it gets another. */
  'POST /api/v1/documents/{uuid}/restore': {path: {uuid: string}; answer: Schemas['MovedDocument']};
  /** Take an earlier version as the newest. Nothing is lost by it. Its name of then is not taken back. */
  'POST /api/v1/documents/{uuid}/versions/{version}/restore': {path: {uuid: string; version: string}; answer: Schemas['SavedDocument']};
  /** The same for clients that only post. As with GET. */
  'POST /api/v1/get_config': {answer: Schemas['Config']};
  /** Keep a statement under an address that can be passed on. In the folder `Gist` of the caller. Whoever is logged in may open it, where sharing by link is allowed. */
  'POST /api/v1/gist/create': {body?: {"statement"?: string | undefined; "doc_type"?: string | undefined; "name"?: string | undefined; "description"?: string | undefined}; answer: {"status": number; "id": number; "uuid": string; "link": string}};
  /** Upload a file that is to become a table. In a part `file` of a form, or of any other name: CSV, TSV, JSON or Parquet of 64 MB at most. Larger ones are sent in parts to `/api/v1/storage/{engine}/upload`. */
  'POST /api/v1/importer/upload/file': {body: FormData; answer: {"file_path": string}};
  /** The rows of a file that do not fit its columns. The whole file is read, and nothing is stored. 1000 rows at most are listed. */
  'POST /api/v1/imports/check': {body: {"engine": string; "file"?: {"path": string; "format": 'csv' | 'json' | 'parquet'; "delimiter": string; "quote": string; "escape": string; "header"?: boolean | undefined; "skip"?: number | undefined; "dateFormat"?: string | undefined; "timestampFormat"?: string | undefined} | undefined; "columns": ({"source": string; "name": string; "type"?: string | undefined; "isLeftOut"?: boolean | undefined})[]}; answer: {"badRows": ({"line": number; "column": string; "text": string; "problem": string})[]; "isMore": boolean}};
  /** What is in a file that is to become a table. Types are those that all values of a column have: the whole file is read. What is told of a CSV, such as its delimiter, is taken as it is. */
  'POST /api/v1/imports/guess': {body: {"engine": string; "path": string; "format": 'csv' | 'json' | 'parquet'; "delimiter"?: string | undefined; "quote"?: string | undefined; "header"?: boolean | undefined; "skip"?: number | undefined}; answer: {"file": {"path": string; "format": 'csv' | 'json' | 'parquet'; "delimiter": string; "quote": string; "escape": string; "header": boolean; "skip": number; "dateFormat": string; "timestampFormat": string}; "columns": ({"source": string; "name": string; "type": string})[]; "rows": ((string | null)[])[]; "rowCount": number}};
  /** Import a file into a table of Hive or Spark. Its rows are written as Parquet, copied over WebHDFS into a folder of the caller, and made a table of, each as the caller; the folder is removed then. It goes on when nobody waits for it. Two at a time of one caller. */
  'POST /api/v1/imports/loads': {body: {"engine": string; "file"?: {"path": string; "format": 'csv' | 'json' | 'parquet'; "delimiter": string; "quote": string; "escape": string; "header"?: boolean | undefined; "skip"?: number | undefined; "dateFormat"?: string | undefined; "timestampFormat"?: string | undefined} | undefined; "columns": ({"source": string; "name": string; "type"?: string | undefined; "isLeftOut"?: boolean | undefined})[]; "into": string; "format"?: 'orc' | 'parquet' | undefined; "database": string; "table": string; "mode"?: 'create' | 'replace' | 'append' | undefined; "skipsBadRows"?: boolean | undefined}; answer: Schemas['FileLoad']};
  /** Rehearse an import into Hive or Spark. The statements that would be run. Nothing is copied, and nothing runs. */
  'POST /api/v1/imports/loads/statements': {body: {"engine": string; "file"?: {"path": string; "format": 'csv' | 'json' | 'parquet'; "delimiter": string; "quote": string; "escape": string; "header"?: boolean | undefined; "skip"?: number | undefined; "dateFormat"?: string | undefined; "timestampFormat"?: string | undefined} | undefined; "columns": ({"source": string; "name": string; "type"?: string | undefined; "isLeftOut"?: boolean | undefined})[]; "into": string; "format"?: 'orc' | 'parquet' | undefined; "database": string; "table": string; "mode"?: 'create' | 'replace' | 'append' | undefined; "skipsBadRows"?: boolean | undefined}; answer: {"statements": string[]}};
  /** The statement that makes a table of a file. It is run like any other, which shows how far it is, and cancels it. Bad rows are left out, or else the first of them stops it. */
  'POST /api/v1/imports/statement': {body: {"engine": string; "file"?: {"path": string; "format": 'csv' | 'json' | 'parquet'; "delimiter": string; "quote": string; "escape": string; "header"?: boolean | undefined; "skip"?: number | undefined; "dateFormat"?: string | undefined; "timestampFormat"?: string | undefined} | undefined; "columns": ({"source": string; "name": string; "type"?: string | undefined; "isLeftOut"?: boolean | undefined})[]; "database": string; "table": string; "mode"?: 'create' | 'replace' | 'append' | undefined; "skipsBadRows"?: boolean | undefined}; answer: {"statement": string}};
  /** Write the rows of a workbook into a CSV. Of an XLSX file of 64 MB at most, its first worksheet. The CSV is not in a subfolder, has the name of the workbook with .csv at the end, and replaces an earlier one. */
  'POST /api/v1/imports/workbook': {body: {"engine": string; "path": string}; answer: {"path": string}};
  /** The columns of an uploaded file, as older clients ask. With its first rows. */
  'POST /api/v1/indexer/guess_field_types': {body?: {"fileFormat"?: {[name: string]: unknown} | undefined}; answer: {"status": number; "columns": ({[name: string]: unknown})[]; "sample": unknown[][]}};
  /** How an uploaded file is written, as older clients ask. From its beginning. Tabs and ends of lines are told as `\t` and `\n`. */
  'POST /api/v1/indexer/guess_format': {body?: {"fileFormat"?: {[name: string]: unknown} | undefined}; answer: {"status": number; "type": string; "fieldSeparator": string; "recordSeparator": string; "quoteChar": string; "hasHeader": boolean}};
  /** Make a table of an uploaded file, as older clients ask. The statement is run as if the caller had written it: the answer is that of `execute`. `destination.columns` are by the place of those of the file; those with `keep` false are left out. */
  'POST /api/v1/indexer/importer/submit': {body?: {"source"?: {[name: string]: unknown} | undefined; "destination"?: {[name: string]: unknown} | undefined}; answer: Schemas['Executed']};
  /** Saved queries with some words. As `/desktop/api/search/entities_interactive`. */
  'POST /api/v1/metadata/search/entities_interactive': {body?: {"sources"?: string[] | undefined; "query_s"?: string | undefined; "limit"?: number | undefined}; answer: {"status": number; "count": number; "results": ({"hue_name": string; "hue_description": string; "type": string; "doc_type": string; "owner": string; "originalName": string; "link": string; "last_modified": string; "uuid": string; "parentUuid": string})[]}};
  /** Take over documents that a person had on another server. With their ids, times and whom they are shared with. Folders stand before what is in them. What was saved, thrown away or deleted here since stays as it is, a document that differs gets a version, whom it is shared with changes by what has changed there, and a name that its folder has already gets a number. For administrators. */
  'POST /api/v1/migration/documents': {body: {"owner": string; "documents": ({"uuid": string; "kind": 'query' | 'folder' | 'dashboard' | 'notebook'; "name": string; "description"?: string | undefined; "folder"?: string | undefined; "changedAt": number; "number"?: number | undefined; "grants": ({"kind": 'user' | 'group' | 'link'; "name"?: string | undefined; "permission": 'read' | 'write'})[]; "content"?: {"engine"?: string | undefined; "database"?: string | undefined; "text"?: string | undefined; "state"?: {"charts"?: Schemas['ChartSpecification'][] | undefined; [name: string]: unknown} | undefined} | undefined; "dashboard"?: {"tiles": ({"id": string; "kind": 'chart' | 'table' | 'number' | 'text'; "title"?: string | undefined; "x": number; "y": number; "w": number; "h": number; "document"?: string | undefined; "chart"?: number | undefined; "column"?: string | undefined; "rows"?: number | undefined; "text"?: string | undefined})[]; "filters": ({"name": string; "kind"?: 'text' | 'number' | 'date' | undefined; "label"?: string | undefined; "value"?: string | undefined})[]} | undefined; "notebook"?: {"engine"?: string | undefined; "database"?: string | undefined; "variables"?: Record<string, unknown> | undefined; "cells": ({"id": string; "kind": 'text' | 'sql'; "text"?: string | undefined; "view"?: 'table' | 'chart' | undefined; "isFolded"?: boolean | undefined; "state"?: {"charts"?: Schemas['ChartSpecification'][] | undefined; [name: string]: unknown} | undefined})[]} | undefined})[]}; answer: {"outcomes": Schemas['MigrationOutcome'][]}};
  /** Documents and statements of everybody by their ids. Those that are here. For administrators who move another server to this one. */
  'POST /api/v1/migration/find': {body?: {"documents"?: string[] | undefined; "statements"?: string[] | undefined}; answer: {"documents": Schemas['MigratedDocument'][]; "statements": Schemas['MigratedStatement'][]}};
  /** Take over statements that a person ran on another server. Into the history, the oldest first. What is there by its id stays as it is, and what was deleted here stays so; there are no results of them. For administrators. */
  'POST /api/v1/migration/statements': {body: {"userName": string; "statements": ({"uuid": string; "engine": string; "database"?: string | undefined; "text": string; "state": 'available' | 'failed' | 'expired' | 'canceled'; "submittedAt": number})[]}; answer: {"added": number}};
  /** Run a cell of a notebook. As it is saved, and as the caller, with the permissions of the caller. It has to be a single statement. It answers when the server has accepted it. In a `session` that has ended nothing is run. */
  'POST /api/v1/notebooks/{uuid}/cells/{cell}/runs': {path: {uuid: string; cell: string}; body?: {"variables"?: Record<string, unknown> | undefined; "session"?: number | undefined}; answer: Schemas['NotebookResult']};
  /** The latest results of a notebook. Of what the caller ran in its cells. Nothing is run, and results of others are not shown. The state is `sending` while a statement waits for its session. */
  'POST /api/v1/notebooks/{uuid}/results': {path: {uuid: string}; body?: {"variables"?: Record<string, unknown> | undefined}; answer: {"results": Schemas['NotebookResult'][]}};
  /** Mark notices as read. Those that were written up to a time. */
  'POST /api/v1/notices/read': {body: {"until": number}; answer: undefined};
  /** How a statement may go on. Fails, as no optimizer is configured. */
  'POST /api/v1/optimizer/predict': {body?: {"interface"?: string | undefined; "database"?: string | undefined; "dbTables"?: string | undefined; "sourcePlatform"?: string | undefined; "query"?: string | undefined}; answer: {"status": number; "message": string}};
  /** Whether another engine can run it. Fails, as no optimizer is configured. */
  'POST /api/v1/optimizer/query_compatibility': {body?: {"interface"?: string | undefined; "database"?: string | undefined; "dbTables"?: string | undefined; "sourcePlatform"?: string | undefined; "query"?: string | undefined}; answer: {"status": number; "message": string}};
  /** What is risky about a statement. No optimizer is configured, so there are none. */
  'POST /api/v1/optimizer/query_risk': {body?: {"interface"?: string | undefined; "database"?: string | undefined; "dbTables"?: string | undefined; "sourcePlatform"?: string | undefined; "query"?: string | undefined}; answer: {"status": number; "query_risk": {"hints": ({[name: string]: unknown})[]; "noStats": string[]; "noDDL": string[]}}};
  /** Statements that are alike. Fails, as no optimizer is configured. */
  'POST /api/v1/optimizer/similar_queries': {body?: {"interface"?: string | undefined; "database"?: string | undefined; "dbTables"?: string | undefined; "sourcePlatform"?: string | undefined; "query"?: string | undefined}; answer: {"status": number; "message": string}};
  /** Aggregates that are used most. No optimizer is configured, so there are none. */
  'POST /api/v1/optimizer/top_aggs': {body?: {"interface"?: string | undefined; "database"?: string | undefined; "dbTables"?: string | undefined; "sourcePlatform"?: string | undefined; "query"?: string | undefined}; answer: {"status": number; "values": ({[name: string]: unknown})[]}};
  /** Columns that are used most. No optimizer is configured, so there are none. */
  'POST /api/v1/optimizer/top_columns': {body?: {"interface"?: string | undefined; "database"?: string | undefined; "dbTables"?: string | undefined; "sourcePlatform"?: string | undefined; "query"?: string | undefined}; answer: {"status": number; "values": {"results": unknown[]}}};
  /** Databases that are used most. No optimizer is configured, so there are none. */
  'POST /api/v1/optimizer/top_databases': {body?: {"interface"?: string | undefined; "database"?: string | undefined; "dbTables"?: string | undefined; "sourcePlatform"?: string | undefined; "query"?: string | undefined}; answer: {"status": number; "values": ({[name: string]: unknown})[]}};
  /** Filters that are used most. No optimizer is configured, so there are none. */
  'POST /api/v1/optimizer/top_filters': {body?: {"interface"?: string | undefined; "database"?: string | undefined; "dbTables"?: string | undefined; "sourcePlatform"?: string | undefined; "query"?: string | undefined}; answer: {"status": number; "values": ({[name: string]: unknown})[]}};
  /** Joins that are used most. No optimizer is configured, so there are none. */
  'POST /api/v1/optimizer/top_joins': {body?: {"interface"?: string | undefined; "database"?: string | undefined; "dbTables"?: string | undefined; "sourcePlatform"?: string | undefined; "query"?: string | undefined}; answer: {"status": number; "values": ({[name: string]: unknown})[]}};
  /** Tables that are used most. No optimizer is configured, so there are none. */
  'POST /api/v1/optimizer/top_tables': {body?: {"interface"?: string | undefined; "database"?: string | undefined; "dbTables"?: string | undefined; "sourcePlatform"?: string | undefined; "query"?: string | undefined}; answer: {"status": number; "top_tables": ({[name: string]: unknown})[]}};
  /** Cancel a statement. One that is not with its server yet is never sent. */
  'POST /api/v1/queries/{uuid}/cancel': {path: {uuid: string}; answer: undefined};
  /** What has changed from an earlier result to this one. Answered here by the embedded engine. Columns are the same by their names; rows by their keys, of equal keys the first by the first. Columns are counted from 0. */
  'POST /api/v1/results/{uuid}/compare': {path: {uuid: string}; body?: {"other"?: string | undefined; "keys"?: unknown[] | undefined; "change"?: 'changed' | 'added' | 'removed' | undefined; "from"?: number | undefined; "count"?: number | undefined}; answer: Schemas['ComparedRows']};
  /** Groups of rows of a result, for charts. Answered here, of all rows, by the embedded engine: the SQL server hears nothing of it. Columns are counted from 0. */
  'POST /api/v1/results/{uuid}/group': {path: {uuid: string}; body: {"search"?: string | undefined; "filter"?: ({"column"?: unknown | undefined; "operator": 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge' | 'contains' | 'starts' | 'ends' | 'matches' | 'null' | 'notNull'; "value"?: unknown | undefined; "values"?: unknown[] | undefined})[] | undefined; "by"?: ({"column"?: unknown | undefined; "unit"?: 'auto' | 'year' | 'quarter' | 'month' | 'week' | 'day' | 'hour' | 'minute' | undefined; "most"?: number | undefined})[] | undefined; "values": ({"aggregate": 'count' | 'countDistinct' | 'sum' | 'avg' | 'min' | 'max' | 'median'; "column"?: unknown | undefined})[]; "limit"?: number | undefined}; answer: Schemas['GroupedRows']};
  /** Make ready what questions about a result need. Only where all rows are here. */
  'POST /api/v1/results/{uuid}/prepare': {path: {uuid: string}; answer: {"isBegun": boolean}};
  /** Rows of a result that fit, in the order asked for. Answered here, of all rows, by the embedded engine: the SQL server hears nothing of it. Columns are counted from 0. */
  'POST /api/v1/results/{uuid}/query': {path: {uuid: string}; body?: {"search"?: string | undefined; "filter"?: ({"column"?: unknown | undefined; "operator": 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge' | 'contains' | 'starts' | 'ends' | 'matches' | 'null' | 'notNull'; "value"?: unknown | undefined; "values"?: unknown[] | undefined})[] | undefined; "sort"?: ({"column"?: unknown | undefined; "descending"?: boolean | undefined})[] | undefined; "from"?: number | undefined; "count"?: number | undefined; "spread"?: boolean | undefined}; answer: Schemas['QueriedRows']};
  /** Share a result. Others see its rows and the statement, ask it again and download it. They run and change nothing. */
  'POST /api/v1/results/{uuid}/shares': {path: {uuid: string}; body: {"title"?: string | undefined; "view"?: {"charts"?: Schemas['ChartSpecification'][] | undefined; [name: string]: unknown} | undefined; "grants": ({"kind": 'user' | 'group' | 'link'; "name"?: string | undefined})[]}; answer: Schemas['ResultShare']};
  /** What is in a column of a result. Answered here, of all rows, by the embedded engine: the SQL server hears nothing of it. Columns are counted from 0. */
  'POST /api/v1/results/{uuid}/summary': {path: {uuid: string}; body?: {"search"?: string | undefined; "filter"?: ({"column"?: unknown | undefined; "operator": 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge' | 'contains' | 'starts' | 'ends' | 'matches' | 'null' | 'notNull'; "value"?: unknown | undefined; "values"?: unknown[] | undefined})[] | undefined; "column"?: unknown | undefined; "bins"?: number | undefined; "top"?: number | undefined}; answer: Schemas['ColumnSummary']};
  /** Schedule a saved query. It runs as the caller, with the permissions that the caller has then. Who may read the query may schedule it. */
  'POST /api/v1/schedules': {body: {"document"?: string | undefined; "name": string; "cron": string; "timeZone"?: string | undefined; "variables"?: Record<string, unknown> | undefined; "retries"?: number | undefined; "retryPauseSeconds"?: number | undefined; "keep"?: number | undefined; "condition"?: {"of": 'rows' | 'value'; "operator": '>' | '>=' | '<' | '<=' | '=' | '!='; "value": string} | undefined; "rules": ({"on": 'done' | 'failed' | 'condition'; "by": 'product' | 'mail' | 'webhook' | 'kafka'; "to"?: string | undefined})[]}; answer: Schemas['Schedule']};
  /** What a cron expression says, and its next times. Nothing is stored. */
  'POST /api/v1/schedules/preview': {body: {"cron": string; "timeZone"?: string | undefined}; answer: {"reading": string; "next": number[]}};
  /** Pause a schedule. A run in progress goes on; one that waits to be tried again is canceled. */
  'POST /api/v1/schedules/{uuid}/pause': {path: {uuid: string}; answer: Schemas['Schedule']};
  /** Resume a schedule. Times that it missed are not made up for. The query is taken to be known as it is now, whoever changed it. */
  'POST /api/v1/schedules/{uuid}/resume': {path: {uuid: string}; answer: Schemas['Schedule']};
  /** Run a schedule now. Also one that is paused. One run of a schedule at a time. */
  'POST /api/v1/schedules/{uuid}/runs': {path: {uuid: string}; answer: Schemas['ScheduleRun']};
  /** Cancel a run of a schedule. It ends within seconds, and is not tried again. One that has ended stays as it is. */
  'POST /api/v1/schedules/{uuid}/runs/{run}/cancel': {path: {uuid: string; run: string}; answer: Schemas['ScheduleRun']};
  /** Comment on a shared result. All users who can read it can do so; 1000 comments at most. */
  'POST /api/v1/shares/{uuid}/comments': {path: {uuid: string}; body: {"text": string}; answer: Schemas['Comment']};
  /** Create a link that shows a snapshot without a login. By its owner. Its address is signed, and may be in a frame of the pages that the administrator has named. */
  'POST /api/v1/snapshots/{uuid}/links': {path: {uuid: string}; body?: {"days"?: number | undefined}; answer: Schemas['SnapshotLink']};
  /** Set the rights of files or folders. As `mode`, octal digits such as `750`, or as the nine rights and `sticky` one by one. */
  'POST /api/v1/storage/chmod': {body?: {"path"?: string[] | undefined; "mode"?: string | undefined; "user_read"?: boolean | undefined; "user_write"?: boolean | undefined; "user_execute"?: boolean | undefined; "group_read"?: boolean | undefined; "group_write"?: boolean | undefined; "group_execute"?: boolean | undefined; "other_read"?: boolean | undefined; "other_write"?: boolean | undefined; "other_execute"?: boolean | undefined; "sticky"?: boolean | undefined; "recursive"?: boolean | undefined}; answer: {"status": number; "path": string}};
  /** Set whose files or folders are. The cluster lets its superuser alone do so. What is left out stays. */
  'POST /api/v1/storage/chown': {body?: {"path"?: string[] | undefined; "user"?: string | undefined; "group"?: string | undefined; "recursive"?: boolean | undefined}; answer: {"status": number; "path": string}};
  /** Copy files or folders to another folder. With all that is in them; the first that cannot be copied ends it. */
  'POST /api/v1/storage/copy': {body?: {"src_path"?: string[] | undefined; "dest_path"?: string | undefined}; answer: {"status": number; "path": string}};
  /** Make a folder. With those above it. */
  'POST /api/v1/storage/mkdir': {body?: {"path"?: string | undefined; "name"?: string | undefined}; answer: {"status": number; "path": string}};
  /** Move files or folders to another folder. The first that cannot be moved ends it; those before it have been. */
  'POST /api/v1/storage/move': {body?: {"src_path"?: string[] | undefined; "dest_path"?: string | undefined}; answer: {"status": number; "path": string}};
  /** Rename a file or folder. A name that is taken is refused. */
  'POST /api/v1/storage/rename': {body?: {"src_path"?: string | undefined; "dest_path"?: string | undefined}; answer: {"status": number; "path": string}};
  /** Move files or folders to the trash, or delete them for good. With all that is in them. */
  'POST /api/v1/storage/rmtree': {body?: {"path"?: string[] | undefined; "skip_trash"?: boolean | undefined}; answer: {"status": number; "path": string}};
  /** Save a text over a file. The file stays as it was until all has been written. */
  'POST /api/v1/storage/save': {body?: {"path"?: string | undefined; "contents"?: string | undefined}; answer: {"status": number; "path": string}};
  /** Set how many copies the cluster keeps of a file. It makes them later. */
  'POST /api/v1/storage/set_replication': {body?: {"src_path"?: string | undefined; "replication_factor"?: number | undefined}; answer: {"status": number; "path": string}};
  /** Make an empty file. A name that its folder has already is refused. */
  'POST /api/v1/storage/touch': {body?: {"path"?: string | undefined; "name"?: string | undefined}; answer: {"status": number; "path": string}};
  /** Empty the trash of the caller. For good. */
  'POST /api/v1/storage/trash/purge': {body?: Record<string, unknown>; answer: {"status": number; "path": string}};
  /** Take files or folders out of the trash. To where they were. */
  'POST /api/v1/storage/trash/restore': {body?: {"path"?: string[] | undefined}; answer: {"status": number; "path": string}};
  /** Upload a part of a file. In a part of a form; the address says which it is. A part that came already is replaced. `upload/complete` makes the file of them. */
  'POST /api/v1/storage/upload/chunks': {query?: {"dest"?: string | undefined; "qqfilename"?: string | undefined; "qquuid"?: string | undefined; "qqtotalparts"?: number | undefined; "qqpartindex"?: number | undefined}; body: FormData; answer: {"status": number; "path": string}};
  /** Make a file of its parts. In their order. A name that the folder has already is refused; the parts stay then. */
  'POST /api/v1/storage/upload/complete': {body?: {"dest"?: string | undefined; "qqfilename"?: string | undefined; "qquuid"?: string | undefined; "qqtotalparts"?: number | undefined; "qqtotalfilesize"?: number | undefined}; answer: {"status": number; "path": string}};
  /** Upload a file to the cluster. In a part `hdfs_file` of a form, or of any other name, into the folder of `dest`. It is passed on as it comes; a name that the folder has already is refused. */
  'POST /api/v1/storage/upload/file': {query?: {"dest"?: string | undefined}; body: FormData; answer: {"status": number; "path": string}};
  /** Send a part of a file for the embedded engine. In a part of a form, 64 MB at most. It is appended to what is received; after a broken connection, read how much that is. */
  'POST /api/v1/storage/{engine}/upload': {path: {engine: string}; query?: {"id"?: string | undefined; "offset"?: number | undefined; "total"?: number | undefined}; body: FormData; answer: {"received": number}};
  /** Create a file of the received parts. A name that is taken is refused unless the file is to be replaced. */
  'POST /api/v1/storage/{engine}/upload/complete': {path: {engine: string}; body: {"id": string; "path": string; "total": number; "replace"?: boolean | undefined}; answer: undefined};
  /** Begin to work out figures of the columns of a table. One statement, which reads the whole table: it is followed, canceled and read like any other. Its one row has the figures in the order of the answer; the first is how many rows there are. Of a table with more than 300 columns the first 300 are looked at. */
  'POST /api/v1/tables/{engine}/{database}/{table}/profile': {path: {engine: string; database: string; table: string}; answer: {"uuid": string; "figures": ({"column": string; "figure": string})[]; "isCut": boolean}};
  /** Open a closed tab again. Behind the others. */
  'POST /api/v1/tabs/{uuid}/reopen': {path: {uuid: string}; answer: Schemas['Tab']};
  /** Log in and get tokens. Needs no login. What is not good answers 401. */
  'POST /api/v1/token/auth': {body?: {"username"?: string | undefined; "password"?: string | undefined}; answer: {"refresh": string; "access": string}};
  /** Get another token for calls. Needs no login. What is not good answers 401. */
  'POST /api/v1/token/refresh': {body?: {"refresh"?: string | undefined}; answer: {"access": string}};
  /** Try a token. Needs no login. What is not good answers 401. */
  'POST /api/v1/token/verify': {body?: {"token"?: string | undefined}; answer: Record<string, unknown>};
  /** Make a token for a script. The token is shown this once. */
  'POST /api/v1/tokens': {body: {"name": string; "days"?: number | undefined}; answer: Schemas['NewToken']};
  /** Keep or forget a preference. `set` is the value; `delete` forgets it. */
  'POST /api/v1/user_preferences/{name}': {path: {name: string}; body?: {"set"?: string | undefined; "delete"?: string | undefined}; answer: {"status": number; "data": {[name: string]: string}}};
  /** Have an engine work out the figures of a table. Answers when it has begun; `check_status` of the editor tells the rest. */
  'POST /api/v1/{dialect}/analyze/{database}/{table}': {path: {dialect: string; database: string; table: string}; body?: {"withColumns"?: boolean | undefined}; answer: {"status": number; "message": string; "history_uuid": string}};
  /** Have an engine work out the figures of a table and its columns. Whichever columns are named, those of all are worked out. */
  'POST /api/v1/{dialect}/analyze/{database}/{table}/{columns}': {path: {dialect: string; database: string; table: string; columns: string}; answer: {"status": number; "message": string; "history_uuid": string}};
  /** The same. In another member. */
  'POST /desktop/api/search/entities': {body?: {"sources"?: string[] | undefined; "query_s"?: string | undefined; "limit"?: number | undefined}; answer: {"status": number; "count": number; "entities": ({"hue_name": string; "hue_description": string; "type": string; "doc_type": string; "owner": string; "originalName": string; "link": string; "last_modified": string; "uuid": string; "parentUuid": string})[]}};
  /** Saved queries with some words. As long as somebody types. */
  'POST /desktop/api/search/entities_interactive': {body?: {"sources"?: string[] | undefined; "query_s"?: string | undefined; "limit"?: number | undefined}; answer: {"status": number; "count": number; "results": ({"hue_name": string; "hue_description": string; "type": string; "doc_type": string; "owner": string; "originalName": string; "link": string; "last_modified": string; "uuid": string; "parentUuid": string})[]}};
  /** A job of a cluster. With all that the cluster tells of it. */
  'POST /jobbrowser/api/job': {body?: {"interface"?: string | undefined; "app_id"?: string | undefined}; answer: {"status": number; "app": Schemas['ClusterJobDetails']}};
  /** Kill jobs. Each is tried. Owners kill their own, administrators all, as far as the cluster lets them. */
  'POST /jobbrowser/api/job/action': {body?: {"interface"?: string | undefined; "app_ids"?: string[] | undefined; "operation"?: {[name: string]: unknown} | undefined}; answer: Schemas['Killed']};
  /** Kill jobs. The kind of jobs and `kill` are in the path. */
  'POST /jobbrowser/api/job/action/{face}/{action}': {path: {face: string; action: string}; body?: {"app_ids"?: string[] | undefined; "operation"?: {[name: string]: unknown} | undefined}; answer: Schemas['Killed']};
  /** Logs of a job. What the cluster does not keep any more is absent. */
  'POST /jobbrowser/api/job/logs': {body?: {"interface"?: string | undefined; "app_id"?: string | undefined; "name"?: string | undefined}; answer: {"status": number; "logs": {"logs": string; "logsList": string[]}}};
  /** A job of a cluster. The kind of jobs is in the path. */
  'POST /jobbrowser/api/job/{face}': {path: {face: string}; body?: {"app_id"?: string | undefined}; answer: {"status": number; "app": Schemas['ClusterJobDetails']}};
  /** Jobs of a cluster. As far as the cluster lets the caller see them. */
  'POST /jobbrowser/api/jobs': {body?: {"interface"?: string | undefined; "filters"?: ({[name: string]: unknown})[] | undefined}; answer: {"status": number; "apps": Schemas['ClusterJob'][]; "total": number; "is_cut": boolean}};
  /** Jobs of a cluster. The kind of jobs is in the path. */
  'POST /jobbrowser/api/jobs/{face}': {path: {face: string}; body?: {"filters"?: ({[name: string]: unknown})[] | undefined}; answer: {"status": number; "apps": Schemas['ClusterJob'][]; "total": number; "is_cut": boolean}};
  /** Jobs of YARN, in the oldest form. For scripts of many years ago. */
  'POST /jobbrowser/jobs': {body?: {"user"?: string | undefined; "state"?: string | undefined; "text"?: string | undefined; "time_value"?: number | undefined; "time_unit"?: string | undefined}; answer: {"jobs": ({[name: string]: unknown})[]}};
  /** Kill a job of YARN, in the oldest form. For scripts of many years ago. */
  'POST /jobbrowser/jobs/{id}/kill': {path: {id: string}; answer: {"status": number}};
  /** Classify an entity. Those that it has already stay. */
  'POST /metadata/api/catalog/add_tags': {body?: {"id"?: string | undefined; "tags"?: string[] | undefined}; answer: {"status": number; "entity": {[name: string]: unknown}}};
  /** Take classifications from an entity. One after the other; the first that it does not have ends it. */
  'POST /metadata/api/catalog/delete_tags': {body?: {"id"?: string | undefined; "tags"?: string[] | undefined}; answer: {"status": number; "entity": {[name: string]: unknown}}};
  /** What the catalog knows of a table, a column or a database. By the names that the engine has for it. */
  'POST /metadata/api/catalog/find_entity': {body?: {"type"?: string | undefined; "database"?: string | undefined; "table"?: string | undefined; "name"?: string | undefined; "source_type"?: string | undefined}; answer: {"status": number; "entity": {[name: string]: unknown}}};
  /** Classifications that there are. By name, with how many entities that the caller may see have each. */
  'POST /metadata/api/catalog/list_tags': {body?: {"prefix"?: string | undefined; "limit"?: number | undefined}; answer: {"status": number; "tags": {[name: string]: number}}};
  /** Entities of the catalog with some words. The best ones first. */
  'POST /metadata/api/catalog/search_entities': {body?: {"query_s"?: string | undefined; "limit"?: number | undefined; "offset"?: number | undefined; "sources"?: string[] | undefined}; answer: {"status": number; "entities": ({[name: string]: unknown})[]; "count": number; "offset": number; "limit": number; "query_s": string}};
  /** The same as long as somebody types. In another member. */
  'POST /metadata/api/catalog/search_entities_interactive': {body?: {"query_s"?: string | undefined; "limit"?: number | undefined; "offset"?: number | undefined; "sources"?: string[] | undefined; "prefix"?: string | undefined}; answer: {"status": number; "results": ({[name: string]: unknown})[]; "count": number}};
  /** Words that begin so. Of what the catalog has. */
  'POST /metadata/api/catalog/suggest': {body?: {"prefix"?: string | undefined}; answer: {"status": number; "suggest": string[]}};
  /** Describe an entity, and set its custom properties. Custom properties that are not named are kept. */
  'POST /metadata/api/catalog/update_properties': {body?: {"id"?: string | undefined; "properties"?: {[name: string]: unknown} | undefined; "modifiedCustomMetadata"?: {[name: string]: unknown} | undefined; "deletedCustomMetadataKeys"?: string[] | undefined}; answer: {"status": number; "entity": {[name: string]: unknown}}};
  /** The databases of an engine. By name. */
  'POST /metastore/databases': {body?: {"source_type"?: string | undefined}; answer: {"status": number; "databases": string[]}};
  /** Drop databases. With all that is in them. */
  'POST /metastore/databases/drop': {body?: {"source_type"?: string | undefined; "database_selection"?: string[] | undefined}; answer: Schemas['Executed']};
  /** Set properties of a database. By name; others stay. */
  'POST /metastore/databases/{database}/alter': {path: {database: string}; body?: {"source_type"?: string | undefined; "properties"?: {[name: string]: unknown} | undefined}; answer: {"status": number; "data": {[name: string]: unknown}}};
  /** All that is known of a database. Where it lies, whose it is and its properties. */
  'POST /metastore/databases/{database}/metadata': {path: {database: string}; body?: {"source_type"?: string | undefined}; answer: {"status": number; "data": {[name: string]: unknown}}};
  /** All that is known of a table. As `describe` of the editor. */
  'POST /metastore/table/{database}/{table}': {path: {database: string; table: string}; body?: {"source_type"?: string | undefined}; answer: Schemas['Description']};
  /** Rename a table, or say what it is for. `new_table_name`, `comment`, or both. A comment may be empty. */
  'POST /metastore/table/{database}/{table}/alter': {path: {database: string; table: string}; body?: {"source_type"?: string | undefined; "new_table_name"?: string | undefined; "comment"?: string | undefined}; answer: {"status": number; "data": {[name: string]: unknown}}};
  /** Rename a column, change its type, or say what it is for. What is left out stays. */
  'POST /metastore/table/{database}/{table}/alter_column': {path: {database: string; table: string}; body?: {"source_type"?: string | undefined; "column"?: string | undefined; "new_column_name"?: string | undefined; "new_column_type"?: string | undefined; "comment"?: string | undefined}; answer: {"status": number; "data": {[name: string]: unknown}}};
  /** Move a file of the cluster into a table. Its rows are added, or with `overwrite` those before them go. */
  'POST /metastore/table/{database}/{table}/load': {path: {database: string; table: string}; body?: {"source_type"?: string | undefined; "path"?: string | undefined; "overwrite"?: boolean | undefined}; answer: Schemas['Executed']};
  /** All that is known of a table, in one member. As `describe` of the editor. */
  'POST /metastore/table/{database}/{table}/metadata': {path: {database: string; table: string}; body?: {"source_type"?: string | undefined}; answer: {"status": number; "data": {[name: string]: unknown}}};
  /** The partitions of a table. `list_partitions_limit` says how many are listed. */
  'POST /metastore/table/{database}/{table}/partitions': {path: {database: string; table: string}; body?: {"source_type"?: string | undefined}; answer: {"status": number; "partition_keys_json": string[]; "partition_values_json": ({"columns": (string | null)[]; "partitionSpec": string; "readUrl": string; "browseUrl": string; "notebookUrl": string})[]; "is_cut": boolean}};
  /** Drop partitions of a table. Each as statements name it: `day='2024-01-01',region='eu'`. */
  'POST /metastore/table/{database}/{table}/partitions/drop': {path: {database: string; table: string}; body?: {"source_type"?: string | undefined; "partition_selection"?: string[] | undefined}; answer: Schemas['Executed']};
  /** Have an engine read anew what it keeps of a table. Such as which files it has. Status 5 where an engine keeps nothing. */
  'POST /metastore/table/{database}/{table}/refresh': {path: {database: string; table: string}; body?: {"source_type"?: string | undefined}; answer: Schemas['Executed']};
  /** Drop tables or views. One after the other; the first that cannot be dropped ends it. */
  'POST /metastore/tables/drop/{database}': {path: {database: string}; body?: {"source_type"?: string | undefined; "table_selection"?: string[] | undefined}; answer: Schemas['Executed']};
  /** The tables of a database. With `filter` those that have it in their names. */
  'POST /metastore/tables/{database}': {path: {database: string}; body?: {"source_type"?: string | undefined; "filter"?: string | undefined}; answer: {"status": number; "database_meta": {[name: string]: unknown}; "tables": ({[name: string]: unknown})[]; "table_names": string[]; "search_filter": string; "count": number}};
  /** Copy notebooks. To the top of what the caller owns. */
  'POST /notebook/copy': {body?: {"notebooks"?: ({[name: string]: unknown})[] | undefined}; answer: {"status": number; "message": string}};
  /** Throw notebooks away. Into the trash of the caller. */
  'POST /notebook/delete': {body?: {"notebooks"?: ({[name: string]: unknown})[] | undefined}; answer: {"status": number; "message": string}};
  /** A whole result as a file, for older scripts. By its statement. */
  'POST /notebook/download': {body?: {"operationId"?: string | undefined; "snippet"?: {[name: string]: unknown} | undefined; "notebook"?: {[name: string]: unknown} | undefined; "format"?: string | undefined}; answer: Blob};
  /** Change a check. All of it, as when it is created. Where something else is expected, what it found before is forgotten, and a run in progress is canceled. */
  'PUT /api/v1/checks/{uuid}': {path: {uuid: string}; body: {"engine": string; "database": string; "table": string; "kind": 'rows' | 'nulls' | 'unique' | 'range' | 'list' | 'freshness' | 'sql'; "columns"?: string[] | undefined; "min"?: string | undefined; "max"?: string | undefined; "values"?: string[] | undefined; "hours"?: number | undefined; "filter"?: string | undefined; "sql"?: string | undefined; "condition"?: {"of": 'rows' | 'value'; "operator": '>' | '>=' | '<' | '<=' | '=' | '!='; "value": string} | undefined; "name": string; "cron"?: string | undefined; "timeZone"?: string | undefined; "retries"?: number | undefined; "retryPauseSeconds"?: number | undefined; "keep"?: number | undefined; "rules": ({"on": 'done' | 'failed' | 'condition'; "by": 'product' | 'mail' | 'webhook' | 'kafka'; "to"?: string | undefined})[]}; answer: Schemas['Schedule']};
  /** Save a document. What is left out stays. A query has `content`, a dashboard `dashboard`, a notebook `notebook`, and a folder none of them. A saving that changes nothing makes no version, and of those of a notebook that one person makes within 10 minutes without a comment the last stays. Where somebody saved it meanwhile, 409 with the document as it is. */
  'PUT /api/v1/documents/{uuid}': {path: {uuid: string}; body: {"version": number; "comment"?: string | undefined; "name"?: string | undefined; "description"?: string | undefined; "content"?: {"engine"?: string | undefined; "database"?: string | undefined; "text"?: string | undefined; "state"?: {"charts"?: Schemas['ChartSpecification'][] | undefined; [name: string]: unknown} | undefined} | undefined; "dashboard"?: {"tiles": ({"id": string; "kind": 'chart' | 'table' | 'number' | 'text'; "title"?: string | undefined; "x": number; "y": number; "w": number; "h": number; "document"?: string | undefined; "chart"?: number | undefined; "column"?: string | undefined; "rows"?: number | undefined; "text"?: string | undefined})[]; "filters": ({"name": string; "kind"?: 'text' | 'number' | 'date' | undefined; "label"?: string | undefined; "value"?: string | undefined})[]} | undefined; "notebook"?: {"engine"?: string | undefined; "database"?: string | undefined; "variables"?: Record<string, unknown> | undefined; "cells": ({"id": string; "kind": 'text' | 'sql'; "text"?: string | undefined; "view"?: 'table' | 'chart' | undefined; "isFolded"?: boolean | undefined; "state"?: {"charts"?: Schemas['ChartSpecification'][] | undefined; [name: string]: unknown} | undefined})[]} | undefined}; answer: Schemas['SavedDocument']};
  /** Share a document. With these and no others. A folder is shared with all that is in it, also with what comes later. */
  'PUT /api/v1/documents/{uuid}/grants': {path: {uuid: string}; body: {"grants": ({"kind": 'user' | 'group' | 'link'; "name"?: string | undefined; "permission": 'read' | 'write'})[]}; answer: Schemas['Grants']};
  /** Keep a preference. Without a value it is taken away. */
  'PUT /api/v1/preferences/{name}': {path: {name: string}; body?: {"value"?: unknown | undefined}; answer: undefined};
  /** Change a schedule. All of it but the query. A run in progress goes on as it was. */
  'PUT /api/v1/schedules/{uuid}': {path: {uuid: string}; body: {"name": string; "cron": string; "timeZone"?: string | undefined; "variables"?: Record<string, unknown> | undefined; "retries"?: number | undefined; "retryPauseSeconds"?: number | undefined; "keep"?: number | undefined; "condition"?: {"of": 'rows' | 'value'; "operator": '>' | '>=' | '<' | '<=' | '=' | '!='; "value": string} | undefined; "rules": ({"on": 'done' | 'failed' | 'condition'; "by": 'product' | 'mail' | 'webhook' | 'kafka'; "to"?: string | undefined})[]}; answer: Schemas['Schedule']};
  /** Change who may see a snapshot. By its owner. What it shows stays as it is. */
  'PUT /api/v1/snapshots/{uuid}': {path: {uuid: string}; body: {"name": string; "description"?: string | undefined; "audience"?: 'owner' | 'dashboard' | undefined; "hasPreview"?: boolean | undefined}; answer: Schemas['SnapshotHead']};
  /** Put tabs in order. As listed; what is not listed comes behind. */
  'PUT /api/v1/tabs': {body: {"order": string[]}; answer: undefined};
  /** Save a tab, or begin one. The page makes the id. What somebody saved meanwhile is not overwritten: 409 with the tab as it is. */
  'PUT /api/v1/tabs/{uuid}': {path: {uuid: string}; body?: {"revision"?: number | undefined; "content"?: Record<string, unknown> | undefined; "kept"?: string[] | undefined}; answer: Schemas['SavedTab']};
};
