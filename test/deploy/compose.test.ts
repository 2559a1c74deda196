/** compose.yaml agrees with the program, and has no secret in it. */
import { execFileSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { parse } from "yaml"
import {
  answerSeconds,
  at,
  isCommand,
  isSetting,
  leaseSeconds,
  listAt,
  namesAt,
  root,
  read,
  version
} from "./program.ts"
import type { Value } from "./program.ts"

const compose: Value = parse(read("compose.yaml"), { merge: true })
const services = namesAt(compose, "services").map((name) => ({ name, service: at(compose, "services", name) }))
const ours = services.filter(({ service }) => String(at(service, "image")).includes(`formwork:${version}`))

it("has a database, a migration, a server, a worker and a catcher of mail", () => {
  expect(services.map(({ name }) => name)).toEqual(["database", "migrate", "server", "worker", "mail"])
  expect(ours.map(({ name }) => name)).toEqual(["migrate", "server", "worker"])
})

it.each(ours)("$name runs a command with settings that exist, on a root that it cannot write", ({ service }) => {
  expect(isCommand(listAt(service, "command")[0])).toBe(true)
  const names = namesAt(service, "environment")
  expect(names).toContain("DATABASE_URL_FILE")
  expect(names.filter((name) => !isSetting(name))).toEqual([])
  expect(at(service, "read_only")).toBe(true)
  expect(at(service, "tmpfs")).toEqual(["/tmp"])
})

it.each(services)(
  "$name waits for services that exist, and what it waits for has a health or an end",
  ({ service }) => {
    for (const other of namesAt(service, "depends_on")) {
      const condition = at(service, "depends_on", other, "condition")
      if (condition === "service_completed_successfully") expect(other).toBe("migrate")
      else {
        expect(condition).toBe("service_healthy")
        expect(at(compose, "services", other, "healthcheck", "test")).toBeDefined()
      }
    }
  }
)

it("no password is in the file: every secret is a file that the script makes, each another, and makes only once", () => {
  const folder = mkdtempSync(join(tmpdir(), "formwork-secrets-"))
  try {
    const made = join(folder, ".secrets")
    const make = () => execFileSync("sh", [join(root, "deploy/compose/secrets.sh"), made])
    make()
    const contents = () =>
      readdirSync(made)
        .toSorted()
        .map((name) => readFileSync(join(made, name), "utf8"))
    const first = contents()
    expect(new Set(first).size).toBe(first.length)
    expect(first.every((secret) => secret.length >= 43)).toBe(true)
    expect(statSync(made).mode & 0o777).toBe(0o700)
    make()
    expect(contents()).toEqual(first)

    const declared = namesAt(compose, "secrets")
    expect(readdirSync(made).toSorted()).toEqual(declared.toSorted())
    const paths = declared.map((name) => at(compose, "secrets", name, "file"))
    expect(paths).toEqual(declared.map((name) => `.secrets/${name}`))
    for (const { service } of services) {
      const mounted = new Set(listAt(service, "secrets").map((name) => `/run/secrets/${String(name)}`))
      const secret = /PEPPER|SECRET|PASSWORD|TOKEN|DATABASE_URL/u
      const plain = namesAt(service, "environment").filter((name) => secret.test(name) && !name.endsWith("_FILE"))
      expect(plain).toEqual([])
      const text = JSON.stringify(at(service, "environment") ?? {})
      const used = [...text.matchAll(/\/run\/secrets\/[\w-]+/gu)].map(([path]) => path)
      expect(used.filter((path) => !mounted.has(path))).toEqual([])
      expect(text).not.toMatch(/:\/\/\w+:[^@"$]+@/u)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it("a server is given the time to answer what it has begun, and a worker to send it", () => {
  const seconds = (name: string): number =>
    Number.parseInt(String(at(compose, "services", name, "stop_grace_period")), 10)
  expect(seconds("server")).toBeGreaterThan(answerSeconds)
  expect(seconds("worker")).toBeGreaterThan(leaseSeconds)
})

it("only this machine reaches what it publishes", () => {
  const ports = services.flatMap(({ service }) => listAt(service, "ports").map(String))
  expect(ports.length).toBeGreaterThan(0)
  expect(ports.filter((port) => !port.startsWith("127.0.0.1:"))).toEqual([])
})
