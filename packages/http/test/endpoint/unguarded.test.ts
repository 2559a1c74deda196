/** Endpoints of a contract that `endpoint` did not make, and so have no guard, on both surfaces. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { vi } from "vitest"
import type * as ApiModule from "../../src/v1/Api.ts"
import type * as PlatformModule from "../../src/platform/Platform.ts"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"

const { stray } = vi.hoisted(() => ({
  /** A group whose one endpoint declares nothing. */
  stray: async (name: "stray" | "lost") => {
    const { Schema } = await import("effect")
    const { HttpApiEndpoint, HttpApiGroup } = await import("effect/http-api")
    return HttpApiGroup.make(name).add(HttpApiEndpoint.get(name, `/${name}`, { success: Schema.String }))
  }
}))

vi.mock("../../src/v1/Api.ts", async (original) => {
  const module = await original<typeof ApiModule>()
  return { ...module, Api: module.Api.add(await stray("stray")) }
})
vi.mock("../../src/platform/Platform.ts", async (original) => {
  const module = await original<typeof PlatformModule>()
  return { ...module, Platform: module.Platform.add(await stray("lost")) }
})

it.live("an endpoint of the contract without a declaration of what it needs is served nowhere", () =>
  Effect.gen(function* () {
    const { key } = yield* Harness.tenant
    for (const path of ["/stray", "/lost"]) {
      const asked = (token: string | undefined) =>
        Harness.send(Wire.request({ method: "GET", path, token, contentType: undefined }))
      assert.strictEqual((yield* asked(undefined)).status, 401)
      assert.strictEqual((yield* asked(key)).status, 404)
    }
  }).pipe(Effect.provide(Harness.layer()))
)
