/**
 * The order of folders in each package. The lint refuses an import that goes up (oxlint.config.ts), and `npm run house` counts
 * it: docs/house.md. A package that is not in the table has no order of its own; its knots are counted all the same.
 */

/** A folder of `src`, or a file at its root (`Json.ts`). Those in one list share a floor and may import each other. */
export type Floor = string | ReadonlyArray<string>

export interface Order {
  /** From the bottom to the top: what is on a floor imports from its own floor and from those below it. */
  readonly floors: ReadonlyArray<Floor>
  /** The files that may stand at the root of `src` besides those in `floors`. They are above every floor. */
  readonly root: ReadonlyArray<string>
}

export const orders: Readonly<Record<string, Order>> = {
  "packages/rules": {
    floors: [
      [
        "CompiledForm.ts",
        "Content.ts",
        "Definition.ts",
        "Evaluation.ts",
        "Fault.ts",
        "Json.ts",
        "Limits.ts",
        "LongNumber.ts"
      ],
      "language",
      "definition",
      "tree",
      "check",
      "run"
    ],
    root: ["check.ts", "compare.ts", "compile.ts", "condition.ts", "describe.ts", "explain.ts"]
  },
  "packages/domain": {
    floors: [
      "callers",
      "request",
      "limits",
      "audit",
      "credentials",
      "usage",
      "secrets",
      "folders",
      "forms",
      "people",
      "evaluation",
      "keys",
      "filing",
      "sending",
      "reports",
      "impact"
    ],
    root: ["Services.ts"]
  }
}

/** How many files may stand at the root of a package that has no order. */
export const ROOT_FILES = 15

/** Files that may be longer than the lint's 300 lines: generated ones, and tables that a cut would only scatter. */
export const longFiles: ReadonlyArray<string> = ["packages/client/src/contract.ts"]
