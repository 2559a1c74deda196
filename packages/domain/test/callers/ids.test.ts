/**
 * A service, a port or a setting is known by its path: `@formwork/domain/keys/ApiKeys`. Two with one id would be one, and so would two
 * types with one brand.
 */
import { assert, it } from "@effect/vitest"
import { Context, Schema } from "effect"
import { readdirSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const source = fileURLToPath(new URL("../../src", import.meta.url))

const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"))

it("every service, port and setting has its path as its id", async () => {
  const seen = new Set<string>()
  for (const file of files) {
    const exported: Record<string, unknown> = await import(join(source, file))
    for (const [name, value] of Object.entries(exported)) {
      if (!Context.isKey(value)) continue
      const folder = dirname(file) === "." ? "" : `/${dirname(file)}`
      const own = name === basename(file, ".ts") ? "" : `${basename(file, ".ts")}/`
      assert.include([`@formwork/domain${folder}/${name}`, `@formwork/domain${folder}/${own}${name}`], value.key, file)
      assert.isFalse(seen.has(value.key), value.key)
      seen.add(value.key)
    }
  }
  assert.isAbove(seen.size, 20)
})

it("every branded type has its name as its brand", async () => {
  const seen = new Set<unknown>()
  for (const file of files) {
    const exported: Record<string, unknown> = await import(join(source, file))
    for (const [name, value] of Object.entries(exported)) {
      if (!Schema.isSchema(value) || !("identifier" in value)) continue
      assert.strictEqual(value.identifier, name, file)
      seen.add(value)
    }
  }
  assert.isAbove(seen.size, 10)
})
