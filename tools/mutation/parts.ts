/** Which sources are mutated, and which tests have to notice. */
import { globSync } from "node:fs"
import { fileURLToPath } from "node:url"

export interface Part {
  /** Globs of sources. */
  readonly mutate: ReadonlyArray<string>
  /**
   * Globs of the tests that run. Quick ones: a mutant in what a module does as it loads (a table, a pattern) runs them all.
   * What is left out is slow (20,000 random requests) or needs a service (Redis, Postgres).
   */
  readonly tests: ReadonlyArray<string>
  /** Whether its test files load their modules once, together. Only for sources that make nothing as they load (docs/decisions/0074). */
  readonly sharesModules?: boolean
  /** How long one of its tests may take, where that is less than 20 seconds: a server that never answers makes it take that long. */
  readonly testMillis?: number
}

const domain = "packages/domain/src"
const http = "packages/http/src"
const tests = (path: string, ...names: ReadonlyArray<string>) => names.map((name) => `${path}/${name}.test.ts`)

/** `pnpm mutation --only keys` runs one. */
export const parts = {
  tokens: {
    mutate: [
      `${domain}/credentials/{Base62,Crc32,Hmac,PasswordHasher,RandomPool,Token}.ts`,
      `${domain}/callers/{Caller,Grant,Privilege,Role}.ts`,
      `${domain}/limits/*.ts`
    ],
    tests: tests(
      "packages/domain/test",
      "limits/budget",
      "limits/inSlices",
      "limits/lru",
      "limits/turns",
      "callers/grants",
      "callers/ids",
      "credentials/hmac",
      "credentials/passwords",
      "credentials/token"
    )
  },
  limits: {
    mutate: [`${domain}/callers/{KeyLimits,Network}.ts`, `${domain}/keys/delegation.ts`],
    tests: tests("packages/domain/test", "callers/keyLimits", "callers/network", "keys/delegation")
  },
  keys: {
    mutate: [
      `${domain}/keys/{ApiKey,ApiKeyStore,ApiKeys,expiryPassed}.ts`,
      `${domain}/credentials/{Admissions,Callers,CredentialStore,TokenHasher}.ts`,
      `${domain}/audit/*.ts`
    ],
    tests: tests(
      "packages/domain/test",
      "callers/ids",
      "records",
      "credentials/tokenHasher",
      "audit/auditLog",
      "audit/manyRefusals",
      "audit/refusals",
      "audit/strangers",
      "keys/keyEnd",
      "keys/keys",
      "keys/limitedKeys",
      "people/confirmations",
      "people/sessions"
    )
  },
  people: {
    mutate: [
      `${domain}/people/{Authority,Invitation,Invitations,Session,SessionStore,Sessions,Users,mintInvitation}.ts`
    ],
    tests: tests(
      "packages/domain/test",
      "callers/ids",
      "records",
      "people/authority",
      "people/confirmations",
      "people/invitations",
      "people/ownSessions",
      "people/people",
      "people/sessions"
    )
  },
  json: {
    mutate: [
      `${http}/request/StrictJson.ts`,
      "packages/rules/src/{plainJson,readJson}.ts",
      "packages/rules/src/json/*.ts"
    ],
    tests: [
      ...tests("packages/http/test/request", "strictJson"),
      ...tests("packages/rules/test", "parseInSlices", "plainJson", "readJson")
    ]
  },
  body: {
    mutate: [
      `${http}/request/{BodyBytes,FileBody,Head,Lines,StreamedBody,StrictBody,TextBody,UploadRoom,receiveBody}.ts`
    ],
    tests: [
      ...tests("packages/http/test/connection", "bodies"),
      ...tests(
        "packages/http/test/request",
        "bodyBytes",
        "bodyTexts",
        "draining",
        "earlyAnswers",
        "fileBody",
        "fileWait",
        "heads",
        "largeBodies",
        "lateBodies",
        "lines",
        "streamedBody",
        "strictBody",
        "textBody",
        "uploadRoom"
      )
    ],
    testMillis: 6_000
  },
  problems: {
    mutate: [`${http}/problem/{ProblemDetails,ProblemTable}.ts`, `${http}/endpoint/Timestamp.ts`],
    tests: tests("packages/http/test", "endpoint/timestamp", "problem/problemTable")
  },
  payloads: {
    mutate: [`${domain}/request/{Decoded,decoder,Payload}.ts`],
    tests: tests("packages/domain/test/request", "decoded", "decoder", "payload")
  },
  limiter: {
    mutate: ["packages/limiter/src/{FixedWindowStore,Admissions,RateLimiter}.ts"],
    tests: tests("packages/limiter/test", "limiter", "store", "redis")
  },
  addresses: {
    mutate: [`${http}/pipeline/AddressBudgets.ts`, `${http}/request/ClientAddress.ts`],
    tests: tests("packages/http/test/request", "clientAddress")
  },
  turns: {
    mutate: [`${http}/connection/FairQueue.ts`, `${http}/pipeline/KnownCredentials.ts`, `${http}/request/Turns.ts`],
    tests: tests(
      "packages/http/test",
      "connection/fairQueue",
      "pipeline/knownCredentials",
      "request/aside",
      "request/turns"
    )
  },
  endpoints: {
    mutate: [
      `${http}/endpoint/{Endpoint,Headers,IfMatch,MountedEndpoint,PathIds,Query,RouteTable,Success}.ts`,
      `${http}/connection/{Answer,writeAnswer}.ts`
    ],
    tests: tests(
      "packages/http/test",
      "connection/writeAnswer",
      "endpoint/declared",
      "endpoint/documented",
      "endpoint/endpoint",
      "endpoint/ifMatch",
      "endpoint/mounted",
      "endpoint/pathIds",
      "endpoint/query",
      "endpoint/routeTable",
      "endpoint/success"
    )
  },
  // A server on a socket for each mutant. Left out, because a mutant that survives runs all of them: the other tests over a socket.
  pipeline: {
    mutate: [`${http}/pipeline/{Authentication,RequestPipeline,Router,commonHeaders,requestFibers}.ts`],
    tests: tests(
      "packages/http/test",
      "pipeline/addresses",
      "pipeline/answers",
      "pipeline/audit",
      "pipeline/authentication",
      "pipeline/budget",
      "pipeline/currentRequest",
      "pipeline/faults",
      "pipeline/line",
      "pipeline/metrics",
      "pipeline/pages",
      "pipeline/placing",
      "pipeline/strangers",
      "pipeline/tracing",
      "problem/refusals",
      "request/head"
    ),
    sharesModules: true,
    testMillis: 6_000
  }
} as const satisfies Readonly<Record<string, Part>>

export type PartName = keyof typeof parts

export const isPartName = (name: string): name is PartName => Object.hasOwn(parts, name)

const root = fileURLToPath(new URL("../..", import.meta.url))

/** The sources of a part. @param ends of the paths of those that are wanted; undefined for all. */
export const filesOf = (part: PartName, ends: ReadonlyArray<string> | undefined): ReadonlyArray<string> =>
  globSync([...parts[part].mutate], { cwd: root })
    .filter((path) => ends?.some((end) => `/${path}`.endsWith(`/${end}`)) ?? true)
    .toSorted()
