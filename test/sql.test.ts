/** SQL that is put together from text: only where the text is a file or a test's own (docs/decisions/0154). */
import { globSync, readFileSync } from "node:fs"
import { expect, it } from "vitest"

const root = new URL("..", import.meta.url)

/** Reads `sql.unsafe(` and `sql.literal(` also where a line ends before the member. */
const fromText = /\.\s*(?:unsafe|literal)(?:<\w+>)?\(\s*[^)\s]/u

it("only migrations, guards, templates with parameters, what divides a database among nodes or its tables by months, and the helpers of tests send SQL that is made from text", () => {
  const files = globSync("{packages/postgres,packages/http,packages/domain,apps/server}/src/**/*.ts", { cwd: root })
  expect(files.length).toBeGreaterThan(200)
  const making = files.filter((file) => fromText.test(readFileSync(new URL(file, root), "utf8")))
  expect(making.sort()).toEqual([
    "packages/postgres/src/database/Guards.ts",
    "packages/postgres/src/database/Migrations.ts",
    "packages/postgres/src/database/TenantDatabase.ts",
    "packages/postgres/src/database/months/Changes.ts",
    "packages/postgres/src/database/months/Division.ts",
    "packages/postgres/src/database/nodes/Distribution.ts",
    "packages/postgres/src/database/nodes/DividedMigration.ts",
    "packages/postgres/src/database/nodes/NodeRoles.ts",
    "packages/postgres/src/database/nodes/Owners.ts",
    "packages/postgres/src/testing/CitusServers.ts",
    "packages/postgres/src/testing/SchemaText.ts",
    "packages/postgres/src/testing/TestServer.ts"
  ])
})
