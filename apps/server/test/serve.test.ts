/** `formwork serve` on the embedded database, from the first start to the next one. */
import { createServer } from "node:net"
import { mkdir, readFile, readdir, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, it } from "vitest"
import { demoOf, paste, quote } from "./support/demo.ts"
import type { Demo } from "./support/demo.ts"
import { inDemo } from "./support/demoFolder.ts"
import { inFolder, run, serving, start } from "./support/formwork.ts"
import { bodyOf, objectOf, parseObject, portOf } from "./support/reading.ts"

/** The commands that the introduction shows. */
const lines = (output: string): ReadonlyArray<string> => output.split("\n").filter((line) => line.startsWith("curl "))

const answer = async (line: string, { file }: Demo) => parseObject(await paste(line, file))

it("the first start shows commands that work when pasted, and the next start has the same data", () =>
  inFolder(async (folder) => {
    const env = { FORMWORK_DATA_DIR: join(folder, "data") }
    const shown = await serving(env, async (_address, running) => {
      await running.says(/Ctrl-C/)
      const demo = demoOf(running)
      expect(running.output()).toContain(`\n. ${demo.file}\n`)
      const [evaluate = "", create = "", motor = "", signIn = ""] = lines(running.output())
      const evaluation = await answer(evaluate, demo)
      expect(evaluation["valid"]).toBe(true)
      expect(evaluation["calculatedData"]).toEqual({ price: "4639.25" })
      const submission = await answer(create, demo)
      expect(submission["referenceNumber"]).toBe("ROOF-00000001")
      expect(submission["calculatedData"]).toEqual(evaluation["calculatedData"])
      const quoted = await answer(motor, demo)
      expect(quoted["valid"]).toBe(true)
      expect(objectOf(quoted["calculatedData"])["premium"]).toMatch(/^\d+\.\d\d$/)
      expect((await answer(signIn, demo))["token"]).toMatch(/^fws_/)
      return { create, demo, evaluate, evaluation }
    })
    // The next start listens on another port: the file follows it.
    await serving(env, async (address, running) => {
      await running.says(/Ctrl-C/)
      expect(await paste('echo "$URL"', shown.demo.file)).toBe(`${address}\n`)
      expect((await stat(shown.demo.file)).mode & 0o777).toBe(0o600)
      expect(await answer(shown.evaluate, shown.demo)).toEqual(shown.evaluation)
      expect((await answer(shown.create, shown.demo))["referenceNumber"]).toBe("ROOF-00000002")
    })
  }))

it("the demo's key and password are in a file that its owner alone may read, and nowhere in what is printed", () =>
  inFolder((folder) =>
    serving({ FORMWORK_DATA_DIR: join(folder, "data") }, async (_address, running) => {
      await running.says(/Ctrl-C/)
      const { file, formId, key, password } = demoOf(running)
      expect(file).toBe(join(folder, "data", "env"))
      expect((await stat(file)).mode & 0o777).toBe(0o600)
      expect(key).toMatch(/^fwk_[0-9A-Za-z]{93}$/m)
      expect(password).toMatch(/^[\w-]{24}$/)
      for (const secret of [key, password]) expect(running.output()).not.toContain(secret)
      const set = await paste(
        'echo "$FORM_ID_ROOF" "$FORM_ID_MQ" "$FORM_ID_INTAKE" | wc -w; sh -c \'echo "$KEY"\'',
        file
      )
      expect(set.trim().split(/\s+/)).toEqual(["3", key])
      expect(await paste('echo "$FORM_ID_MQ"', file)).toBe(`${formId}\n`)
      expect(await paste('[ "$FORM_ID" = "$FORM_ID_ROOF" ] && echo first', file)).toBe("first\n")
    })
  ))

it("the second port serves liveness, readiness and metrics, and the metrics name no caller", () =>
  inFolder((folder) =>
    serving({ FORMWORK_DATA_DIR: join(folder, "data") }, async (address, running) => {
      const [, operations = ""] = await running.says(/metrics are on (http:\S+)/)
      await running.says(/Ctrl-C/)
      const demo = demoOf(running)
      const token = demo.key
      for (const curl of lines(running.output())) await answer(curl, demo)
      const asked = async (path: string) => {
        const response = await fetch(operations + path)
        return [response.status, await response.text()] as const
      }
      expect(await asked("/health/live")).toEqual([200, "live\n"])
      expect(await asked("/health/ready")).toEqual([200, "ready\n"])
      const [status, metrics] = await asked("/metrics")
      expect(status).toBe(200)
      const route = "POST /api/platform/v1/forms/:formId/"
      expect(metrics).toContain(`formwork_http_requests_total{operation="${route}evaluate",status="200"} 2`)
      expect(metrics).toContain(`formwork_http_requests_total{operation="${route}submissions",status="201"} 1`)
      expect(metrics).toMatch(/formwork_database_running\{lane="write"\} 0/)
      expect(metrics).toMatch(/formwork_database_duration_seconds_count\{lane="read"\} [1-9]/)
      for (const secret of [token, token.slice(4, 26), token.slice(-4), "Demo", demo.formId])
        expect(metrics).not.toContain(secret)
      expect((await fetch(`${address}/metrics`)).status).toBe(401)
    })
  ))

it("Ctrl-C and SIGTERM end the server with exit code 0", () =>
  inDemo(async (data) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      const running = start(["serve"], { PORT: "0", ADMIN_PORT: "0", FORMWORK_DATA_DIR: data })
      await running.says(/Ctrl-C/)
      running.child.kill(signal)
      const { code, stderr } = await running.ended
      expect(code).toBe(0)
      expect(stderr).not.toMatch(/error/i)
    }
  }))

it("only its owner can read the data folder, and no file but the environment of the demo holds a token", () =>
  inFolder(async (folder) => {
    const data = join(folder, "data")
    const token = await serving({ FORMWORK_DATA_DIR: data }, async (_address, running) => {
      await running.says(/Ctrl-C/)
      return demoOf(running).key
    })
    for (const name of ["pepper", "env"]) expect((await stat(join(data, name))).mode & 0o077).toBe(0)
    for (const entry of await readdir(data, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || entry.name === "env") continue
      const bytes = await readFile(join(entry.parentPath, entry.name))
      expect(bytes.includes(token)).toBe(false)
      expect(bytes.includes(token.slice(48, 91))).toBe(false)
    }
  }))

it("a second process on the same data folder is refused with one sentence", () =>
  inDemo((data) => {
    const env = { FORMWORK_DATA_DIR: data }
    return serving(env, async (address, running) => {
      const { code, stderr, stdout } = await run(["serve"], { ...env, PORT: "0", ADMIN_PORT: "0" })
      expect(code).toBe(1)
      expect(stdout).toBe("")
      expect(stderr).toContain(String(running.child.pid))
      expect(stderr.trim().split("\n")).toHaveLength(1)
      expect((await fetch(`${address}/v3/api-docs`)).status).toBe(200)
    })
  }))

/** What is printed for a person, without the log. */
const withoutLogs = (text: string): string => text.replaceAll(/^\{.*\}\n/gm, "")

/** Each ends with one sentence that holds these words, on standard error, and exit code 1. */
const refused = async (env: Record<string, string>, ...needed: ReadonlyArray<string>): Promise<void> => {
  const { code, stderr: all } = await run(["serve"], { PORT: "0", ADMIN_PORT: "0", ...env })
  const stderr = withoutLogs(all)
  expect(stderr.trim().split("\n"), stderr).toHaveLength(1)
  for (const word of needed) expect(stderr).toContain(word)
  expect(stderr).not.toMatch(/\bat .*\.ts:|Error:/)
  expect(code).toBe(1)
}

it("serve on a port that is in use fails with one sentence", () =>
  inFolder(async (folder) => {
    const other = createServer().listen(0, "127.0.0.1")
    await new Promise((resolve) => other.once("listening", resolve))
    const port = portOf(other)
    await refused({ FORMWORK_DATA_DIR: join(folder, "data"), PORT: String(port) }, String(port), "PORT")
    other.close()
  }))

it("serve with an unreachable database fails with one sentence that does not repeat the password", async () => {
  const env = { DATABASE_URL: "postgres://formwork_api:hunter22@127.0.0.1:9/forms", KEY_PEPPER: "p".repeat(32) }
  await refused(env, "127.0.0.1:9")
  expect((await run(["serve"], { PORT: "0", ADMIN_PORT: "0", ...env })).stderr).not.toContain("hunter22")
})

it("serve on a folder that holds another database fails with one sentence", () =>
  inFolder(async (folder) => {
    const data = join(folder, "data")
    await serving({ FORMWORK_DATA_DIR: data }, (_address, running) => running.says(/Ctrl-C/))
    const damage = async (path: string): Promise<void> => {
      for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
        if (entry.isFile() && entry.name !== "pepper")
          await writeFile(join(entry.parentPath, entry.name), "not a database")
      }
    }
    await damage(data)
    await refused({ FORMWORK_DATA_DIR: data }, data)
    await mkdir(join(folder, "file"))
    await writeFile(join(folder, "file", "data"), "")
    await refused({ FORMWORK_DATA_DIR: join(folder, "file", "data") }, join(folder, "file", "data"))
  }))

it("wrong settings are all named at once, and a secret is not repeated", async () => {
  const { code, stderr } = await run(["serve"], {
    PORT: "http",
    KEY_PREFIX: "Key",
    RATE_LIMIT_PER_MINUTE: "0",
    WORKER_POLL: "1 milli",
    WORKER_RETRY_WAITS: "5 seconds, soon",
    LOG_LEVEL: "loud"
  })
  expect(code).toBe(1)
  expect(
    stderr
      .trim()
      .split("\n")
      .map((line) => line.split(" ")[0])
  ).toEqual(["PORT", "KEY_PREFIX", "RATE_LIMIT_PER_MINUTE", "WORKER_POLL", "WORKER_RETRY_WAITS", "LOG_LEVEL"])
  const short = await run(["serve"], { DATABASE_URL: "postgres://x@127.0.0.1:9/x", KEY_PEPPER: "hunter22" })
  expect(short.stderr).toContain("KEY_PEPPER")
  expect(short.stderr).not.toContain("hunter22")
  expect((await run(["serve"], { DATABASE_URL: "mysql://x", KEY_PEPPER: "p".repeat(32) })).stderr).toContain(
    "DATABASE_URL"
  )
})

it("a key over its budget gets 429 and how long to wait", () =>
  inDemo((data) =>
    serving({ FORMWORK_DATA_DIR: data, RATE_LIMIT_PER_MINUTE: "3" }, async (address, running) => {
      await running.says(/Ctrl-C/)
      const { formId, key } = demoOf(running)
      const evaluate = () =>
        fetch(`${address}/api/platform/v1/forms/${formId}/evaluate`, {
          method: "POST",
          headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
          body: quote()
        })
      const statuses = []
      for (let request = 0; request < 4; request++) statuses.push((await evaluate()).status)
      expect(statuses).toEqual([200, 200, 200, 429])
      const limited = await evaluate()
      const { code, error } = await bodyOf(limited)
      const wait = limited.headers.get("retry-after") ?? ""
      expect(code).toBe("RATE_LIMITED")
      expect(Number(wait)).toBeGreaterThan(50)
      expect(error).toContain(`${wait} second`)
    })
  ))
