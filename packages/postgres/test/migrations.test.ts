/** The files under migrations/: those that were released never change, and schema.sql shows what all of them make. */
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import * as Guards from "../src/database/Guards.ts"
import * as MigrationFiles from "../src/database/MigrationFiles.ts"
import * as SchemaText from "../src/testing/SchemaText.ts"
import { databases, Raw } from "./Databases.ts"

/**
 * SHA-256 of each file that databases have run, in order. A new file is written without a line here, and gets one with the release
 * that it is part of. A line never changes.
 */
const released: Readonly<Record<string, string>> = {
  "0001_roles.sql": "09cf202fea234ae5e762b4cf95b04af4e29c7b9562f2b9f1c3010ff2cca4fe6a",
  "0002_schemas.sql": "95fa0fed64b4f8cc173238c19c18fe42865b780165ee8df721c6d42d3c8a60bf",
  "0003_organisations.sql": "94754f007557f3b49712503194f606977816e8684660252f2fc413570ed324ad",
  "0004_credentials.sql": "a798dbaa5f646420a59ae0569e50fdc84f1a820536aa059099abc174ead502a1",
  "0005_forms.sql": "cfeb182ee9ee0fbc3186e20c8b0a962b7d30fadc6f902c47ac7e48c3d1441a5e",
  "0006_submissions.sql": "f7cf7036d2808b0f4f07257a5d3ed480fe8ca847f54d1bc50d14e1bf8f080722",
  "0007_effects.sql": "75701d93201f15722767cae0c9b418ef7a70bcd52c542e04871df770359eb385",
  "0008_filing.sql": "84464e71488d3912c9df2139afdf49a39c8a0b05b1afeff5820201455a83e159",
  "0009_reports.sql": "b34c60b88eda6e899db2eaabefb1f9e01a8ae6ff7032495ba500664b1d14e478"
}

describe("migrations", () => {
  it.effect("a file of a release is as it was released", () =>
    Effect.gen(function* () {
      const files = yield* MigrationFiles.known
      for (const [name, sha256] of Object.entries(released)) {
        assert.strictEqual(
          files.find((file) => file.name === name)?.sha256,
          sha256,
          `${name} has changed or is gone, and databases have run it: put it back as it was, and change the schema in a new file.`
        )
      }
    })
  )

  it.effect("files are numbered without a gap, and new ones come after those of a release", () =>
    Effect.gen(function* () {
      const names = (yield* MigrationFiles.known).map(({ name }) => name)
      names.forEach((name, index) =>
        assert.match(name, new RegExp(`^${String(index + 1).padStart(4, "0")}_[a-z_]+\\.sql$`))
      )
      assert.deepStrictEqual(names.slice(0, Object.keys(released).length), Object.keys(released))
    })
  )
})

const page = readFileSync(new URL("../schema.sql", import.meta.url), "utf8")
const guards = readFileSync(new URL("../migrations/guards.txt", import.meta.url), "utf8")

for (const kind of ["embedded", "server"] as const) {
  layer(databases[kind], { excludeTestServices: true })(`schema.sql: ${kind}`, (it) => {
    it.effect("the page shows what the migrations make", () =>
      Effect.gen(function* () {
        const text = yield* SchemaText.describe(yield* Raw)
        assert.isTrue(
          text === page,
          `schema.sql is not what the migrations make; run \`pnpm schema\`.\n${difference(page, text)}`
        )
      })
    )

    it.effect("guards.txt has the owners, row security and grants that the migrations make", () =>
      Effect.gen(function* () {
        const text = yield* Guards.describe(yield* Raw)
        assert.isTrue(
          text === guards,
          `guards.txt is not what the migrations make; run \`pnpm schema\`.\n${difference(guards, text)}`
        )
      })
    )
  })
}

/** The first lines that differ. */
const difference = (expected: string, actual: string): string => {
  const [lines, others] = [expected.split("\n"), actual.split("\n")]
  const at = others.findIndex((line, index) => line !== lines[index])
  return `line ${at + 1} is:\n${lines[at]}\nand should be:\n${others[at]}`
}
