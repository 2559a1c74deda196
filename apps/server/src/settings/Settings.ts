/** Every setting of the environment, read once at the start. The help and docs/running.md show the table. */
import {
  Config,
  ConfigProvider,
  Duration,
  Effect,
  Option,
  Redacted,
  Result,
  Schema,
  SchemaTransformation,
  Struct
} from "effect"
import type { FileSystem } from "effect"
import * as RetrySchedule from "@formwork/domain/sending/RetrySchedule"
import { Prefix } from "@formwork/domain/credentials/Token"
import { Email, OrganisationName } from "@formwork/domain/people/Organisation"
import { defaultQuota } from "@formwork/domain/limits/Budget"
import { refused } from "./Complaint.ts"
import type { Complaint } from "./Complaint.ts"
import { samplers } from "./samplers.ts"
import * as Sources from "./Sources.ts"
import { table } from "./SettingsTable.ts"
import type { About } from "./SettingsTable.ts"
import type { StartupFailure } from "../StartupFailure.ts"

const bounded = (name: string, minimum: number, maximum: number) =>
  Config.schema(Schema.NumberFromString.check(Schema.isInt(), Schema.isBetween({ minimum, maximum })), name)

const whole = (name: string, minimum: number, maximum: number, fallback: number) =>
  bounded(name, minimum, maximum).pipe(Config.withDefault(fallback))

const between = (minimum: Duration.Duration, maximum: Duration.Duration) =>
  Schema.DurationFromString.check(Schema.makeFilter((length) => Duration.between(length, { minimum, maximum })))

const lasting = (name: string, minimum: Duration.Duration, fallback: Duration.Duration) =>
  Config.schema(between(minimum, Duration.days(1)), name).pipe(Config.withDefault(fallback))

/** The address of a database. Its label is the setting, which refusals name. */
const address = (name: string) =>
  Config.Redacted(name).pipe(Config.map((url) => Redacted.make(Redacted.value(url), { label: name })))

/** Text without its percent-encoding; a malformed one stays as it is. */
const plain = (text: string): string => {
  try {
    return decodeURIComponent(text.trim())
  } catch {
    return text.trim()
  }
}

/** Several, separated by commas. */
const separated = SchemaTransformation.transform<ReadonlyArray<string>, string>({
  decode: (text) => text.split(",").map((each) => each.trim()),
  encode: (all) => all.join(", ")
})

/** The waits of `RetrySchedule.waits` after the first, which is always 0. */
const RetryWaits = Schema.String.pipe(
  Schema.decodeTo(
    Schema.Array(between(Duration.millis(100), Duration.days(1))).check(Schema.isMaxLength(100)),
    separated
  )
)

/** `name=value` with commas between, percent-encoded, as OpenTelemetry writes headers and attributes. */
const Pairs = Schema.String.check(
  Schema.makeFilter((text: string) => text.split(",").every((pair) => /^[^=]+=/u.test(pair)))
).pipe(
  Schema.decodeTo(
    Schema.Record(Schema.String, Schema.String),
    SchemaTransformation.transform({
      decode: (text) =>
        Object.fromEntries(
          text.split(",").map((pair): [string, string] => {
            const at = pair.indexOf("=")
            return [plain(pair.slice(0, at)), plain(pair.slice(at + 1))]
          })
        ),
      encode: (pairs) =>
        Object.entries(pairs)
          .map((pair) => pair.map(encodeURIComponent).join("="))
          .join(",")
    })
  )
)

const Processes = Schema.Union([
  Schema.Literal("auto"),
  Schema.NumberFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 1, maximum: 64 }))
])

/** A browser writes an origin in lower case, without a path and without the scheme's own port. */
const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text

const Origins = Schema.String.pipe(
  Schema.decodeTo(Schema.Array(Schema.String.check(Schema.makeFilter(isOrigin))), separated)
)

const origins = Config.schema(Origins, "MCP_ALLOWED_ORIGINS").pipe(
  Config.map((list): ReadonlySet<string> => new Set(list)),
  Config.withDefault(new Set<string>())
)

const configs = {
  port: whole("PORT", 0, 65_535, 8787),
  adminPort: Config.option(bounded("ADMIN_PORT", 0, 65_535)),
  adminHost: Config.NonEmptyString("ADMIN_HOST").pipe(Config.withDefault("127.0.0.1")),
  host: Config.NonEmptyString("HOST").pipe(Config.withDefault("127.0.0.1")),
  dataDir: Config.NonEmptyString("FORMWORK_DATA_DIR").pipe(Config.withDefault(".formwork")),
  databaseUrl: Config.option(address("DATABASE_URL")),
  databasePooler: Config.schema(Schema.Literals(["none", "transaction"]), "DATABASE_POOLER").pipe(
    Config.withDefault("none" as const)
  ),
  databaseReadUrl: Config.option(address("DATABASE_READ_URL")),
  databaseReadLag: lasting("DATABASE_READ_LAG", Duration.millis(10), Duration.seconds(1)),
  keyPrefix: Config.schema(Prefix, "KEY_PREFIX").pipe(Config.withDefault("fwk")),
  sessionPrefix: Config.schema(Prefix, "SESSION_PREFIX").pipe(Config.withDefault("fws")),
  invitationPrefix: Config.schema(Prefix, "INVITATION_PREFIX").pipe(Config.withDefault("fwi")),
  invitationDays: whole("INVITATION_DAYS", 1, 90, 7),
  appUrl: Config.option(
    Config.schema(
      Schema.String.check(
        Schema.makeFilter((text: string) => {
          const url = URL.parse(text)
          return /^https?:$/u.test(url?.protocol ?? "") && url?.search === "" && url.hash === "" && url.username === ""
        })
      ),
      "APP_URL"
    )
  ),
  sessionHours: whole("SESSION_HOURS", 1, 8760, 12),
  keyPepper: Config.option(Config.Redacted("KEY_PEPPER")),
  ratePerMinute: whole("RATE_LIMIT_PER_MINUTE", 1, 1_000_000, defaultQuota.limit),
  rateWindow: lasting("RATE_LIMIT_WINDOW", Duration.millis(100), Duration.millis(defaultQuota.windowMillis)),
  redisUrl: Config.option(Config.Redacted("REDIS_URL")),
  redisAway: Config.schema(Schema.Literals(["closed", "local"]), "RATE_LIMIT_REDIS_AWAY").pipe(
    Config.withDefault("closed" as const)
  ),
  trustProxy: whole("TRUST_PROXY", 0, 10, 0),
  maxConnections: whole("MAX_CONNECTIONS", 10, 100_000, 1_000),
  maxBodiesMib: whole("MAX_BODIES_MIB", 4, 65_536, 64),
  maxUploadsMib: whole("MAX_UPLOADS_MIB", 16, 65_536, 128),
  maxFilesGb: whole("MAX_FILES_GB", 1, 1_000_000, 20),
  mcpOrigins: origins,
  console: Config.Boolean("CONSOLE").pipe(Config.withDefault(true)),
  processes: Config.schema(Processes, "PROCESSES").pipe(Config.withDefault(1)),
  operatorDatabaseUrl: Config.option(address("OPERATOR_DATABASE_URL")),
  operatorTokenHash: Config.option(
    Config.schema(Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/iu)), "OPERATOR_TOKEN_HASH")
  ),
  organisation: Config.option(Config.schema(OrganisationName, "FORMWORK_ORGANISATION")),
  ownerEmail: Config.option(Config.schema(Email, "FORMWORK_OWNER_EMAIL")),
  ownerPasswordFile: Config.option(Config.NonEmptyString("FORMWORK_OWNER_PASSWORD_FILE")),
  workers: whole("WORKERS", 0, 1, 1),
  workerDatabaseUrl: Config.option(address("WORKER_DATABASE_URL")),
  workerConcurrency: whole("WORKER_CONCURRENCY", 1, 1000, 64),
  workerPerDestination: whole("WORKER_PER_DESTINATION", 1, 1000, 4),
  workerMostPerDestination: whole("WORKER_MOST_PER_DESTINATION", 1, 1000, 32),
  workerLeaseSeconds: whole("WORKER_LEASE_SECONDS", 5, 3600, 60),
  workerPoll: lasting("WORKER_POLL", Duration.millis(10), Duration.seconds(1)),
  workerRetryWaits: Config.schema(RetryWaits, "WORKER_RETRY_WAITS").pipe(
    Config.withDefault(RetrySchedule.waits.slice(1).map(Duration.millis))
  ),
  smtpUrl: Config.option(Config.Redacted("SMTP_URL")),
  mailFrom: Config.option(Config.NonEmptyString("MAIL_FROM")),
  secretsKey: Config.option(Config.Redacted("SECRETS_KEY")),
  outboundAllowHttp: Config.Boolean("OUTBOUND_ALLOW_HTTP").pipe(Config.withDefault(false)),
  outboundAllowPrivate: Config.Boolean("OUTBOUND_ALLOW_PRIVATE").pipe(Config.withDefault(false)),
  otelEndpoint: Config.option(
    Config.schema(
      Schema.String.check(Schema.makeFilter((text: string) => /^https?:$/u.test(URL.parse(text)?.protocol ?? ""))),
      "OTEL_EXPORTER_OTLP_ENDPOINT"
    )
  ),
  otelHeaders: Config.option(
    Config.schema(Pairs, "OTEL_EXPORTER_OTLP_HEADERS").pipe(Config.map((pairs) => Redacted.make(pairs)))
  ),
  otelServiceName: Config.NonEmptyString("OTEL_SERVICE_NAME").pipe(Config.withDefault("formwork")),
  otelAttributes: Config.schema(Pairs, "OTEL_RESOURCE_ATTRIBUTES").pipe(Config.withDefault({})),
  otelSampler: Config.schema(Schema.Literals(samplers), "OTEL_TRACES_SAMPLER").pipe(
    Config.withDefault("parentbased_always_on" as const)
  ),
  otelSamplerArg: Config.schema(
    Schema.NumberFromString.check(Schema.isBetween({ minimum: 0, maximum: 1 })),
    "OTEL_TRACES_SAMPLER_ARG"
  ).pipe(Config.withDefault(1)),
  logLevel: Config.LogLevel("LOG_LEVEL").pipe(Config.withDefault("Info" as const))
} satisfies { readonly [K in keyof typeof table]: Config.Config<unknown> }

export type Settings = { readonly [K in keyof typeof configs]: Config.Success<(typeof configs)[K]> }

/** What is wrong with a value. */
const complaint = (key: keyof Settings, { complaints }: Sources.Sources) => {
  const { allowed, name }: About = table[key]
  const found = complaints.get(name)
  const wrong = (message: string): ReadonlyArray<Complaint> => [{ names: [name], message }]
  if (found !== undefined) return Effect.succeed(wrong(found))
  const config: Config.Config<unknown> = configs[key]
  return Effect.match(config, { onSuccess: () => [], onFailure: () => wrong(`${name} must be ${allowed}.`) })
}

const keys = Struct.keys(configs)

/** Those of these settings that are the same, of prefixes that have to differ. */
const samePrefix = (settings: Settings, key: "sessionPrefix" | "invitationPrefix", others: ReadonlyArray<PrefixKey>) =>
  others
    .filter((other) => settings[other] === settings[key])
    .map((other) => ({
      names: [table[other].name, table[key].name],
      message: `${table[other].name} and ${table[key].name} must differ.`
    }))

type PrefixKey = "keyPrefix" | "sessionPrefix" | "invitationPrefix"

/** What is wrong with values that can be read, one beside the other, for whatever command. */
const contradictions = (settings: Settings): ReadonlyArray<Complaint> => {
  const { organisation, ownerEmail } = settings
  const alone: ReadonlyArray<Complaint> =
    Option.isSome(organisation) === Option.isSome(ownerEmail)
      ? []
      : [
          {
            names: [table.organisation.name, table.ownerEmail.name],
            message: "FORMWORK_ORGANISATION and FORMWORK_OWNER_EMAIL must be set together."
          }
        ]
  return [
    ...samePrefix(settings, "sessionPrefix", ["keyPrefix"]),
    ...samePrefix(settings, "invitationPrefix", ["keyPrefix", "sessionPrefix"]),
    ...alone
  ]
}

export interface Found {
  /** Every setting with its value, as text, and where that comes from. */
  readonly sources: Sources.Sources
  /** Undefined where a value is wrong. */
  readonly settings: Settings | undefined
  readonly complaints: ReadonlyArray<Complaint>
}

/** Every setting, or what is wrong. */
export const found: Effect.Effect<Found, never, FileSystem.FileSystem> = Effect.gen(function* () {
  const sources = yield* Sources.read(keys.map((key) => table[key].name))
  const provided = Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown(sources.values))
  const read = yield* Effect.result(provided(Config.all(configs)))
  if (Result.isSuccess(read) && sources.complaints.size === 0)
    return { sources, settings: read.success, complaints: contradictions(read.success) }
  const complaints = yield* provided(Effect.forEach(keys, (key) => complaint(key, sources)))
  return { sources, settings: undefined, complaints: complaints.flat() }
})

/** Every setting. Fails with a sentence for each one that is wrong. */
export const settings: Effect.Effect<Settings, StartupFailure, FileSystem.FileSystem> = Effect.flatMap(
  found,
  ({ complaints, settings: read }) =>
    read === undefined || complaints.length > 0 ? Effect.fail(refused(complaints)) : Effect.succeed(read)
)
