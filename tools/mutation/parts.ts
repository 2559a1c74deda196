/** Which sources are mutated, and which tests have to notice. */

export interface Part {
  /** Globs of sources; `!` excludes some, and `:12-30` names lines. */
  readonly mutate: ReadonlyArray<string>
  /**
   * Globs of the tests that run. Quick ones: a mutant in what a module does as it loads (a table, a pattern) runs them all.
   * What is left out is slow (20,000 random requests) or needs a service (Redis, Postgres).
   */
  readonly tests: ReadonlyArray<string>
}

const domain = "packages/domain/src"
const http = "packages/http/src"
const tests = (path: string, ...names: ReadonlyArray<string>) => names.map((name) => `${path}/${name}.test.ts`)

/** `pnpm mutation --only keys` runs one. */
export const parts = {
  tokens: {
    mutate: [
      `${domain}/credentials/{Base62,Crc32,Token,PasswordHasher}.ts`,
      `${domain}/callers/{Caller,Grant,Privilege,Role}.ts`,
      `${domain}/limits/*.ts`
    ],
    tests: tests(
      "packages/domain/test",
      "limits/budget",
      "callers/grants",
      "callers/ids",
      "credentials/passwords",
      "credentials/token"
    )
  },
  keys: {
    mutate: [
      `${domain}/keys/*.ts`,
      `${domain}/credentials/{Admissions,Callers,CredentialStore,TokenHasher}.ts`,
      `${domain}/audit/*.ts`,
      `${domain}/people/{Session,SessionStore,Sessions,Users}.ts`
    ],
    tests: tests(
      "packages/domain/test",
      "callers/ids",
      "records",
      "credentials/tokenHasher",
      "audit/auditLog",
      "audit/manyRefusals",
      "audit/refusals",
      "keys/keys",
      "people/people",
      "people/sessions"
    )
  },
  json: {
    mutate: [
      `${http}/request/StrictJson.ts`,
      "packages/rules/src/{plainJson,readJson}.ts",
      "packages/rules/src/json/{longNumberPlaceholders,scan}.ts"
    ],
    tests: [
      ...tests("packages/http/test/request", "strictJson"),
      ...tests("packages/rules/test", "plainJson", "readJson")
    ]
  },
  body: {
    mutate: [`${http}/request/{StrictBody,Head}.ts`],
    tests: tests("packages/http/test/request", "heads", "strictBody")
  },
  problems: {
    mutate: [
      `${http}/problem/{ProblemDetails,ProblemTable}.ts`,
      `${http}/endpoint/Timestamp.ts`,
      `${domain}/request/{Decoded,decoder}.ts`
    ],
    tests: [
      ...tests("packages/http/test", "endpoint/timestamp", "problem/problemTable"),
      ...tests("packages/domain/test/request", "decoded", "decoder")
    ]
  },
  limiter: {
    mutate: ["packages/limiter/src/{FixedWindowStore,Admissions,RateLimiter}.ts"],
    tests: tests("packages/limiter/test", "limiter", "store", "redis")
  },
  addresses: {
    mutate: [`${http}/pipeline/AddressBudgets.ts`, `${http}/request/ClientAddress.ts`],
    tests: tests("packages/http/test/request", "clientAddress")
  },
  pipeline: {
    mutate: [
      `${http}/endpoint/{Endpoint,Headers,MountedEndpoint,PathIds,RouteTable,Success}.ts`,
      `${http}/connection/{Answer,writeAnswer}.ts`,
      `${http}/pipeline/{RequestPipeline,Router}.ts`
    ],
    tests: tests(
      "packages/http/test",
      "endpoint/endpoint",
      "endpoint/routeTable",
      "endpoint/unguarded",
      "health/health",
      "hostile/hostile",
      "pipeline/audit",
      "pipeline/authentication",
      "pipeline/budget",
      "pipeline/clientDisconnects",
      "pipeline/faults",
      "platform/export",
      "platform/lists",
      "platform/sessions",
      "problem/refusals",
      "request/body",
      "request/head",
      "v1/rareAnswers",
      "v1/v1Document"
    )
  }
} as const satisfies Readonly<Record<string, Part>>

export type PartName = keyof typeof parts

export const isPartName = (name: string): name is PartName => Object.hasOwn(parts, name)
