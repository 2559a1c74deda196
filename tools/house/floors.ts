/**
 * The order of folders in each package. The lint refuses an import that goes up (oxlint.config.ts), and `npm run house` counts
 * it: docs/house.md. A package that is not in the table has no order; its knots are counted too.
 */

/** A folder of the sources, or a file at their root (`Json.ts`). Those in one list share a floor and may import each other. */
export type Floor = string | ReadonlyArray<string>

export const namesOn = (floor: Floor): ReadonlyArray<string> => (typeof floor === "string" ? [floor] : floor)

export interface Order {
  /** From the bottom to the top: a floor imports from itself and from the floors below. */
  readonly floors: ReadonlyArray<Floor>
  /** The files that may stand at the root besides those in `floors`. They are above every floor. */
  readonly root: ReadonlyArray<string>
}

/** Keyed by the folder of a package's sources. */
export const orders: Readonly<Record<string, Order>> = {
  "packages/rules/src": {
    floors: [
      [
        "Comparison.ts",
        "ConstantDefinition.ts",
        "Content.ts",
        "Definition.ts",
        "Evaluation.ts",
        "Fault.ts",
        "FillableForm.ts",
        "Json.ts",
        "Language.ts",
        "Limits.ts",
        "LongNumber.ts",
        "Sentence.ts",
        "TableDefinition.ts"
      ],
      "json",
      "values",
      "words",
      ["CompiledForm.ts", "Internal.ts"],
      "patterns",
      "tables",
      "tree",
      "language",
      "reading",
      "fields",
      "definition",
      "check",
      "versions",
      "run",
      "compile.ts",
      "describe",
      "authoring",
      "cases"
    ],
    root: [
      "check.ts",
      "checkLoading.ts",
      "compare.ts",
      "compileCondition.ts",
      "plainJson.ts",
      "readJson.ts",
      "readTableText.ts",
      "readyTable.ts",
      "renderFaults.ts",
      "tableCsv.ts",
      "toPortable.ts"
    ]
  },
  "packages/domain/src": {
    floors: [
      "callers",
      "request",
      "limits",
      "audit",
      "credentials",
      "secrets",
      "folders",
      "tables",
      "forms",
      "usage",
      "evaluation",
      "filing",
      "sending",
      "people",
      "hosting",
      "keys",
      "reports",
      "impact"
    ],
    root: ["OptionalPackage.ts", "Ports.ts", "Services.ts"]
  },
  "packages/contract/src": {
    floors: [
      ["FiringFixture.ts", "Fixture.ts", "keyOptions.ts", "Storable.ts", "Subject.ts", "assertions.ts", "suite.ts"],
      [
        "audit",
        "credentials",
        "filing",
        "folders",
        "forms",
        "hosting",
        "impact",
        "keys",
        "people",
        "reports",
        "secrets",
        "sending",
        "tables"
      ]
    ],
    root: ["contract.ts"]
  },
  "packages/memory/src": {
    floors: [["crypto", "Tables.ts"], "stores"],
    root: ["Memory.ts"]
  },
  "packages/postgres/src": {
    floors: [["crypto", "database"], "stores", "embedded", "testing"],
    root: ["OperatorStores.ts", "Postgres.ts", "Stores.ts", "WorkerStores.ts"]
  },
  "packages/outbound/src": {
    floors: [["Excerpt.ts", "Secrets.ts"], "http", ["delivery", "document", "integration", "notification"]],
    root: ["Outbound.ts"]
  },
  "packages/form/src": {
    floors: ["FieldView.ts", "session", "FormSession.ts", "element"],
    root: []
  },
  "packages/http/src": {
    floors: [
      "connection",
      "request",
      "problem",
      "openapi",
      "endpoint",
      "v1",
      "batch",
      "platform",
      "guide",
      "pipeline",
      ["health", "operator"]
    ],
    root: ["NodeServer.ts", "Server.ts"]
  }
}

/** How many files may stand at the root of a package that has no order. */
export const ROOT_FILES = 15

/** Files that may be longer than the lint's 300 lines: generated ones, and tables that a cut would scatter. */
export const longFiles: ReadonlyArray<string> = [
  "apps/server/src/settings/SettingsTable.ts",
  "packages/client/src/generated/contract.ts",
  "packages/domain/src/callers/Refusal.ts",
  "packages/http/src/problem/ProblemTable.ts",
  "packages/http/test/support/problemRows.ts"
]
