/** Writes the types and operations of packages/client from the OpenAPI documents of both APIs: `pnpm client`. */
import { writeFileSync } from "node:fs"
import { contract } from "./contract.ts"

writeFileSync(new URL("../../packages/client/src/generated/contract.ts", import.meta.url), contract())
