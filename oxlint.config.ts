/** The lint's rules. Which package imports which is below; which folder imports which is in tools/house/floors.ts. */
import type { OxlintConfig } from "oxlint"
import { type Boundary, overrides, type Pattern } from "./tools/house/boundaries.ts"
import { longFiles, orders } from "./tools/house/floors.ts"

const names = [
  "rules",
  "domain",
  "memory",
  "testing",
  "postgres",
  "limiter",
  "outbound",
  "threads",
  "http",
  "contract",
  "mcp",
  "form",
  "console",
  "server"
]

/** Another package's sources, by their path: `../../../domain/src/…`. */
const byPath = (...own: ReadonlyArray<string>): Pattern => ({
  regex: `/(${names.filter((name) => !own.includes(name)).join("|")})/src/`,
  message: "packages are imported by their names: docs/architecture.md"
})

/** Everything but what is named. */
const nothingBut = (group: ReadonlyArray<string>, message: string): Pattern => ({
  group: ["*", "*/**", "!.", "!..", "!./**", "!../**", ...group],
  message
})

const adapter = (name: string, ...also: ReadonlyArray<string>): Boundary => {
  const others = names.filter((other) => !["rules", "domain", name].includes(other))
  return {
    src: `packages/${name}/src`,
    refuses: [
      byPath(name),
      {
        regex: `^@formwork/(${[...others, ...also].join("|")})/`,
        message: "an adapter imports domain and rules, never another adapter or an app: docs/architecture.md"
      }
    ]
  }
}

const ofRules = "rules imports effect's data modules and re2js, nothing else: docs/architecture.md"
const ofClient =
  "the plain client imports nothing; its Effect layer imports effect and the contracts of http: docs/architecture.md"

const ofForm = "form imports rules and preact, nothing else: docs/architecture.md"
const ofConsole =
  "the console imports client, rules, form and packages for browsers; the wire is its boundary to the server: docs/architecture.md"

const boundaries: ReadonlyArray<Boundary> = [
  {
    src: "packages/rules/src",
    refuses: [
      byPath("rules"),
      { regex: "^effect$", message: ofRules },
      nothingBut(
        [
          "!re2js",
          "!effect",
          "effect/*",
          ...["Array", "BigDecimal", "Data", "Equal", "Hash", "Option", "Order", "Result"].map(
            (module) => `!effect/${module}`
          )
        ],
        ofRules
      )
    ]
  },
  {
    src: "packages/domain/src",
    refuses: [
      byPath("domain"),
      nothingBut(
        [
          "!effect",
          "effect/*",
          "!effect/crypto",
          "!effect/encoding",
          "!@formwork",
          "@formwork/*",
          "!@formwork/rules",
          "!@formwork/rules/**"
        ],
        "domain imports effect's core and rules, nothing else: docs/architecture.md"
      )
    ]
  },
  adapter("memory"),
  {
    src: "packages/testing/src",
    refuses: [
      byPath("testing"),
      {
        regex:
          "^@formwork/(postgres|limiter|outbound|threads|http|contract|mcp|server|client)/|^@?vitest|^@effect/vitest|^node:",
        message: "testing imports domain, rules and memory, and no test framework: docs/architecture.md"
      }
    ]
  },
  adapter("contract"),
  adapter("postgres"),
  adapter("limiter"),
  adapter("outbound"),
  adapter("threads"),
  adapter("http"),
  adapter("mcp", "client"),
  {
    src: "packages/form/src",
    refuses: [
      byPath("form"),
      nothingBut(
        [
          "!preact",
          "preact/*",
          "!preact/hooks",
          "!@formwork",
          "@formwork/*",
          "!@formwork/rules",
          "!@formwork/rules/**"
        ],
        ofForm
      )
    ]
  },
  {
    src: "apps/console/src",
    refuses: [
      byPath("console"),
      {
        regex:
          "^(effect|node:|@effect/)|^@formwork/(domain|memory|testing|postgres|limiter|outbound|threads|http|contract|mcp|server)/",
        message: ofConsole
      }
    ]
  },
  {
    src: "packages/client/src",
    refuses: [{ regex: "^(@formwork/|effect|node:)", message: ofClient }, byPath()]
  }
]

/** Tests under the same rules for `!` and `as` as the sources. */
const testsWithoutAssertions = [
  "packages/domain/test/**",
  "packages/memory/test/**",
  "packages/testing/test/**",
  "packages/postgres/test/**",
  "packages/rules/test/**",
  "apps/server/test/**",
  "packages/outbound/test/**",
  "packages/threads/test/**",
  "packages/limiter/test/**",
  "packages/client/test/**",
  "packages/http/test/**",
  "packages/mcp/test/**",
  "packages/form/test/**",
  "bench/**",
  "tools/**",
  "test/**"
]

const config: OxlintConfig = {
  plugins: ["typescript", "import", "unicorn", "oxc"],
  options: { typeAware: true },
  categories: { correctness: "error", suspicious: "error" },
  ignorePatterns: ["**/dist/**", "**/node_modules/**"],
  rules: {
    "max-lines": ["error", { max: 300, skipBlankLines: false, skipComments: false }],
    "max-lines-per-function": ["error", { max: 70, skipBlankLines: true, skipComments: true }],
    "import/no-cycle": "error",
    "oxc/no-barrel-file": ["error", { threshold: 0 }],
    "typescript/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
    "typescript/no-floating-promises": "error",
    "typescript/no-explicit-any": "error",
    "typescript/no-non-null-assertion": "error",
    "typescript/consistent-type-imports": "error",
    "typescript/ban-ts-comment": "error",
    "no-console": "error",
    "no-shadow": "off",
    "import/no-unassigned-import": "off",
    "unicorn/no-array-sort": "off",
    "unicorn/no-array-reverse": "off",
    "unicorn/consistent-function-scoping": "off",
    "no-underscore-dangle": "off",
    "typescript/consistent-return": "off",
    "typescript/no-unnecessary-type-arguments": "off",
    "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }]
  },
  overrides: [
    ...overrides(boundaries, orders),
    {
      files: ["packages/client/src/effect/**"],
      rules: {
        "no-restricted-imports": [
          "error",
          {
            patterns: [
              {
                regex: "^@formwork/(rules|domain|memory|postgres|limiter|outbound|mcp|server)/|^node:",
                message: ofClient
              }
            ]
          }
        ]
      }
    },
    {
      files: ["apps/console/src/**", "packages/form/src/**"],
      plugins: ["typescript", "import", "unicorn", "oxc", "react", "jsx-a11y"],
      rules: {
        // A BroadcastChannel and a worker are of this origin.
        "unicorn/require-post-message-target-origin": "off",
        "react/no-danger": "error",
        "react/jsx-key": "error",
        "react/rules-of-hooks": "error",
        "react/exhaustive-deps": "error",
        "react/react-in-jsx-scope": "off",
        // The layout and the texts of stylesheets are classes; a script may set what it has measured.
        "react/forbid-dom-props": ["error", { forbid: ["style"] }],
        "no-restricted-properties": [
          "error",
          ...["innerHTML", "outerHTML", "insertAdjacentHTML", "write", "writeln", "srcdoc"].map((property) => ({
            property,
            message: "strangers' texts are text nodes: docs/console.md"
          }))
        ]
      }
    },
    { files: [...longFiles], rules: { "max-lines": "off" } },
    {
      files: ["packages/memory/src/**", "packages/limiter/src/**"],
      rules: { "no-restricted-globals": ["error", "process", "setTimeout", "setInterval", "fetch", "Date"] }
    },
    {
      files: ["packages/rules/src/**", "packages/domain/src/**"],
      rules: {
        "no-restricted-globals": ["error", "Date", "process", "setTimeout", "setInterval", "fetch", "console"],
        "no-restricted-properties": ["error", { object: "Math", property: "random" }]
      }
    },
    {
      files: ["**/test/**", "tools/**", "apps/console/build/**"],
      rules: {
        "max-lines-per-function": "off",
        "no-console": "off",
        "typescript/no-non-null-assertion": "off",
        "typescript/no-unsafe-type-assertion": "off",
        "typescript/restrict-template-expressions": "off",
        "typescript/no-base-to-string": "off",
        "typescript/require-array-sort-compare": "off",
        "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }]
      }
    },
    {
      files: [...testsWithoutAssertions],
      rules: { "typescript/no-non-null-assertion": "error", "typescript/no-unsafe-type-assertion": "error" }
    }
  ]
}

export default config
