/**
 * `pnpm schema` writes what the migrations make of an empty database: packages/postgres/schema.sql, for reading, and
 * packages/postgres/migrations/guards.txt, which a database is compared with when a server starts on it.
 */
import { writeFileSync } from "node:fs"
import * as SchemaText from "../packages/postgres/src/testing/SchemaText.ts"

const { guards, schema } = await SchemaText.ofMigrations()
writeFileSync(new URL("../packages/postgres/schema.sql", import.meta.url), schema)
writeFileSync(new URL("../packages/postgres/migrations/guards.txt", import.meta.url), guards)
