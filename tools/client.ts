/** Writes the types and operations of packages/client from the OpenAPI documents of both APIs: `pnpm client`. */
import { writeFileSync } from "node:fs"
import { contract } from "../packages/client/test/contract.ts"

writeFileSync(new URL("../packages/client/src/contract.ts", import.meta.url), contract())
