/** What every setting means, as the help and docs/running.md show it. */
import { defaultQuota } from "@formwork/domain/limits/Budget"

export interface About {
  readonly name: string
  /** The default, as the help shows it. */
  readonly fallback: string
  readonly meaning: string
  /** What a valid value is; completes the sentence "<name> must be …". */
  readonly allowed: string
  /** Whether its value is never shown. */
  readonly isSecret?: boolean
}

export const table = {
  port: {
    name: "PORT",
    fallback: "8787",
    meaning: "The TCP port to listen on; 0 picks a free one.",
    allowed: "a whole number from 0 to 65535"
  },
  host: {
    name: "HOST",
    fallback: "127.0.0.1",
    meaning: "The address to listen on; 0.0.0.0 for every interface.",
    allowed: "an address of this machine"
  },
  adminPort: {
    name: "ADMIN_PORT",
    fallback: "the one after PORT",
    meaning: "The TCP port for /health/live, /health/ready and /metrics; 0 picks a free one.",
    allowed: "a whole number from 0 to 65535"
  },
  adminHost: {
    name: "ADMIN_HOST",
    fallback: "127.0.0.1",
    meaning: "The address for that port. Requests there need no key: let only the operator reach it.",
    allowed: "an address of this machine"
  },
  dataDir: {
    name: "FORMWORK_DATA_DIR",
    fallback: ".formwork",
    meaning: "The folder of the embedded database. Not used with DATABASE_URL.",
    allowed: "a folder that can be written"
  },
  databaseUrl: {
    name: "DATABASE_URL",
    fallback: "none: the embedded database",
    meaning:
      "A Postgres server (15 to 18) to use instead, as postgres://user:password@host:port/database; several hosts with commas between.",
    allowed: "a URL that begins with postgres:// or postgresql://",
    isSecret: true
  },
  databasePooler: {
    name: "DATABASE_POOLER",
    fallback: "none",
    meaning:
      "transaction where a pooler such as pgbouncer gives out connections by transaction: then nothing is prepared. none for a pooler by session, or without one.",
    allowed: "none or transaction"
  },
  databaseReadUrl: {
    name: "DATABASE_READ_URL",
    fallback: "none: all reads go to DATABASE_URL",
    meaning:
      "A standby of that server, or several servers of which one is, with a login as in DATABASE_URL: lists, exports and reports are read there, once it has all that the primary had when they began.",
    allowed: "a URL that begins with postgres:// or postgresql://",
    isSecret: true
  },
  databaseReadLag: {
    name: "DATABASE_READ_LAG",
    fallback: "1 second",
    meaning:
      "How far the standby of DATABASE_READ_URL may be behind: a read waits so long for it, and then goes to the primary.",
    allowed: "a duration from 10 millis to 1 day"
  },
  keyPrefix: {
    name: "KEY_PREFIX",
    fallback: "fwk",
    meaning: "What every API key begins with. Keys made under another prefix stop working.",
    allowed: "two to twelve lower-case letters"
  },
  sessionPrefix: {
    name: "SESSION_PREFIX",
    fallback: "fws",
    meaning: "What every session's token begins with. It has to differ from KEY_PREFIX.",
    allowed: "two to twelve lower-case letters, and differ from KEY_PREFIX"
  },
  invitationPrefix: {
    name: "INVITATION_PREFIX",
    fallback: "fwi",
    meaning: "What every invitation's token begins with. It has to differ from KEY_PREFIX and SESSION_PREFIX.",
    allowed: "two to twelve lower-case letters, and differ from KEY_PREFIX and SESSION_PREFIX"
  },
  invitationDays: {
    name: "INVITATION_DAYS",
    fallback: "7",
    meaning: "How many days an invitation can be used.",
    allowed: "a whole number from 1 to 90"
  },
  appUrl: {
    name: "APP_URL",
    fallback: "the console on the embedded database; else none: an invitation has only its token",
    meaning: "Where people use the app. Invitations link to <APP_URL>/invitation#<token>.",
    allowed: "a URL that begins with https:// or http://, without a query"
  },
  sessionHours: {
    name: "SESSION_HOURS",
    fallback: "12",
    meaning: "How many hours a session lasts after signing in, used or not.",
    allowed: "a whole number from 1 to 8760"
  },
  keyPepper: {
    name: "KEY_PEPPER",
    fallback: "made once and kept in the data folder; required with DATABASE_URL",
    meaning:
      "The secret under which keys are hashed, at least 32 characters (openssl rand -base64 32). To replace it, put the new one first and the old one after a comma.",
    allowed: "at least 32 characters, or several such secrets with commas between",
    isSecret: true
  },
  ratePerMinute: {
    name: "RATE_LIMIT_PER_MINUTE",
    fallback: String(defaultQuota.limit),
    meaning: "How many requests each key may make in one RATE_LIMIT_WINDOW, by default a minute.",
    allowed: "a whole number from 1 to 1000000"
  },
  rateWindow: {
    name: "RATE_LIMIT_WINDOW",
    fallback: "1 minute",
    meaning: "The length of the window in which requests are counted, such as 10 seconds or 250 millis.",
    allowed: "a duration from 100 millis to 1 day"
  },
  redisUrl: {
    name: "REDIS_URL",
    fallback: "none: counted by the database server, or by the one process on the embedded database",
    meaning: "A Redis that counts requests instead, as redis://user:password@host:port/database, or rediss:// for TLS.",
    allowed: "a URL that begins with redis:// or rediss://",
    isSecret: true
  },
  redisAway: {
    name: "RATE_LIMIT_REDIS_AWAY",
    fallback: "closed",
    meaning:
      "What happens while that Redis is out of reach. closed: requests are answered 503. local: each process gives each key a budget of its own.",
    allowed: "closed or local"
  },
  trustProxy: {
    name: "TRUST_PROXY",
    fallback: "0",
    meaning:
      "How many of your own proxies stand in front of the server. Each adds an entry to X-Forwarded-For; the client's address is that many entries from the right. With 0 the header is ignored.",
    allowed: "a whole number from 0 to 10"
  },
  maxConnections: {
    name: "MAX_CONNECTIONS",
    fallback: "1000",
    meaning:
      "How many connections each process of the API has at once; one more is closed at once. When all are taken, those that never had a valid credential, and wait for no answer or do not read it, make room.",
    allowed: "a whole number from 10 to 100000"
  },
  maxBodiesMib: {
    name: "MAX_BODIES_MIB",
    fallback: "64",
    meaning:
      "How many MiB of request bodies each process holds at once; beyond that a body is refused with 503 before it is read. One credential gets at most a quarter.",
    allowed: "a whole number from 4 to 65536"
  },
  maxUploadsMib: {
    name: "MAX_UPLOADS_MIB",
    fallback: "128",
    meaning:
      "How many MiB of files that are sent each process holds at once, and of files that are downloaded as many again, beside `MAX_BODIES_MIB`; small files have a sixteenth more. A file that finds no room waits up to two minutes. One organisation gets half, one credential a quarter, or one file.",
    allowed: "a whole number from 16 to 65536"
  },
  maxFilesGb: {
    name: "MAX_FILES_GB",
    fallback: "20",
    meaning:
      "How many GB (1,000,000,000 bytes) the files of an organisation may have in all, those that its submissions name and those of the last day that none does. One more is refused with 409.",
    allowed: "a whole number from 1 to 1000000"
  },
  console: {
    name: "CONSOLE",
    fallback: "1",
    meaning: "1 serves the console at /console/; 0 serves the API alone.",
    allowed: "1 or 0"
  },
  mcpOrigins: {
    name: "MCP_ALLOWED_ORIGINS",
    fallback: "none",
    meaning: "The web sites whose pages may call /mcp, with commas between. Only browsers need an entry.",
    allowed: "origins such as https://app.example.com, with commas between"
  },
  processes: {
    name: "PROCESSES",
    fallback: "1",
    meaning:
      "How many processes serve on PORT, each on a core of its own; auto takes one for each core. Above 1 only with DATABASE_URL, and each takes connections to it. SIGHUP restarts them one at a time.",
    allowed: "auto or a whole number from 1 to 64"
  },
  organisation: {
    name: "FORMWORK_ORGANISATION",
    fallback: "none; the embedded database gets the demo",
    meaning:
      "The name of an organisation to found at the first start, in a database that has none. Nothing happens where there is one, whatever its name.",
    allowed: "a name of 1 to 200 characters, none of them a control character"
  },
  ownerEmail: {
    name: "FORMWORK_OWNER_EMAIL",
    fallback: "none; required with FORMWORK_ORGANISATION",
    meaning: "The e-mail address of that organisation's owner.",
    allowed: "an e-mail address"
  },
  ownerPasswordFile: {
    name: "FORMWORK_OWNER_PASSWORD_FILE",
    fallback: "none: the first start shows an invitation, on a terminal, or in a file of the data folder",
    meaning: "A file with the owner's password, 12 to 200 characters. It is read at the first start alone.",
    allowed: "the name of a file"
  },
  operatorTokenHash: {
    name: "OPERATOR_TOKEN_HASH",
    fallback: "none: ADMIN_PORT has no calls about organisations",
    meaning:
      "The SHA-256 of the token with which ADMIN_PORT takes calls that found, list, suspend and resume organisations (docs/organisations.md).",
    allowed: '64 hexadecimal digits, as `printf %s "$TOKEN" | sha256sum` prints them'
  },
  operatorDatabaseUrl: {
    name: "OPERATOR_DATABASE_URL",
    fallback: "DATABASE_URL",
    meaning:
      "The same database with a login that is formwork_operator or may become it: for OPERATOR_TOKEN_HASH and `formwork organisation`, where DATABASE_URL's login is formwork_api.",
    allowed: "a URL that begins with postgres:// or postgresql://",
    isSecret: true
  },
  workers: {
    name: "WORKERS",
    fallback: "1",
    meaning: "Whether this process sends effects itself: 1, or 0 where `formwork worker` does.",
    allowed: "0 or 1"
  },
  workerDatabaseUrl: {
    name: "WORKER_DATABASE_URL",
    fallback: "DATABASE_URL",
    meaning:
      "The same database with a login that is formwork_worker or may become it. Needed where DATABASE_URL's login is formwork_api.",
    allowed: "a URL that begins with postgres:// or postgresql://",
    isSecret: true
  },
  workerConcurrency: {
    name: "WORKER_CONCURRENCY",
    fallback: "64",
    meaning: "How many effects this process sends at once.",
    allowed: "a whole number from 1 to 1000"
  },
  workerPerDestination: {
    name: "WORKER_PER_DESTINATION",
    fallback: "4",
    meaning:
      "How many effects of an organisation may be on their way to one destination at once, from all processes together, before a process knows how it answers. All destinations of an organisation get 16, or this number where it is larger, and what each has earned above it. Use the same value in every process.",
    allowed: "a whole number from 1 to 1000"
  },
  workerMostPerDestination: {
    name: "WORKER_MOST_PER_DESTINATION",
    fallback: "32",
    meaning:
      "How many a destination gets at most while it answers well and within a second. At or below WORKER_PER_DESTINATION it never gets more than that. Use the same value in every process.",
    allowed: "a whole number from 1 to 1000"
  },
  workerLeaseSeconds: {
    name: "WORKER_LEASE_SECONDS",
    fallback: "60",
    meaning:
      "How long after a process died another one sends what it was sending. A send may take three quarters of that time. Use the same value in every process.",
    allowed: "a whole number from 5 to 3600"
  },
  workerPoll: {
    name: "WORKER_POLL",
    fallback: "1 second",
    meaning:
      "How often a process looks for due effects without being woken: those that another process filed, those due again, those that a crash left.",
    allowed: "a duration from 10 millis to 1 day"
  },
  workerRetryWaits: {
    name: "WORKER_RETRY_WAITS",
    fallback: "5 seconds, 5 minutes, 30 minutes, 2 hours, 5 hours, 10 hours, 10 hours",
    meaning:
      "How long to wait after each failed attempt; each wait is up to a fifth longer. When the attempt after the last wait fails, the effect is dead.",
    allowed: "up to 100 durations from 100 millis to 1 day with commas between"
  },
  smtpUrl: {
    name: "SMTP_URL",
    fallback: "none: e-mail is printed on standard output, or fails where DATABASE_URL is set",
    meaning: "The mail server, as smtp://user:password@host:port or smtps://user:password@host:port.",
    allowed: "a URL that begins with smtp:// or smtps://",
    isSecret: true
  },
  mailFrom: {
    name: "MAIL_FROM",
    fallback: "none; required with SMTP_URL",
    meaning: "The sender of e-mail: an address, or a name and an address in angle brackets.",
    allowed: "an e-mail address, or a name and an address as in: Example Forms <forms@example.org>"
  },
  secretsKey: {
    name: "SECRETS_KEY",
    fallback: "derived from KEY_PEPPER",
    meaning:
      "The secret under which organisations' secrets are encrypted, at least 32 characters. To replace it, put the new one first and the old one after a comma.",
    allowed: "at least 32 characters, or several such secrets with commas between",
    isSecret: true
  },
  outboundAllowHttp: {
    name: "OUTBOUND_ALLOW_HTTP",
    fallback: "false",
    meaning: "Whether effects may go to http: URLs, unencrypted. For development.",
    allowed: "true or false"
  },
  outboundAllowPrivate: {
    name: "OUTBOUND_ALLOW_PRIVATE",
    fallback: "false",
    meaning: "Whether effects may go to addresses that are not public. For development.",
    allowed: "true or false"
  },
  otelEndpoint: {
    name: "OTEL_EXPORTER_OTLP_ENDPOINT",
    fallback: "none: no traces",
    meaning:
      "Where traces go by OTLP over HTTP, as http://collector:4318; /v1/traces is appended. Requests then take part in the trace of their traceparent.",
    allowed: "a URL that begins with http:// or https://"
  },
  otelHeaders: {
    name: "OTEL_EXPORTER_OTLP_HEADERS",
    fallback: "none",
    meaning: "Headers for that collector, as name=value with commas between, percent-encoded.",
    allowed: "name=value, several with commas between",
    isSecret: true
  },
  otelServiceName: {
    name: "OTEL_SERVICE_NAME",
    fallback: "formwork",
    meaning: "What traces call this service.",
    allowed: "a name"
  },
  otelAttributes: {
    name: "OTEL_RESOURCE_ATTRIBUTES",
    fallback: "none",
    meaning: "What else traces say of this service, as deployment.environment.name=production with commas between.",
    allowed: "name=value, several with commas between"
  },
  otelSampler: {
    name: "OTEL_TRACES_SAMPLER",
    fallback: "parentbased_always_on",
    meaning:
      "Which requests are traced: always_on, always_off, traceidratio, or with parentbased_ before it, where the flag of a request's traceparent decides if it has one.",
    allowed:
      "always_on, always_off, traceidratio, parentbased_always_on, parentbased_always_off or parentbased_traceidratio"
  },
  otelSamplerArg: {
    name: "OTEL_TRACES_SAMPLER_ARG",
    fallback: "1",
    meaning: "The share of traces that a sampler with traceidratio keeps, from 0 to 1.",
    allowed: "a number from 0 to 1"
  },
  logLevel: {
    name: "LOG_LEVEL",
    fallback: "Info",
    meaning:
      "The least serious messages to log, to standard error: All, Trace, Debug, Info, Warn, Error, Fatal or None.",
    allowed: "All, Trace, Debug, Info, Warn, Error, Fatal or None"
  }
} satisfies { readonly [setting: string]: About }

/** The table as text, for `--help`. */
export const help: string = Object.values(table)
  .map(({ fallback, meaning, name }) => `  ${name}\n      ${meaning}\n      Default: ${fallback}.`)
  .join("\n")
