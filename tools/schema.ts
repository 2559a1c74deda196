/** `pnpm schema` writes packages/postgres/schema.sql: what the migrations make of an empty database, for reading. */
import { writeFileSync } from "node:fs"
import * as SchemaText from "../packages/postgres/src/testing/SchemaText.ts"

writeFileSync(new URL("../packages/postgres/schema.sql", import.meta.url), await SchemaText.ofMigrations())
