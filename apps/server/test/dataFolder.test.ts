/** `formwork serve` on its own data folder: its owner alone reads it, and the process ends once it is gone. */
import { lstatSync, readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { demoOf } from "./support/demo.ts"
import { inFolder, start } from "./support/formwork.ts"
import { run } from "./support/warm.ts"
import { bodyOf } from "./support/reading.ts"

const tree = (path: string): ReadonlyArray<string> => [
  path,
  ...(lstatSync(path).isDirectory() ? readdirSync(path).flatMap((name) => tree(join(path, name))) : [])
]

it("a first start leaves nothing for group or others; private addresses are faults; and without its folder it ends", () =>
  inFolder(async (folder) => {
    const data = join(folder, "data")
    const running = start(["serve"], { PORT: "0", ADMIN_PORT: "0", FORMWORK_DATA_DIR: data })
    const [, address = ""] = await running.says(/listening on (http:\S+)/)
    const [, operations = ""] = await running.says(/metrics are on (http:\S+)/)
    await running.says(/Ctrl-C/)
    const files = tree(data)
    expect(files).toContain(join(data, "pepper"))
    expect(files.filter((path) => (lstatSync(path).mode & 0o077) !== 0)).toEqual([])

    const json = { "Content-Type": "application/json" }
    const session = await fetch(`${address}/api/platform/sessions`, {
      method: "POST",
      headers: json,
      body: demoOf(running).signIn
    })
    const token = String((await bodyOf(session))["token"])
    const definition = {
      title: "Roof",
      code: "ROOF",
      fields: [{ slug: "area", type: "integer" }],
      effects: [
        "https://169.254.169.254/latest",
        "http://127.0.0.1/",
        "https://168.63.129.16/",
        "https://crm.example/"
      ].map((url, index) => ({ id: `tell${index}`, kind: "integration", method: "POST", url, body: {} }))
    }
    const checked = await fetch(`${address}/api/platform/forms/check`, {
      method: "POST",
      headers: { ...json, Authorization: `Bearer ${token}` },
      body: JSON.stringify({ definition })
    })
    expect(checked.status).toBe(200)
    expect((await bodyOf(checked))["faults"]).toEqual([
      {
        pointer: "/effects/0/url",
        message: "Nothing is sent to this address: 169.254.169.254 is not public (link-local)."
      },
      { pointer: "/effects/1/url", message: "Nothing is sent to this address: The URL does not begin with https://." },
      {
        pointer: "/effects/2/url",
        message: "Nothing is sent to this address: 168.63.129.16 is not public (a cloud's own services)."
      }
    ])

    rmSync(data, { recursive: true })
    const { code, stderr } = await running.ended
    expect(code).toBe(1)
    expect(stderr).toContain(
      `The data folder ${data} was deleted, moved or replaced while this process used it, so this process stores nothing more and ends; put the folder back, and start again.`
    )
    await expect(fetch(`${operations}/health/ready`)).rejects.toThrow()
  }))

const others = ". FORMWORK_DATA_DIR names another; with DATABASE_URL none is needed."

/** Places that take no folder, from the administrator either, and why. */
const places = [
  ["/dev/null/x", "/dev/null is no folder"],
  ["/dev/null", "/dev/null is no folder"],
  ["/proc/x/y", "no folder can be made in /proc"],
  ["/proc/sys", "it cannot be written to (permission denied)"]
]

it.skipIf(process.platform !== "linux")(
  "a data folder that cannot be made or written to is one sentence, of the server, the doctor and the operator's commands",
  async () => {
    for (const [place = "", why = ""] of places) {
      const env = { PORT: "0", ADMIN_PORT: "0", FORMWORK_DATA_DIR: place }
      const sentence = `The data folder ${place} cannot be used: ${why}${others}`
      for (const command of [["serve"], ["organisation", "list"]]) {
        const { code, stderr, stdout } = await run(command, env)
        expect([code, stderr, stdout]).toEqual([1, `${sentence}\n`, ""])
      }
      const doctor = await run(["doctor"], env)
      expect([doctor.code, doctor.stdout]).toEqual([1, expect.stringContaining(`fail  data folder  ${sentence}\n`)])
    }
  }
)
