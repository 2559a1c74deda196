/** The client's operations and types are generated from the server's OpenAPI documents, and again when those change. */
import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { contract } from "../../../tools/client/contract.ts"

it("contract.ts matches the OpenAPI documents of both APIs; `pnpm client` writes it", () => {
  expect(readFileSync(new URL("../src/generated/contract.ts", import.meta.url), "utf8")).toBe(contract())
})
