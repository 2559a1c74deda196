/** A contract with endpoints that anybody could call: of both surfaces, added past every guard. */
import { assert, it } from "@effect/vitest"
import { Cause, Effect, Exit, Layer } from "effect"
import { vi } from "vitest"
import type * as ApiModule from "../src/v1/Api.ts"
import type * as PlatformModule from "../src/platform/Platform.ts"
import * as Harness from "./Harness.ts"

const { stray } = vi.hoisted(() => ({
  /** A group whose one endpoint declares nothing. */
  stray: async (name: "stray" | "lost") => {
    const { Schema } = await import("effect")
    const { HttpApiEndpoint, HttpApiGroup } = await import("effect/http-api")
    return HttpApiGroup.make(name).add(HttpApiEndpoint.get(name, `/${name}`, { success: Schema.String }))
  }
}))

vi.mock("../src/v1/Api.ts", async (original) => {
  const module = await original<typeof ApiModule>()
  return { ...module, Api: module.Api.add(await stray("stray")) }
})
vi.mock("../src/platform/Platform.ts", async (original) => {
  const module = await original<typeof PlatformModule>()
  return { ...module, Platform: module.Platform.add(await stray("lost")) }
})

it.live("a server whose endpoints do not all declare what they need does not start, and says which", () =>
  Effect.gen(function* () {
    const built = yield* Effect.exit(Effect.scoped(Layer.build(Harness.layer())))
    assert.deepStrictEqual(
      Exit.isFailure(built) && Cause.squash(built.cause),
      new Error("These endpoints do not declare what they need: stray, lost.")
    )
  })
)
