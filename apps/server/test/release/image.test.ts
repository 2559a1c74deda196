/**
 * The image (docs/deploying.md): its size, its user, and a first day in it. `pnpm image` runs this, with root, buildah and mmdebstrap: it takes four
 * minutes, more than a run of all tests has to spare.
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as TestServer from "@formwork/postgres/testing/TestServer"
import * as Buildah from "./Buildah.ts"
import { freePort } from "@formwork/postgres/testing/freePort"
import { firstDay, password, run, running } from "./installed.ts"

const wanting = process.env["FORMWORK_TEST_IMAGE"] === "1" ? Buildah.missing : "`pnpm image`"
if (wanting !== "") console.log(`The image is not built and tested: that takes ${wanting}.`)

describe.skipIf(wanting !== "")("the image", () => {
  let place = ""
  let image: Buildah.Image | undefined
  const built = (): Buildah.Image => image ?? assert.fail("the image was not built")

  beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), "formwork-image-"))
    image = await Buildah.build(place)
  }, 1_800_000)
  afterAll(async () => {
    await image?.remove()
    rmSync(place, { recursive: true, force: true })
  }, 120_000)

  it("has at most 120 MB, compressed", async () => {
    const bytes = await built().compressed()
    assert.isAbove(bytes, 1e6)
    assert.isAtMost(bytes, 120e6)
  }, 300_000)

  it("runs as a user without rights who can write in /tmp and nowhere else", async () => {
    const { execute } = built()
    const write = (path: string) => execute(["/opt/formwork/bin/node", "-e", `fs.writeFileSync("${path}", "")`], {})
    assert.strictEqual(await write("/tmp/file"), 0)
    for (const path of ["/file", "/data/file", "/opt/formwork/lib/file"]) assert.strictEqual(await write(path), 1, path)
    assert.strictEqual(
      await execute(["/opt/formwork/bin/node", "-e", "process.exit(process.getuid())"], {}),
      10_001 % 256
    )
  })

  it("says its version", async () => {
    const { code, output } = await run(built().start, ["--version"])
    assert.deepStrictEqual([code, /^formwork v\d+\.\d+\.\d+\n$/u.test(output)], [0, true])
  })

  it.live(
    "migrates, founds an organisation, prices a quote, runs a worker, and says by its HEALTHCHECK that it is healthy",
    () =>
      Effect.gen(function* () {
        const { execute, health, secret, start } = built()
        const { admin } = yield* TestServer.empty
        const url = Redacted.value(admin)
        const quote = yield* Effect.promise(() =>
          firstDay(start, url, secret(password), async (settings) => {
            assert.strictEqual(await execute(health, settings), 0)
            assert.strictEqual(await execute(health, { ...settings, ADMIN_PORT: "9" }), 1)
            const own = { ...settings, ADMIN_PORT: String(await freePort()) }
            await running(start, ["worker"], own, async () => assert.strictEqual(await execute(health, own), 0))
          })
        )
        assert.match(String(quote["premium"]), /^\d+\.\d\d$/u)
      }),
    300_000
  )
})
