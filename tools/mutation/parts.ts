/** What is mutated, and which tests have to notice. */

export interface Part {
  /** Globs of sources; one with `!` takes some out, and `:12-30` names lines. */
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
      `${domain}/keys/{Base62,Crc32,Token,TokenPrefixes}.ts`,
      `${domain}/grants/*.ts`,
      `${domain}/limits/*.ts`,
      `${domain}/organisations/PasswordHasher.ts`
    ],
    tests: tests("packages/domain/test", "budget", "grants", "ids", "passwords", "token")
  },
  keys: {
    mutate: [
      `${domain}/keys/*.ts`,
      `!${domain}/keys/{Base62,Crc32,Token,TokenPrefixes}.ts`,
      `${domain}/audit/*.ts`,
      `${domain}/organisations/Users.ts`
    ],
    tests: [
      ...tests("packages/domain/test", "ids", "records", "tokenHasher"),
      ...tests("packages/memory/test", "auditLog", "keys", "manyRefusals", "people", "refusals", "sessions")
    ]
  },
  json: {
    mutate: [`${http}/{StrictJson,Numerals}.ts`],
    tests: tests("packages/http/test", "StrictJson")
  },
  body: {
    mutate: [`${http}/{StrictBody,Head}.ts`],
    tests: tests("packages/http/test", "heads", "strictBody")
  },
  problems: {
    mutate: [`${http}/{Problem,ProblemTable,RequestProblems,Payload}.ts`, `${domain}/request/decoder.ts`],
    tests: tests("packages/http/test", "payload", "problemTable")
  },
  limiter: {
    mutate: ["packages/limiter/src/{FixedWindowStore,Admissions,RateLimiter}.ts"],
    tests: tests("packages/limiter/test", "limiter", "store", "redis")
  },
  addresses: {
    mutate: [`${http}/{AddressBudgets,ClientAddress}.ts`],
    tests: tests("packages/http/test", "clientAddress")
  },
  shell: {
    mutate: [`${http}/{Guard,Shell,Routes,Endpoints}.ts`],
    tests: tests(
      "packages/http/test",
      "audit",
      "authentication",
      "body",
      "budget",
      "document",
      "endpoints",
      "faults",
      "head",
      "leaving",
      "lists",
      "operations",
      "rareAnswers",
      "refusals",
      "routes",
      "sessions",
      "shell",
      "unguarded",
      "hostile/hostile"
    )
  }
} as const satisfies Readonly<Record<string, Part>>

export type PartName = keyof typeof parts

export const isPartName = (name: string): name is PartName => Object.hasOwn(parts, name)
