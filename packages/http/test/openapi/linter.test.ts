/** Both OpenAPI documents pass the recommended rules of a public linter. */
import { createConfig, lintFromString } from "@redocly/openapi-core"
import { expect, it } from "vitest"
import { document as platform } from "../../src/platform/Platform.ts"
import { document as v1 } from "../../src/v1/v1Document.ts"

const problemsOf = async (document: unknown): Promise<ReadonlyArray<string>> => {
  const config = await createConfig({ extends: ["recommended"] })
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: "openapi.json", config })
  return problems.map(({ location, message, ruleId }) => `${ruleId}: ${message} (${location[0]?.pointer})`)
}

it("v1's document passes", async () => {
  expect(await problemsOf(v1)).toEqual([])
})

it("the app API's document passes", async () => {
  expect(await problemsOf(platform())).toEqual([])
})

/** Places of objects that neither name their members nor say that they may have any. */
const silent = (value: unknown, place = ""): ReadonlyArray<string> => {
  if (
    typeof value !== "object" ||
    value === null ||
    /(?<!\/properties)\/(?:const|default|enum|examples?)$/u.test(place)
  )
    return []
  const inner = Object.entries(value).flatMap(([name, member]) => silent(member, `${place}/${name}`))
  const isSilent =
    Reflect.get(value, "type") === "object" && !("properties" in value) && !("additionalProperties" in value)
  return isSilent ? [place, ...inner] : inner
}

it("every object names its members or allows any, because openapi-typescript reads neither as an object without members", () => {
  expect(silent(v1)).toEqual([])
  expect(silent(platform())).toEqual([])
  const object = { type: "object" }
  expect(silent({ schema: object, example: object })).toEqual(["/schema"])
  expect(silent({ properties: { example: object } })).toEqual(["/properties/example"])
})

it("the linter finds each planted mistake", async () => {
  const { servers: _, ...without } = v1
  expect(await problemsOf(without)).toEqual([expect.stringContaining("no-empty-servers")])
})
