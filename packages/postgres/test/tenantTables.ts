/** The tables that hold organisations' rows, and two organisations with rows in each. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { superuser } from "./Databases.ts"
import type { Outcome } from "./Databases.ts"
import { populated } from "./Populated.ts"

/** Tables without an organisation, each with its reason. */
export const common: Readonly<Record<string, string>> = {
  "formwork.migrations": "which migrations this database has run",
  "formwork.installation": "whether the demo was put in, and which organisation was first, once for the whole database"
}

/** Every table of every schema but the system's own. */
export const tables = superuser(`
  select format('%s.%s', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where c.relkind in ('r', 'p', 'f', 'm') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
   order by 1`).pipe(Effect.map((rows) => rows.map(({ name }) => String(name))))

export const tenantTables = Effect.map(tables, (names) => names.filter((name) => !(name in common)))

export const both = Effect.gen(function* () {
  return { ours: yield* populated, theirs: yield* populated }
})

/** No row was touched, or the statement was refused: by row security if the role has the privilege. */
export const assertNothing = (mayTry: boolean, outcome: Outcome, what: string) => {
  if (outcome._tag === "Rows") assert.deepStrictEqual(outcome.rows, [], what)
  else {
    assert.strictEqual(outcome.state, "42501", `${what}: ${outcome.message}`)
    if (mayTry) assert.include(outcome.message, "row-level security", what)
  }
}
