/** The client's operations and types are the server's: made from its documents, and made again whenever those change. */
import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { contract } from "../../../tools/client/contract.ts"

it("contract.ts is what the documents of both APIs say; `pnpm client` writes it", () => {
  expect(readFileSync(new URL("../src/generated/contract.ts", import.meta.url), "utf8")).toBe(contract())
})
